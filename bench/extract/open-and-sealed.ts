import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { casesOf } from '../../tools/train-extractor/corpus-pages.ts';
import type { FoldModels } from './cross-validation.ts';
import { bars, type Measure, measures } from './measures.ts';
import { type PageRead, type PageToRead, readPages } from './read-corpus.ts';
import { type CorpusScores, fourDigits, peersBy, scoreCorpus, thirds, threeDigits } from './score-corpus.ts';
import { isSealed } from './sealed.ts';

export interface Corpora {
  /** Folders of the corpora that anybody may read; empty without models for cross-validation. */
  readonly open: readonly string[];
  readonly sealed: readonly string[];
}

export interface Readers {
  /** Read the open corpora; null: those are left out. */
  readonly folds: FoldModels | null;
  /** File of the block model that reads the sealed corpora; null: the shipped one. */
  readonly model: string | null;
  /** Folder for the predictions of open corpora; null: they are not kept. Those of sealed ones never are. */
  readonly keepIn: string | null;
}

type Row = Readonly<Record<string, string | number>>;

/** Prints one table: the open corpora by models that have not seen the publisher, the sealed ones, the best peer on each. Totals only. */
export async function compareOpenAndSealed(
  { open, sealed }: Corpora,
  { folds, model, keepIn }: Readers,
): Promise<void> {
  const pages = pagesToRead({ open, sealed }, { folds, model });
  const rows: Record<string, Row> = {};
  for (const [folder, reads] of await readByFolder(pages)) {
    Object.assign(rows, rowsOf(folder, reads));
    if (keepIn !== null && !isSealed(folder)) keep(join(keepIn, `${basename(folder)}.cv.jsonl`), reads);
  }
  console.table(rows);
  if (folds !== null) await compareLeftOut(open, folds);
}

export const pagesToRead = (
  { open, sealed }: Corpora,
  { folds, model }: Pick<Readers, 'folds' | 'model'>,
): PageToRead[] => [
  ...(folds === null ? [] : open.flatMap((folder) => pagesOf(folder, (page) => folds.of(folder, page)))),
  ...sealed.flatMap((folder) => pagesOf(folder, () => model)),
];

/** The corpora that models were trained without, by these models. */
async function compareLeftOut(open: readonly string[], folds: FoldModels): Promise<void> {
  const pages = open.flatMap((folder) => {
    const model = folds.without(folder);
    return model === null ? [] : pagesOf(folder, () => model);
  });
  const rows = [...(await readByFolder(pages))].map(([folder, reads]): [string, Row] => [
    basename(folder),
    { 'body F1, corpus left out': bodyF1(scoreOf(folder, reads)) },
  ]);
  if (rows.length > 0) console.table(Object.fromEntries(rows));
}

const keep = (file: string, reads: readonly PageRead[]): void =>
  writeFileSync(file, reads.map(({ prediction }) => `${JSON.stringify(prediction)}\n`).join(''));

const pagesOf = (folder: string, modelOf: (page: PageToRead['page']) => string | null): PageToRead[] =>
  casesOf(folder).map((page) => ({ folder, page, model: modelOf(page) }));

async function readByFolder(pages: readonly PageToRead[]): Promise<Map<string, PageRead[]>> {
  const byFolder = new Map<string, PageRead[]>();
  for (const [at, read] of (await readPages(pages)).entries()) {
    const folder = pages[at]?.folder ?? '';
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), read]);
  }
  return byFolder;
}

const scoreOf = (folder: string, reads: readonly PageRead[]): CorpusScores | null =>
  scoreCorpus(
    folder,
    reads.map(({ prediction }) => prediction),
  );

function rowsOf(folder: string, reads: readonly PageRead[]): Record<string, Row> {
  const scores = scoreOf(folder, reads);
  if (scores === null) return {};
  const failed = reads.filter(({ hasFailed }) => hasFailed).length;
  return Object.fromEntries(
    measures.flatMap((measure): [string, Row][] => {
      const numbers = scores.all[measure.measure];
      const isExtra = measure.name === 'word F1' && bars[basename(folder)]?.[measure.name] === undefined;
      if (numbers === undefined || isExtra) return [];
      return [[`${basename(folder)} ${measure.name}`, { ...row(folder, measure, scores), 'failed pages': failed }]];
    }),
  );
}

function row(folder: string, { name, measure, number }: Measure, scores: CorpusScores): Row {
  const numbers = scores.all[measure] ?? {};
  const score = numbers[number] ?? Number.NaN;
  const bar = bars[basename(folder)]?.[name];
  const [best] = peersBy(folder, measure, number);
  const isBody = name === 'body F1';
  return {
    set: isSealed(folder) ? 'sealed' : 'open (CV)',
    pages: numbers.n ?? 0,
    score: fourDigits(score),
    bar: bar === undefined ? '' : `${score < bar ? '<' : '>='} ${threeDigits(bar)}`,
    'best peer': best === undefined ? '' : `${threeDigits(best.score)} ${best.name}`,
    P: shown(number === 'word_f1' ? undefined : numbers.precision),
    R: shown(number === 'word_f1' ? undefined : numbers.recall),
    ...Object.fromEntries(
      thirds.map((third) => [`${third} third`, isBody ? shown(scores.thirds[third]?.body?.f1) : '']),
    ),
  };
}

const bodyF1 = (scores: CorpusScores | null): string => shown(scores?.all.body?.f1);

const shown = (value: number | undefined): string => (value === undefined ? '' : fourDigits(value));
