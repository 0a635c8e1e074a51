import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { casesOf } from '../../tools/train-extractor/corpus-pages.ts';
import type { FoldModels } from './cross-validation.ts';
import type { Corpora } from './open-and-sealed.ts';
import { type PageSums, scorePage } from './page-score.ts';
import { readPages } from './read-corpus.ts';
import { drawReliability } from './reliability-diagram.ts';
import { isSealed } from './sealed.ts';

/** A page's confidence, and whether its body is right. */
export interface Judged {
  readonly confidence: number;
  readonly f1: number;
}

/** F1 from which a body is right. */
export const rightFrom = 0.9;
/** Confidence from which the bars count a page as sure. */
const sureFrom = 0.9;
/** The bars: share of right pages among the sure ones, and of sure ones among all. */
const bars = { right: 0.98, sure: 0.8 };
/** Lower ends of the table's levels. */
const levels = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95] as const;

export interface Level {
  readonly from: number;
  readonly to: number;
  readonly pages: number;
  /** Means. */
  readonly confidence: number;
  readonly right: number;
  readonly f1: number;
}

/**
 * Prints what the confidence is worth: how often a body is right, by its confidence. Open pages are read by the model of their fold and judged by the confidence model that was fitted
 * without it; sealed ones by the shipped models, totals only.
 * @param diagram file of the SVG
 */
export async function printReliability(
  { open, sealed }: Corpora,
  folds: FoldModels,
  diagram: string | null,
): Promise<void> {
  const sets = new Map<string, Judged[]>();
  for (const folder of [...open, ...sealed]) {
    const judged = await judge(folder, isSealed(folder) ? null : folds);
    if (judged.length > 0) sets.set(`${isSealed(folder) ? 'sealed' : 'open'} ${basename(folder)}`, judged);
  }
  const all = (name: string): Judged[] =>
    [...sets].filter(([set]) => set.startsWith(name)).flatMap(([, judged]) => judged);
  const news = [...sets]
    .filter(([set]) => set.startsWith('sealed') && !set.endsWith(otherTask))
    .flatMap(([, judged]) => judged);
  const rows = [...sets, ['all open (CV)', all('open')] as const, [`all sealed but ${otherTask}`, news] as const];
  console.table(
    Object.fromEntries(rows.filter(([, judged]) => judged.length > 0).map(([set, judged]) => [set, rowOf(judged)])),
  );
  for (const [name, judged] of [
    ['open (CV)', all('open')],
    [`sealed but ${otherTask}`, news],
  ] as const) {
    console.log(`${name}, by confidence`);
    console.table(levelsOf(judged).map(levelRow));
  }
  if (diagram !== null)
    writeFileSync(
      diagram,
      drawReliability([
        { name: 'open', levels: levelsOf(all('open')) },
        { name: 'sealed', levels: levelsOf(news) },
      ]),
    );
}

/** Any pages of 2006: all text that is no furniture counts as body, which is not what the confidence is about. */
const otherTask = 'cleaneval';

async function judge(folder: string, folds: FoldModels | null): Promise<Judged[]> {
  const pages = casesOf(folder).filter(({ gold }) => typeof gold?.body === 'string');
  const reads = await readPages(
    pages.map((page) => ({
      folder,
      page,
      model: folds?.of(folder, page) ?? null,
      confidenceModel: folds?.confidenceOf(folder, page) ?? null,
    })),
  );
  return reads.flatMap(({ prediction, confidence }, at) => {
    const page = pages[at];
    return page === undefined ? [] : [{ confidence, f1: f1Of(scorePage(page, prediction, true)) }];
  });
}

/** Of one page. */
export function f1Of(sums: PageSums): number {
  const [precision, recall] = [sums.get('body P') ?? 0, sums.get('body R') ?? 0];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

export const isRight = ({ f1 }: Judged): boolean => f1 >= rightFrom;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The levels that have pages. */
export const levelsOf = (judged: readonly Judged[]): Level[] =>
  levels.flatMap((from, at) => {
    const to = levels[at + 1] ?? 1;
    const inside = judged.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    if (inside.length === 0) return [];
    return [
      {
        from,
        to,
        pages: inside.length,
        confidence: mean(inside.map(({ confidence }) => confidence)),
        right: mean(inside.map((page) => Number(isRight(page)))),
        f1: mean(inside.map(({ f1 }) => f1)),
      },
    ];
  });

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const against = (share: number, bar: number): string => `${percent(share)} ${share >= bar ? '>=' : '<'} ${100 * bar} %`;

function rowOf(judged: readonly Judged[]): Record<string, string | number> {
  const sure = judged.filter(({ confidence }) => confidence >= sureFrom);
  return {
    pages: judged.length,
    right: percent(mean(judged.map((page) => Number(isRight(page))))),
    'mean confidence': percent(mean(judged.map(({ confidence }) => confidence))),
    'confidence >= .9': against(sure.length / judged.length, bars.sure),
    'of these right': sure.length === 0 ? '' : against(mean(sure.map((page) => Number(isRight(page)))), bars.right),
    'their mean F1': mean(sure.map(({ f1 }) => f1)).toFixed(3),
  };
}

const levelRow = ({ from, to, pages, confidence, right, f1 }: Level) => ({
  confidence: `${from} to ${to}`,
  pages,
  'mean confidence': percent(confidence),
  right: percent(right),
  'mean F1': f1.toFixed(3),
});
