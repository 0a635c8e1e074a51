import { basename } from 'node:path';
import type { PageProfile } from '../../src/model/wrapper/page-profile.ts';
import { learnWrapper } from '../../src/stages/extract/learning/learn-wrapper.ts';
import { seededRandom } from '../../tools/train-extractor/cut-pages.ts';
import type { FoldModels } from '../extract/cross-validation.ts';
import { measuresOf, Sums } from '../extract/page-score.ts';
import { type Cell, cellsOf } from './cells.ts';
import { type BenchedPage, pagesOf } from './site-pages.ts';

/** How many other pages of the site are learned from, and how many of them are corrected. */
interface Way {
  readonly name: string;
  readonly others: number | 'all';
  readonly corrected: number;
}

const ways: readonly Way[] = [
  { name: 'generic', others: 0, corrected: 0 },
  { name: '3 other pages', others: 3, corrected: 0 },
  { name: 'all other pages', others: 'all', corrected: 0 },
  { name: '1 corrected page', others: 1, corrected: 1 },
  { name: '2 corrected pages', others: 2, corrected: 2 },
  { name: 'all, 1 corrected', others: 'all', corrected: 1 },
  { name: 'all, 2 corrected', others: 'all', corrected: 2 },
];
/** Draws of the pages that are learned from. */
const draws = 3;

/** Prints body F1 of each page, read with a wrapper that was learned from other pages of its site. */
export function printLearningTable(folders: readonly string[], folds: FoldModels | null): void {
  const rows: Record<string, Record<string, string>> = {};
  for (const folder of folders) {
    const totals = new Map(ways.map(({ name }) => [name, new Sums()]));
    const gains = new Map<string, { cell: string; gain: number }[]>();
    for (const cell of cellsOf(folder)) {
      const sums = sumsOfCell(cell, folds, totals);
      const generic = f1(sums.get('generic'));
      for (const [name, sum] of sums)
        gains.set(name, [...(gains.get(name) ?? []), { cell: cell.name, gain: f1(sum) - generic }]);
    }
    for (const [name, total] of totals) {
      const sorted = (gains.get(name) ?? []).sort((a, b) => a.gain - b.gain);
      const worst = sorted[0];
      rows[`${basename(folder)}: ${name}`] = {
        'body F1': f1(total).toFixed(4),
        title: measuresOf(total.toMap()).title?.toFixed(3) ?? '',
        'sites better': String(sorted.filter(({ gain }) => gain > 0.0005).length),
        'sites worse': String(sorted.filter(({ gain }) => gain < -0.0005).length),
        worst: worst === undefined ? '' : `${worst.cell} ${worst.gain.toFixed(4)}`,
      };
    }
  }
  console.table(rows);
}

const f1 = (sums: Sums | undefined): number => measuresOf(sums?.toMap() ?? new Map())['body F1'] ?? 0;

function sumsOfCell(cell: Cell, folds: FoldModels | null, totals: ReadonlyMap<string, Sums>): Map<string, Sums> {
  const pages = pagesOf(cell, folds);
  const sums = new Map(ways.map(({ name }) => [name, new Sums()]));
  for (const [at, page] of pages.entries()) {
    const others = pages.filter((_, other) => other !== at);
    for (const way of ways)
      for (let draw = 0; draw < (way.others === 0 ? 1 : draws); draw++) {
        const learned = learnWrapper(cell.name, drawn(others, way, at * draws + draw));
        const score = page.read(way.others === 0 ? null : learned);
        sums.get(way.name)?.add(score);
        totals.get(way.name)?.add(score);
      }
  }
  return sums;
}

function drawn(pages: readonly BenchedPage[], { others, corrected }: Way, seed: number): PageProfile[] {
  const random = seededRandom(seed);
  const order = pages.map((page) => ({ page, key: random() })).sort((a, b) => a.key - b.key);
  return order
    .slice(0, others === 'all' ? order.length : others)
    .map(({ page }, at) => (at < corrected ? page.corrected : page.plain));
}
