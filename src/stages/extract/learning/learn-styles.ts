import { type LearnedStyle, type StyleDetail, styleDetails } from '../../../model/wrapper/learned-wrapper.ts';
import type { PageProfile, ProfileBlock } from '../../../model/wrapper/page-profile.ts';
import { type StylePaths, styleKey, stylePathsOf } from '../wrapper/style-paths.ts';

/** A page with the style paths of its blocks. */
export interface StyledPage {
  readonly page: PageProfile;
  readonly paths: readonly StylePaths[];
}

/** Share of a site's pages on which a class name or id must be to count; others differ by page, as `tag-elections` does. */
const minNameShare = 0.2;
/** Pages below which all names count: too few to see which ones differ by page. */
const minPagesForNames = 3;

/** The names that styles of these pages have; null: all. */
export function sharedNames(pages: readonly PageProfile[]): string[] | null {
  if (pages.length < minPagesForNames) return null;
  const counts = new Map<string, number>();
  for (const { elements } of pages)
    for (const name of new Set(elements.names.flat())) counts.set(name, (counts.get(name) ?? 0) + 1);
  const minPages = Math.max(2, minNameShare * pages.length);
  return [...counts].flatMap(([name, count]) => (count >= minPages ? [name] : [])).sort();
}

export const stylePages = (pages: readonly PageProfile[], names: readonly string[] | null): StyledPage[] => {
  const known = names === null ? null : new Set(names);
  return pages.map((page) => ({
    page,
    paths: stylePathsOf(
      { tags: page.elements.tags, parents: page.elements.parents, namesOf: (at) => page.elements.names[at] ?? [] },
      page.blocks,
      known,
    ),
  }));
};

/** Words of a block that count, at most: one long block is no more evidence than a few paragraphs. */
const maxWeight = 60;
/** Styles of each level of detail that are kept, at most, those with the most text first. */
const maxStyles = 1_500;

interface StyleSums {
  readonly detail: StyleDetail;
  readonly path: string;
  readonly removed: boolean;
  readonly pageScores: number[];
  readonly correctedScores: number[];
  words: number;
  lines: number;
  readonly codes: Set<string>;
}

/** The style library: what text each style holds, over all pages. Styles of corrected pages come first, then the most frequent. */
export function learnStyles(pages: readonly StyledPage[]): LearnedStyle[] {
  const sums = new Map<string, StyleSums>();
  for (const page of pages) for (const detail of styleDetails) addPage(sums, page, detail);
  const styles = [...sums.values()].map((style): LearnedStyle => {
    const { detail, path, removed, pageScores, correctedScores, words, lines, codes } = style;
    return {
      detail,
      path,
      removed,
      score: rounded(meanOf(pageScores)),
      pages: pageScores.length,
      corrected:
        correctedScores.length === 0
          ? null
          : { score: rounded(meanOf(correctedScores)), pages: correctedScores.length },
      words: Math.round(words / pageScores.length),
      variety: rounded(codes.size / lines),
    };
  });
  const weight = ({ corrected, pages: count, words }: LearnedStyle): number =>
    (corrected === null ? 0 : 1e6) + count * (words + 1);
  const order = styles.sort((a, b) => weight(b) - weight(a) || (a.path < b.path ? -1 : 1));
  return styleDetails.flatMap((detail) => order.filter((style) => style.detail === detail).slice(0, maxStyles));
}

function addPage(sums: Map<string, StyleSums>, { page, paths }: StyledPage, detail: StyleDetail): void {
  const groups = Map.groupBy(page.blocks.entries(), ([at, { isRemoved }]) =>
    styleKey(detail, paths[at]?.[detail] ?? '', isRemoved),
  );
  for (const [key, entries] of groups) {
    const [first] = entries;
    if (first === undefined) continue;
    const blocks = entries.map(([, block]) => block);
    const style = sums.get(key) ?? {
      detail,
      path: paths[first[0]]?.[detail] ?? '',
      removed: first[1].isRemoved,
      pageScores: [],
      correctedScores: [],
      words: 0,
      lines: 0,
      codes: new Set<string>(),
    };
    sums.set(key, style);
    style.pageScores.push(weightedMean(blocks, ({ score }) => score));
    if (page.isCorrected) style.correctedScores.push(weightedMean(blocks, ({ isArticle }) => Number(isArticle)));
    style.lines += blocks.length;
    for (const { words, code } of blocks) {
      style.words += words;
      style.codes.add(code);
    }
  }
}

function weightedMean(blocks: readonly ProfileBlock[], scoreIn: (block: ProfileBlock) => number): number {
  let [sum, weights] = [0, 0];
  for (const block of blocks) {
    const weight = Math.min(block.words, maxWeight) + 1;
    sum += weight * scoreIn(block);
    weights += weight;
  }
  return sum / weights;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Three digits are enough for decisions, and keep the file readable. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
