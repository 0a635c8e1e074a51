import { type CorpusCase, casesOf } from '../../tools/train-extractor/corpus-pages.ts';

/** Pages of one site, and of one year where the corpus has several. */
export interface Cell {
  readonly name: string;
  readonly folder: string;
  readonly pages: readonly CorpusCase[];
}

/** The cells of a corpus with at least four pages each. */
export function cellsOf(folder: string): Cell[] {
  const groups = Map.groupBy(casesOf(folder), (page) =>
    [page.site, (page as { year?: string }).year].filter(Boolean).join(' '),
  );
  return [...groups].flatMap(([name, pages]) => (name !== '' && pages.length >= 4 ? [{ name, folder, pages }] : []));
}
