import { beginsWith, tokensOf, type WordBag } from '../../../text/likeness.ts';
import { type Block, endsSentence, isLong } from '../page/blocks.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import { minHeadlineWords, readingsOf } from './headline-readings.ts';
import { type MainText, topicality } from './main-text.ts';

/** What the page says of itself, as far as a headline is compared with it. */
export interface TitleReferences {
  /** Words of each title that the head gives. */
  readonly headTitles: readonly WordBag[];
  /** Words of `<title>`. */
  readonly titleTokens: readonly string[];
  /** Words of its last piece, behind a separator. */
  readonly lastPieceTokens: readonly string[];
  /** `<title>` where the site's name is part of it. */
  readonly titleWithSiteName: string | null;
  readonly namesSite: (block: Block) => boolean;
}

export interface Headline {
  readonly block: Block;
  readonly text: string;
  /** Likeness to the head, 0 to 1. */
  readonly likeness: number;
  /** With what its place is worth. */
  readonly score: number;
}

/** Longer blocks are paragraphs. */
const maxHeadlineLength = 300;
/** Added to the likeness: an h1 is a headline rather than a teaser of the same words. */
const tagBonus: Readonly<Record<string, number>> = { h1: 0.25, h2: 0.1, h3: 0.1 };
/** The page's only h1: heads are written for search engines, and a heading within the text may be more like them. */
const onlyH1Bonus = 0.45;
const linkPenalty = 0.2;
/** The shorter reading of two that are equally like the head. */
const shorterReadingBonus = 0.01;
/** The outlet's own name, where blogs put their h1. */
const siteNamePenalty = 0.5;
/** Lines of lists and menus name pages as heads do. */
const furniture = 'li, nav, footer, aside';
const furniturePenalty = 0.5;
/** A line that repeats `<title>` with the site's name is for search engines or sharing. */
const titleWithSiteNamePenalty = 0.15;
/** Likeness of what `<title>` begins with, whatever follows. */
const titleEdgeLikeness = 0.85;

const headings = 'h1, h2, h3';

/** The visible block, and its reading, that is most like what the head calls the page; null where the head or the page has nothing. */
export function bestHeadline(blocks: readonly Block[], main: MainText, heads: TitleReferences): Headline | null {
  if (heads.headTitles.length === 0) return null;
  const onlyTop = onlyH1Of(blocks, main, heads);
  let best: Headline | null = null;
  for (const [at, block] of blocks.entries()) {
    if (block.text.length > maxHeadlineLength) continue;
    const heading = block.element.closest(headings);
    if (heading === null && main.length > 0 && at >= main.to) continue;
    const bonus = block === onlyTop ? onlyH1Bonus : heading === null ? 0 : (tagBonus[heading.localName] ?? 0);
    // whatever it says, it can't be better
    if (best !== null && bonus + 1 + shorterReadingBonus <= best.score) continue;
    const place = bonus - penaltyOf(block, heading === null, heads);
    for (const { text, longerReading } of heading === null ? [{ text: block.text }] : readingsOf(block, heading)) {
      const likeness = likenessToHead(heads, text);
      const score =
        place +
        (longerReading === undefined
          ? likeness
          : Math.max(likeness, likenessToHead(heads, longerReading)) + shorterReadingBonus);
      if (best === null || score > best.score + 1e-9) best = { block, text, likeness: likeness, score };
    }
  }
  return best;
}

const penaltyOf = (block: Block, isPlain: boolean, { namesSite, titleWithSiteName }: TitleReferences): number =>
  (block.linkLength > block.length / 2 ? linkPenalty : 0) +
  (isPlain && block.element.closest(furniture) !== null ? furniturePenalty : 0) +
  (isPlain && block.text === titleWithSiteName ? titleWithSiteNamePenalty : 0) +
  (namesSite(block) ? siteNamePenalty : 0);

/** A single word is a section's name rather, unless the text follows at once. */
function onlyH1Of(blocks: readonly Block[], main: MainText, { namesSite }: TitleReferences): Block | null {
  const tops = blocks.filter((block) => block.element.closest(headings)?.localName === 'h1' && !namesSite(block));
  const [top, second] = tops;
  if (top === undefined || second !== undefined) return null;
  return tokensOf(top.text).length > 1 || top === blocks[main.from - 1] ? top : null;
}

function likenessToHead({ headTitles, titleTokens, lastPieceTokens }: TitleReferences, text: string): number {
  const tokens = tokensOf(text);
  if (tokens.length === 0) return -1;
  const likeness = Math.max(...headTitles.map((reference) => reference.likeness(tokens)));
  // the beginning of <title> is a headline also when the site's name follows, and so is its end behind the site's name
  const isEdge =
    beginsWith(titleTokens, tokens) ||
    (tokens.length === lastPieceTokens.length && beginsWith(lastPieceTokens, tokens));
  return tokens.length >= minHeadlineWords && isEdge ? Math.max(likeness, titleEdgeLikeness) : likeness;
}

/** Lines before the text that may be its headline. */
const maxLinesBeforeText = 12;
const maxLineLength = 150;
/** Share of a line's words that the text comes back to, from which it is about the same; and so much more than those of the head. */
const minTopicality = 0.5;
const minTopicalityGain = 0.25;

/**
 * Where the head names the site only ("Gazette Online: Breaking News") or nothing: the first line just above the text whose words the text has, and has more than those of the head;
 * else the heading that the text follows at once. Null where there is neither.
 */
export function headlineAbove(
  blocks: readonly Block[],
  main: MainText,
  namesSite: TitleReferences['namesSite'],
  head: string,
): Block | null {
  const share = topicality(blocks, main);
  const minShare = Math.max(minTopicality, (share(head) ?? 0) + minTopicalityGain);
  const isShort = (block: Block) => block.linkLength === 0 && block.text.length <= maxLineLength && !namesSite(block);
  const isTopical = (block: Block) => isShort(block) && mayBeHeadline(block) && (share(block.text) ?? 0) >= minShare;
  const last = blocks[main.from - 1];
  const isHeading = last !== undefined && isShort(last) && last.element.closest('h1, h2') !== null;
  return (
    blocks.slice(Math.max(0, main.from - maxLinesBeforeText), main.from).find(isTopical) ??
    (isHeading ? last : blocks.slice(main.from, secondLongBlock(blocks, main)).find(isTopical)) ??
    null
  );
}

/** A paragraph of the page's furniture may stand before the text itself. */
function secondLongBlock(blocks: readonly Block[], main: MainText): number {
  const long = blocks.slice(main.from, main.to).flatMap((block, at) => (isLong(block) ? [main.from + at] : []));
  return long[1] ?? main.from;
}

/** A day written out: such a line is the dateline. */
const writtenDate = /\d{1,2}\.?\s+\p{L}+\.?\s+\d{4}|\p{L}+\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/u;

const mayBeHeadline = ({ text, element }: Block): boolean =>
  tokensOf(text).filter((word) => !/^\d+$/.test(word)).length >= minHeadlineWords &&
  !endsSentence(text) &&
  !/[:：]$/.test(text) &&
  !writtenDate.test(text) &&
  element.closest(furniture) === null;

/** Headings of the page's boxes have at most so much of a headline's letters. */
const minFontSizeRatio = 1.2;

/** The line above the text whose letters are the largest of the page by far, site names and links apart; null where there is none. On 124 written pages it is the headline, on all. */
export function largestLine(
  blocks: readonly Block[],
  main: MainText,
  namesSite: TitleReferences['namesSite'],
  geometry: PageGeometry,
): Block | null {
  const lines = blocks.flatMap((block, at) => {
    const letters = block.linkLength > 0 || namesSite(block) ? undefined : geometry.placeOf(block)?.fontPx;
    return letters === undefined ? [] : [{ block, at, letters }];
  });
  const [largest, second] = lines.sort((a, b) => b.letters - a.letters);
  if (largest === undefined || largest.at >= secondLongBlock(blocks, main) || largest.block.text.length > maxLineLength)
    return null;
  const isAlone = second === undefined || largest.letters >= minFontSizeRatio * second.letters;
  return isAlone && tokensOf(largest.block.text).length >= minHeadlineWords ? largest.block : null;
}
