// Writes what the confidence model learns from: `npm run train:signals -- OUT MODELS CORPUS…` (folders). Called by confidence.py.
// OUT: a line a page with its extraction by a model of MODELS that has not seen the publisher, and the signals of its body. Pages without a generic body are left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { siteFor } from '../../src/pipeline/load/load-scrapers.ts';
import { type BlockModel, parseBlockModel } from '../../src/stages/extract/classifier/block-model.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { casesOf, snapshotOf } from './corpus-pages.ts';

const [out = '', models = '', ...folders] = process.argv.slice(2);
const tested: Readonly<Record<string, readonly (readonly [corpus: string, id: string])[]>> = JSON.parse(
  readFileSync(join(models, 'tested.json'), 'utf8'),
);
const lines = Object.entries(tested)
  .filter(([fold]) => fold.startsWith('fold-'))
  .flatMap(([fold, pages]) => linesOf(fold, new Set(pages.map(([corpus, id]) => `${corpus}/${id}`))));
writeFileSync(out, lines.join(''));

function linesOf(fold: string, pages: ReadonlySet<string>): string[] {
  const model = parseBlockModel(JSON.parse(readFileSync(join(models, `${fold}.json`), 'utf8')));
  return folders.flatMap((folder) =>
    casesOf(folder)
      .filter(({ id }) => pages.has(`${basename(folder)}/${id}`))
      .flatMap((page) => lineOf(folder, page, fold, model)),
  );
}

function lineOf(folder: string, page: ReturnType<typeof casesOf>[number], fold: string, model: BlockModel): string[] {
  const snapshot = snapshotOf(folder, page);
  const { draft, signals } = extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, model });
  if (signals === null) return [];
  const [title, body] = [draft?.title ?? '', draft?.body ?? ''];
  return [`${JSON.stringify({ corpus: basename(folder), id: page.id, fold, title, body, signals })}\n`];
}
