// Extraction by models that never saw the page's publisher: `npm run bench:extract -- --cv MODELS`, MODELS written by `tools/train-extractor/train.py folds`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { siteFor } from '../src/pipeline/load/load-scrapers.ts';
import { type BlockModel, parseBlockModel } from '../src/stages/extract/classifier/block-model.ts';
import { extract } from '../src/stages/extract/extract.ts';
import { type CorpusCase, casesOf, snapshotOf } from '../tools/train-extractor/corpus-pages.ts';
import { bestPeers, scoreCorpus } from './score-corpus.ts';

/** Prints a table: host-grouped folds, the corpus left out, peers beside; CPU time of a whole extraction, parse included. */
export function crossValidate(models: string, corpora: readonly string[], scratch: string): void {
  const testedFile = join(models, 'tested.json');
  if (!existsSync(testedFile)) {
    console.log(
      `skipped: no tested.json in ${models}; \`python3 tools/train-extractor/train.py folds --models ${models}\` writes it`,
    );
    return;
  }
  const tested: Readonly<Record<string, readonly (readonly [string, string])[]>> = JSON.parse(
    readFileSync(testedFile, 'utf8'),
  );
  const foldOf = new Map(
    Object.entries(tested)
      .filter(([split]) => split.startsWith('fold-'))
      .flatMap(([split, pages]) => pages.map(([corpus, id]): [string, string] => [`${corpus}/${id}`, split])),
  );
  const known = new Map<string, BlockModel>();
  const model = (split: string): BlockModel => {
    const found = known.get(split) ?? parseBlockModel(JSON.parse(readFileSync(join(models, `${split}.json`), 'utf8')));
    known.set(split, found);
    return found;
  };
  const rows: Record<string, Record<string, string>> = {};
  for (const dir of corpora) {
    const corpus = basename(dir);
    // a page without labels was in no training: any fold may read it
    const folds = run(dir, ({ id }) => model(foldOf.get(`${corpus}/${id}`) ?? 'fold-0'));
    writeFileSync(join(scratch, `${corpus}.cv.jsonl`), folds.predictions);
    const {
      title,
      date,
      'date P': _,
      'authors F1': __,
      ...scores
    } = scoreCorpus(dir, join(scratch, `${corpus}.cv.jsonl`), { hasSeen: false });
    rows[corpus] = { ...scores, 'CPU ms': folds.medianMs.toFixed(1) };
    if (`without-${corpus}` in tested) {
      const left = run(dir, () => model(`without-${corpus}`));
      writeFileSync(join(scratch, `${corpus}.left-out.jsonl`), left.predictions);
      rows[corpus]['left out'] =
        scoreCorpus(dir, join(scratch, `${corpus}.left-out.jsonl`), { hasSeen: false })['body F1'] ?? '';
    }
    console.log(`${corpus}: best peers ${bestPeers(dir, 5)}`);
  }
  console.table(rows);
}

function run(dir: string, modelOf: (page: CorpusCase) => BlockModel): { predictions: string; medianMs: number } {
  const times: number[] = [];
  const lines = casesOf(dir).map((page) => {
    const snapshot = snapshotOf(dir, page);
    const model = modelOf(page);
    const before = process.threadCpuUsage();
    const { draft } = extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, model });
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1_000);
    return `${JSON.stringify({ id: page.id, title: draft?.title ?? '', body: draft?.body ?? '' })}\n`;
  });
  times.sort((a, b) => a - b);
  return { predictions: lines.join(''), medianMs: times[Math.floor(times.length / 2)] ?? 0 };
}
