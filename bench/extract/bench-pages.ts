import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writtenPages } from '../../test/quality/layouts/written-pages.ts';
import { type CorpusCase, casesOf } from '../../tools/train-extractor/corpus-pages.ts';
import type { BenchPage } from './way.ts';

/** The project's own pages, as a source of the bench. */
export const own = 'own';

/** When the corpora's pages are taken to be fetched. */
const corporaTakenAt = new Date('2026-11-21T12:00:00Z');

/** Pages of a corpus' folder or of the own corpus; evenly picked where fewer are wanted. */
export function benchPages(source: string, count: number | null): BenchPage[] {
  return source === own
    ? picked(writtenPages(), count).map(({ name: id, served, snapshot: { url, takenAt } }) => ({
        id,
        url,
        ...served,
        takenAt,
      }))
    : picked(casesOf(source), count).map((page) => corpusPage(source, page));
}

/** Every n-th, the same ones in each run. */
export const picked = <T>(all: readonly T[], count: number | null): T[] =>
  count === null || count >= all.length
    ? [...all]
    : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);

const corpusPage = (folder: string, { id, url, html }: CorpusCase): BenchPage => ({
  id,
  url: url ?? 'https://no-address.invalid/page',
  bytes: gunzipSync(readFileSync(join(folder, html))),
  headers: {},
  takenAt: corporaTakenAt,
});
