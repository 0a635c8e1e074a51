import { basename } from 'node:path';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { type CorpusCase, casesOf, snapshotOf } from '../../tools/train-extractor/corpus-pages.ts';

/** A page with the type that people gave it, the type that extraction gives, and as what a crawl without a scraper would store it. */
export interface TypedPage {
  readonly corpus: string;
  readonly id: string;
  readonly url: string | null;
  readonly truth: string;
  readonly type: string;
  /** Null: it is not stored. */
  readonly storedAs: string | null;
  readonly why: string;
}

/** Corpora of other kinds of pages say what each page is; the pages of all others are articles. */
const truthOf = ({ gold }: CorpusCase): string => String(gold?.page_type ?? gold?.type ?? 'article');

/** Reads the pages of corpora one after the other, in this thread. */
export function readTypes(folders: readonly string[]): TypedPage[] {
  return folders.flatMap((folder) =>
    casesOf(folder)
      .filter(({ gold }) => gold !== undefined && Object.keys(gold).length > 0)
      .map((page): TypedPage => {
        const snapshot = snapshotOf(folder, page);
        const { pageType, reason, detail, trace } = extract(snapshot, siteFor([], snapshot.site));
        return {
          corpus: basename(folder),
          id: page.id,
          url: page.url,
          truth: truthOf(page),
          type: reason === 'blocked' ? 'blocked' : pageType,
          storedAs: reason === null ? pageType : null,
          why: `${reason ?? 'stored'}; ${trace.at(-1)?.rule ?? ''}${detail === '' ? '' : `: ${detail}`}`,
        };
      }),
  );
}

type Cells = Record<string, string | number>;

/** The confusion table: a row for each corpus and true class, a column for each type that was given. */
export function typeTable(pages: readonly TypedPage[]): Record<string, Cells> {
  const types = [...new Set(pages.map(({ type }) => type))].sort();
  const groups = Map.groupBy(pages, ({ corpus, truth }) => `${truth} (${corpus})`);
  return Object.fromEntries(
    [...groups]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, group]): [string, Cells] => {
        const count = (applies: (page: TypedPage) => boolean): number => group.filter(applies).length;
        const row: Cells = { pages: group.length };
        for (const type of types) row[type] = count((page) => page.type === type) || '';
        const articles = count(({ storedAs }) => storedAs === 'article' || storedAs === 'video');
        row['stored as article'] = `${articles} (${((100 * articles) / group.length).toFixed(1)} %)`;
        row['stored otherwise'] = count(({ storedAs }) => storedAs !== null) - articles || '';
        return [name, row];
      }),
  );
}

/** Prints the table, and with `isListed` a line for each page of which the type is wrong. */
export function printTypes(folders: readonly string[], isListed: boolean): void {
  const pages = readTypes(folders);
  console.table(typeTable(pages));
  if (!isListed) return;
  for (const { corpus, id, url, truth, type, why } of pages)
    if (type !== truth) console.log(`${corpus}/${id}: a ${truth}, read as ${type} (${why}) ${url ?? ''}`);
}
