import { once } from 'node:events';
import { cpus } from 'node:os';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import { writtenPages } from '../../test/quality/layouts/written-pages.ts';
import { own } from './bench-pages.ts';
import { type Corpora, pagesToRead, type Readers } from './open-and-sealed.ts';
import { measuresOf, type PageSums, Sums } from './page-score.ts';
import type { PageToRead } from './read-corpus.ts';
import { isSealed } from './sealed.ts';

/** What switching off a rule does to a corpus. */
export interface Effect {
  /** Pages with another result. */
  readonly pages: number;
  /** Added to the totals of the corpus. */
  readonly change: PageSums;
}

export interface CorpusSums {
  readonly base: PageSums;
  /** By rule; a rule that changes no page is absent. */
  readonly effects: ReadonlyMap<string, Effect>;
}

/** Rules of a group have a common prefix, and are judged by the same measures. */
const groups = [
  {
    prefixes: ['page', 'hidden', 'model', 'boilerplate', 'boilerplate-limit', 'body'],
    measures: ['body F1', 'snippets F1'],
  },
  { prefixes: ['title'], measures: ['title'] },
  { prefixes: ['title'], measures: ['body F1', 'snippets F1'] },
  { prefixes: ['date'], measures: ['date'] },
  { prefixes: ['authors'], measures: ['authors F1'] },
  { prefixes: ['page-type', 'wall'], measures: ['articles'] },
] as const;

const groupOf = (rule: string): string => rule.split('/')[0] ?? '';

/** The rules worth a reading without them: others ask too, but the corpus has no gold for what they decide. @param gold null: the project's own pages, with gold for everything */
export function namesToTry(asked: ReadonlySet<string>, gold: Readonly<Record<string, unknown>> | null): string[] {
  const decides: Readonly<Record<string, string>> = { date: 'date' };
  return [...asked].filter((name) => {
    const field = decides[groupOf(name)];
    return gold === null || field === undefined || field in gold;
  });
}

/** Prints for each rule what it gains: the score with all rules minus the score without it. Open corpora by models that have not seen the publisher, sealed ones, own pages. */
export async function ablate(corpora: Corpora, readers: Readers): Promise<void> {
  const written = writtenPages().map(
    ({ name: id, snapshot: { url } }): PageToRead => ({
      folder: own,
      page: { id, url, html: '' },
      model: readers.model,
    }),
  );
  const totals = await sumsOf([...pagesToRead(corpora, readers), ...written]);
  const base = Object.fromEntries(
    [...totals].map(([folder, { base }]) => [
      columnOf(folder),
      Object.fromEntries(Object.entries(measuresOf(base)).map(([name, value]) => [name, value.toFixed(4)])),
    ]),
  );
  console.log('\nwith all rules ("articles": pages that the crawl would keep; of own pages: rightly kept or left out)');
  console.table(base);
  for (const { prefixes, measures } of groups) {
    console.log(`\ngain of each rule in ${measures.join(' or ')}; a rule that is not here changes no page`);
    console.table(gains(totals, prefixes, measures));
  }
}

const columnOf = (folder: string): string => (isSealed(folder) ? `${basename(folder)} (sealed)` : basename(folder));

async function sumsOf(pages: readonly PageToRead[]): Promise<Map<string, CorpusSums>> {
  const count = cpus().length;
  const parts = Array.from({ length: count }, (_, first) => pages.filter((_, at) => at % count === first));
  const totals = new Map<string, { base: Sums; effects: Map<string, { pages: number; change: Sums }> }>();
  for (const part of await Promise.all(parts.map(inWorker)))
    for (const [folder, { base, effects }] of part) {
      const total = totals.get(folder) ?? { base: new Sums(), effects: new Map() };
      totals.set(folder, total);
      total.base.add(base);
      for (const [name, { pages, change }] of effects) {
        const effect = total.effects.get(name) ?? { pages: 0, change: new Sums() };
        total.effects.set(name, effect);
        effect.pages += pages;
        effect.change.add(change);
      }
    }
  return new Map(
    [...totals].map(([folder, { base, effects }]) => [
      folder,
      {
        base: base.toMap(),
        effects: new Map([...effects].map(([name, { pages, change }]) => [name, { pages, change: change.toMap() }])),
      },
    ]),
  );
}

async function inWorker(pages: readonly PageToRead[]): Promise<[string, CorpusSums][]> {
  const worker = new Worker(new URL('ablation-worker.ts', import.meta.url), { workerData: pages });
  const [results] = (await once(worker, 'message')) as [[string, CorpusSums][]];
  await worker.terminate();
  return results;
}

function gains(
  totals: ReadonlyMap<string, CorpusSums>,
  prefixes: readonly string[],
  measures: readonly string[],
): Record<string, Record<string, string | number>> {
  const rules = [...new Set([...totals.values()].flatMap(({ effects }) => [...effects.keys()]))]
    .filter((rule) => prefixes.includes(groupOf(rule)))
    .sort();
  return Object.fromEntries(
    rules.map((rule) => {
      const pages = { open: 0, sealed: 0, own: 0 };
      const columns: Record<string, string> = {};
      for (const [folder, { base, effects }] of totals) {
        const effect = effects.get(rule);
        pages[folder === own ? 'own' : isSealed(folder) ? 'sealed' : 'open'] += effect?.pages ?? 0;
        const measure = measures.find((name) => measuresOf(base)[name] !== undefined);
        if (measure !== undefined) columns[columnOf(folder)] = gainIn(measure, base, effect?.change ?? new Map());
      }
      return [rule, { 'pages open/sealed/own': `${pages.open}/${pages.sealed}/${pages.own}`, ...columns }];
    }),
  );
}

/** `+.0012`; empty where nothing changes. */
function gainIn(measure: string, base: PageSums, change: PageSums): string {
  const without = new Sums();
  without.add(base);
  without.add(change);
  const gain = (measuresOf(base)[measure] ?? 0) - (measuresOf(without.toMap())[measure] ?? 0);
  const digits = Math.abs(gain).toFixed(4).replace(/^0/, '');
  return digits === '.0000' ? '' : `${gain < 0 ? '-' : '+'}${digits}`;
}
