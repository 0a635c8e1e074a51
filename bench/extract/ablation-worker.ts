import { parentPort, workerData } from 'node:worker_threads';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import type { Snapshot } from '../../src/model/page/snapshot.ts';
import { type Extraction, extract } from '../../src/stages/extract/extract.ts';
import { type WrittenPage, writtenPages } from '../../test/quality/layouts/written-pages.ts';
import { snapshotOf } from '../../tools/train-extractor/corpus-pages.ts';
import { type CorpusSums, type Effect, namesToTry } from './ablation.ts';
import { own } from './bench-pages.ts';
import { blockModelIn } from './model-file.ts';
import { type PageSums, Sums, scorePage } from './page-score.ts';
import type { PageToRead, Prediction } from './read-corpus.ts';

// Reads its part of the pages, each again without every rule that matters to it, and posts sums: no page leaves this thread.

/** Switches off one rule, or none, and notes which rules ask. */
class NotedNames extends Set<string> {
  readonly asked = new Set<string>();
  override has(name: string): boolean {
    this.asked.add(name);
    return super.has(name);
  }
}

type Read = (off: ReadonlySet<string>) => { readonly answer: string; readonly sums: PageSums };

let written: ReadonlyMap<string, WrittenPage> | undefined;

function readerOf({ folder, page, model }: PageToRead): Read {
  if (folder !== own)
    return reader(snapshotOf(folder, page), model, (found, isArticle) => scorePage(page, found, isArticle));
  written ??= new Map(writtenPages().map((one) => [one.name, one]));
  const { snapshot, gold } = written.get(page.id) as WrittenPage;
  return reader(snapshot, model, (found, isArticle) => {
    if (gold === null) return scorePage(page, found, !isArticle);
    const [plain, withLead] = [gold.body, [gold.lead, ...gold.body]].map((lines) =>
      scorePage({ ...page, gold: { ...gold, body: lines.join('\n\n') } }, found, isArticle),
    ) as [PageSums, PageSums];
    return bodyOf(withLead) > bodyOf(plain) ? withLead : plain;
  });
}

const bodyOf = (sums: PageSums): number => (sums.get('body P') ?? 0) + (sums.get('body R') ?? 0);

function reader(
  snapshot: Snapshot,
  modelFile: string | null,
  score: (found: Prediction, isArticle: boolean) => PageSums,
): Read {
  const model = blockModelIn(modelFile);
  return (off) => {
    const { draft, detail } = readOrNothing(() =>
      extract(snapshot, siteFor([], snapshot.site), { draftAlways: true, model, off }),
    );
    const found: Prediction = {
      id: '',
      title: draft?.title ?? '',
      body: draft?.body ?? '',
      authors: draft?.authors ?? [],
      date: draft?.publishedAt?.value.slice(0, 10) ?? null,
    };
    // with draftAlways no reason is given, but its words are
    const isArticle = draft !== null && detail === '';
    return { answer: JSON.stringify([found, isArticle]), sums: score(found, isArticle) };
  };
}

const nothing = { draft: null, detail: '' } as const;

/** A page that can't be read has an empty result, as in every table of the bench. */
function readOrNothing(read: () => Extraction): Pick<Extraction, 'draft' | 'detail'> {
  try {
    return read();
  } catch {
    return nothing;
  }
}

const results = new Map<string, { base: Sums; effects: Map<string, { pages: number; change: Sums }> }>();

for (const page of workerData as readonly PageToRead[]) {
  const result = results.get(page.folder) ?? { base: new Sums(), effects: new Map() };
  results.set(page.folder, result);
  const read = readerOf(page);
  const noted = new NotedNames();
  const base = read(noted);
  result.base.add(base.sums);
  for (const name of namesToTry(noted.asked, page.folder === own ? null : (page.page.gold ?? {}))) {
    const without = read(new Set([name]));
    if (without.answer === base.answer) continue;
    const effect = result.effects.get(name) ?? { pages: 0, change: new Sums() };
    result.effects.set(name, effect);
    effect.pages += 1;
    effect.change.add(without.sums);
    effect.change.add(base.sums, -1);
  }
}

const posted: [string, CorpusSums][] = [...results].map(([folder, { base, effects }]) => [
  folder,
  {
    base: base.toMap(),
    effects: new Map(
      [...effects].map(([name, { pages, change }]): [string, Effect] => [name, { pages, change: change.toMap() }]),
    ),
  },
]);
parentPort?.postMessage(posted);
