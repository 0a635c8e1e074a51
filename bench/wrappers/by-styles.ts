import { basename } from 'node:path';
import { siteFor } from '../../src/config-files/load-scrapers.ts';
import type { ProfileBlock } from '../../src/model/wrapper/page-profile.ts';
import { extract } from '../../src/stages/extract/extract.ts';
import { readStructured } from '../../src/stages/extract/head/structured.ts';
import { keptBlocks } from '../../src/stages/extract/learning/judge-wrapper.ts';
import { type StyledPage, stylePages } from '../../src/stages/extract/learning/learn-styles.ts';
import { learnWrapper } from '../../src/stages/extract/learning/learn-wrapper.ts';
import { findLinks } from '../../src/stages/extract/links/links.ts';
import { readPageTree } from '../../src/stages/extract/page/page-tree.ts';
import { parsePage } from '../../src/stages/extract/page/parse.ts';
import { allRulesOn } from '../../src/stages/extract/rules-off.ts';
import { renderBody } from '../../src/stages/extract/text/output.ts';
import { pruneTo } from '../../src/stages/extract/text/prune.ts';
import { pathsIn } from '../../src/stages/extract/wrapper/apply-wrapper.ts';
import type { StylePaths } from '../../src/stages/extract/wrapper/style-paths.ts';
import { snapshotOf } from '../../tools/train-extractor/corpus-pages.ts';
import { type Cell, cellsOf } from './cells.ts';
import { pagesOf } from './site-pages.ts';

/** Share of a page's article that its container holds, at least. */
const minHeld = 0.985;
/** Share of the learning pages that have the container, at least. */
const minContainerPages = 0.9;
/** Share of a style's words that are on one side of the decision, at least. */
const sureShare = 0.97;
/** Share of the container's words under styles that are not sure, at most. */
const maxUnsure = 0.03;

/**
 * Prints what reading without the block model could save (docs/adr/0029): on how many pages the styles inside the article's container decide about all the text, how
 * right they are, and what is left to do on such a page: parsing, tree, structured data, links, styles, output.
 */
export function printByStyles(folders: readonly string[]): void {
  for (const folder of folders) {
    const cells = cellsOf(folder);
    const decided = cells.flatMap((cell) => decidedPages(cell));
    const read = decided.filter((page) => page !== null);
    const mean = (of: (page: DecidedPage) => number): string =>
      (read.reduce((sum, page) => sum + of(page), 0) / Math.max(1, read.length)).toFixed(4);
    console.log(
      `${basename(folder)}: ${read.length} of ${decided.length} pages can be read by styles alone; F1 on these: ${mean(({ byStyles }) => byStyles)}, with the model ${mean(({ byModel }) => byModel)}`,
    );
    console.log(`  what such a page costs at least: ${leastCost(cells).toFixed(2)} of the generic extractor's CPU`);
  }
}

interface DecidedPage {
  /** F1 of the body's words with the right ones. */
  readonly byStyles: number;
  readonly byModel: number;
}

/** Each page of a site, decided by what the others show; null: the styles do not decide. */
function decidedPages(cell: Cell): (DecidedPage | null)[] {
  const pages = pagesOf(cell, null);
  return pages.flatMap((held, number) => {
    const others = pages.filter((_, at) => at !== number).map(({ plain }) => plain);
    const wrapper = learnWrapper(cell.name, others);
    if (wrapper === null) return [];
    const styled = stylePages(others, wrapper.names);
    const decisions = others.map((page) => keptBlocks(page, wrapper));
    const [page] = stylePages([held.plain], wrapper.names);
    const container = containerOf(styled, decisions);
    const kept =
      page === undefined || container === null ? null : decide(page, container, sharesIn(styled, decisions, container));
    if (kept === null) return [null];
    const { blocks } = held.corrected;
    const right = blocks.map(({ isArticle }) => isArticle === true);
    return [{ byStyles: f1(blocks, kept, right), byModel: f1(blocks, keptBlocks(held.plain, wrapper), right) }];
  });
}

function f1(blocks: readonly ProfileBlock[], ours: readonly boolean[], theirs: readonly boolean[]): number {
  const words = (applies: (at: number) => boolean): number =>
    blocks.reduce((sum, block, at) => sum + (applies(at) ? block.words : 0), 0);
  const all = words((at) => ours[at] === true) + words((at) => theirs[at] === true);
  return all === 0 ? 1 : (2 * words((at) => ours[at] === true && theirs[at] === true)) / all;
}

const isInside = ({ full }: StylePaths, container: string): boolean => {
  const path = full.split('|')[0] ?? '';
  return path === container || path.endsWith(`<${container}`);
};

/** The longest full path that holds the text of nearly all pages; null: only the page's body does. */
function containerOf(pages: readonly StyledPage[], decisions: readonly (readonly boolean[])[]): string | null {
  const counts = new Map<string, number>();
  for (const [number, { page, paths }] of pages.entries()) {
    const held = new Map<string, number>();
    let total = 0;
    for (const [at, { words }] of page.blocks.entries()) {
      if (decisions[number]?.[at] !== true) continue;
      total += words;
      const levels = (paths[at]?.full.split('|')[0] ?? '').split('<');
      for (let level = 0; level < levels.length; level++) {
        const path = levels.slice(level).join('<');
        held.set(path, (held.get(path) ?? 0) + words);
      }
    }
    for (const [path, words] of held) if (words >= minHeld * total) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const shared = [...counts].filter(([path, count]) => path !== '' && count >= minContainerPages * pages.length);
  return shared.reduce<string | null>((best, [path]) => (path.length > (best?.length ?? 0) ? path : best), null);
}

type Shares = ReadonlyMap<string, { readonly text: number; readonly all: number }>;

const details = ['full', 'three', 'two'] as const;

/** Words of the article and of all text, by style inside the container. */
function sharesIn(pages: readonly StyledPage[], decisions: readonly (readonly boolean[])[], container: string): Shares {
  const shares = new Map<string, { text: number; all: number }>();
  for (const [number, { page, paths }] of pages.entries())
    for (const [at, { words }] of page.blocks.entries()) {
      const path = paths[at];
      if (path === undefined || !isInside(path, container)) continue;
      for (const detail of details) {
        const share = shares.get(detail + path[detail]) ?? { text: 0, all: 0 };
        shares.set(detail + path[detail], share);
        share.all += words;
        if (decisions[number]?.[at] === true) share.text += words;
      }
    }
  return shares;
}

/** Which blocks are the article; null where too much of the text has no sure style. A block without one is as the block before it. */
function decide({ page, paths }: StyledPage, container: string, shares: Shares): boolean[] | null {
  let [inside, unsure, last] = [0, 0, false];
  const kept = page.blocks.map(({ words }, at) => {
    const path = paths[at];
    if (path === undefined || !isInside(path, container)) return false;
    inside += words;
    const sure = details
      .flatMap((detail) => shares.get(detail + path[detail]) ?? [])
      .map(({ text, all }) => text / Math.max(1, all))
      .find((share) => share >= sureShare || share <= 1 - sureShare);
    if (sure === undefined) unsure += words;
    else last = sure >= sureShare;
    return last;
  });
  return kept.includes(true) && unsure <= maxUnsure * inside ? kept : null;
}

const [rounds, warmUpRounds, everyNth] = [9, 5, 5] as const;

/** CPU of what stays to be done without the block model and without searching fields, beside `extract`; the median of the rounds. */
function leastCost(cells: readonly Cell[]): number {
  const snapshots = cells.flatMap(({ folder, pages }) =>
    pages.filter((_, at) => at % everyNth === 0).map((page) => snapshotOf(folder, page)),
  );
  const cpuOf = (read: (snapshot: (typeof snapshots)[number]) => void): number => {
    const from = process.cpuUsage();
    for (const snapshot of snapshots) read(snapshot);
    const { user, system } = process.cpuUsage(from);
    return user + system;
  };
  const ratios: number[] = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const whole = cpuOf((snapshot) => extract(snapshot, siteFor([], snapshot.site), { draftAlways: true }));
    const least = cpuOf(({ html, url, finalUrl }) => {
      const parsed = parsePage(html);
      const { document } = parsed;
      const tree = readPageTree(document.documentElement);
      readStructured(parsed, finalUrl);
      findLinks({ document, baseUrl: finalUrl, foundOn: url, selector: null, contentType: '' });
      pathsIn(tree, null);
      // long blocks stand for the body: they have about its length
      const body = pruneTo(
        document,
        tree.blocks.filter(({ length }) => length > 80),
      );
      renderBody(body, document, finalUrl, allRulesOn);
    });
    if (round >= warmUpRounds) ratios.push(least / whole);
  }
  return ratios.toSorted((a, b) => a - b)[ratios.length >> 1] ?? 0;
}
