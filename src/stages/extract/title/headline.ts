import { beginsWith, sharedWordsShare, type WordBag, wordTokens } from '../../../text/likeness.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, endsSentence, isLong } from '../page/blocks.ts';
import { type MainText, topicality } from '../page/main-text.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import type { RulesOff } from '../rules-off.ts';
import { headingParts, minHeadlineWords, shownHeading, withoutKicker } from './heading-parts.ts';

/** The titles in the page's head, with which headlines are compared. */
export interface TitleReferences {
  /** Words of each title: Open Graph, JSON-LD, `<title>`, the address. */
  readonly headTitles: readonly WordBag[];
  /** The words of the headline in JSON-LD, with spaces between; empty without one. Only a heading above the text is compared: a teaser or a part of the text may say the same. */
  readonly declared: string;
  /** Words of `<title>`. */
  readonly titleTokens: readonly string[];
  /** Words of `<title>` after its last separator. */
  readonly lastPieceTokens: readonly string[];
  /** Whether a block is the site's name rather than a headline. */
  readonly namesSite: (block: Block) => boolean;
  readonly off: RulesOff;
}

interface Reading {
  readonly text: string;
  /** Likeness to the head, 0 to 1. */
  readonly likeness: number;
  /** The likeness with bonuses and penalties for its place on the page. */
  readonly score: number;
}

export interface Headline extends Reading {
  readonly block: Block;
}

/** Characters. Longer blocks are paragraphs. */
const maxHeadlineLength = 300;
/** Added to the likeness: a heading is a headline rather than a teaser with the same words. */
const tagBonus: Readonly<Record<string, number>> = { h1: 0.25, h2: 0.1, h3: 0.1 };
/** For a heading that is at most this many blocks above the main text, site names apart. */
const nearTextBonus = 0.1;
const maxBlocksToText = 8;
/** For the page's only h1. Titles in the head are written for search engines, and a subheading may be more like them. */
const onlyH1Bonus = 0.45;
const linkPenalty = 0.2;
/** For a heading that is word for word the headline in JSON-LD: another heading is a breadcrumb, or written for search engines. A kicker may be part of it in the JSON-LD. */
const declaredBonus = 0.5;
/** Decides for the shorter of two equally good readings. */
const shorterReadingBonus = 0.01;
/** For the outlet's name: many blogs put it in the h1. */
const siteNamePenalty = 0.5;
/** For a heading whose class calls it the line above the headline; the bonus of an only h1 would win otherwise. */
const kickerPenalty = 0.5;
const kickerClass = /(?:^|[\s_]|--)(?:kicker|eyebrow|overline|topline|strapline|dachzeile|spitzmarke)(?=\s|$)/;
const isKicker = (heading: Element | null): boolean => heading !== null && kickerClass.test(heading.className);
/** Links in lists and menus repeat the titles of pages. */
const furniture = 'li, nav, footer, aside';
const furniturePenalty = 0.5;
/** Likeness of a text with which `<title>` starts, or which follows its last separator. */
const titleEdgeLikeness = 0.85;
/** Words of such a text, at least: the site's name stands at an edge of `<title>`, too, and is shorter. */
const minEdgeWords = 4;
/** Weight of the likeness to the average title of the head; the rest is for the title that is most like the text. A headline is like several titles, the site's name like one. */
const agreementWeight = 0.2;

const headings = 'h1, h2, h3';

/** The visible block with the best score, in its best reading; null if the head has no title or the page no text. */
export function bestHeadline(blocks: readonly Block[], main: MainText, heads: TitleReferences): Headline | null {
  if (heads.headTitles.length === 0) return null;
  const top = onlyH1Of(blocks, main, heads);
  const bonusOf = bonuses(main, top, heads);
  let best: Headline | null = null;
  for (const [at, block] of blocks.entries()) {
    if (block.text.length > maxHeadlineLength) continue;
    const heading = block.element.closest(headings);
    // the site's name or motto above its menu
    if (heading?.closest('nav') && !isDeclared(block.text, heads)) continue;
    if (heading === null && main.length > 0 && at >= main.to) continue;
    const bonus = heading === null ? 0 : bonusOf(block, at, heading);
    // no likeness would make it better
    if (best !== null && bonus + 1 + declaredBonus + shorterReadingBonus <= best.score) continue;
    const place = bonus - penaltyOf(block, heading === null, heads);
    const isAbove = main.length === 0 || at <= main.from;
    for (const { text, likeness, score } of readingsOf(block, heading, isAbove ? heads : { ...heads, declared: '' }))
      if (best === null || place + score > best.score + 1e-9) best = { block, text, likeness, score: place + score };
  }
  return best;
}

type BonusOf = (block: Block, at: number, heading: Element) => number;

/** @param onlyH1 the page's only h1 */
function bonuses(main: MainText, onlyH1: Block | null, { namesSite, off }: TitleReferences): BonusOf {
  const top = off.has('title/only-h1') ? null : onlyH1;
  const headingBonus = off.has('title/heading-bonus') ? {} : tagBonus;
  const nearBonus = main.length === 0 || off.has('title/near-text') ? 0 : nearTextBonus;
  return (block, at, { localName }) => {
    const isNear = at <= main.from && at >= main.from - maxBlocksToText && !namesSite(block);
    return (block === top ? onlyH1Bonus : (headingBonus[localName] ?? 0)) + (isNear ? nearBonus : 0);
  };
}

/** A heading that is word for word the headline of the page's JSON-LD. */
const isDeclared = (reading: string, { declared, off }: TitleReferences): boolean =>
  declared !== '' && !off.has('title/declared') && wordTokens(reading).join(' ') === declared;

/** The whole text and, for a heading, the texts of its elements and the text without a kicker, for which the whole heading's likeness to the head counts, too. */
function readingsOf({ text, element }: Block, heading: Element | null, heads: TitleReferences): readonly Reading[] {
  const read = (reading: string): Reading => {
    const likeness = likenessToHead(heads, reading);
    return { text: reading, likeness, score: likeness + (isDeclared(reading, heads) ? declaredBonus : 0) };
  };
  const whole = read(text);
  if (heading === null) return [whole];
  const shown = shownHeading(text, heading);
  const texts = [
    ...(shown === null ? [] : [shown]),
    ...(heads.off.has('title/heading-parts') ? [] : headingParts(element)),
  ];
  const parts = texts.map(read);
  const isTitle = (rest: string): boolean => beginsWith(heads.titleTokens, wordTokens(rest));
  const bare = heads.off.has('title/kicker') ? null : withoutKicker(text, heading, isTitle);
  if (bare === null) return [whole, ...parts];
  const { likeness, score: bareScore } = read(bare);
  const score = Math.max(bareScore, whole.score) + shorterReadingBonus;
  return [whole, ...parts, { text: bare, likeness, score }];
}

/** Most of the text is a link. */
const isLink = ({ linkLength, length }: Block): boolean => linkLength > length / 2;

interface Penalty {
  readonly name: string;
  readonly score: number;
  readonly applies: (block: Block, isPlain: boolean, heads: TitleReferences) => boolean;
}

const penalties: readonly Penalty[] = [
  { name: 'link', score: linkPenalty, applies: isLink },
  {
    name: 'furniture',
    score: furniturePenalty,
    applies: ({ element }, isPlain) => isPlain && element.closest(furniture) !== null,
  },
  { name: 'site-name', score: siteNamePenalty, applies: (block, _, { namesSite }) => namesSite(block) },
  { name: 'kicker', score: kickerPenalty, applies: ({ element }) => isKicker(element.closest(headings)) },
];

/** @param isPlain the block is in no heading */
function penaltyOf(block: Block, isPlain: boolean, heads: TitleReferences): number {
  let sum = 0;
  for (const { name, score, applies } of penalties)
    if (applies(block, isPlain, heads) && !heads.off.has(`title/penalty-${name}`)) sum += score;
  return sum;
}

/** The page's only h1 above the end of the text, site names and links apart. A single word is a section's name, unless the text follows directly. */
function onlyH1Of(blocks: readonly Block[], main: MainText, { namesSite }: TitleReferences): Block | null {
  const tops = (main.length > 0 ? blocks.slice(0, main.to) : blocks).filter(
    (block) => block.element.closest(headings)?.localName === 'h1' && !isLink(block) && !namesSite(block),
  );
  const [top, second] = tops;
  if (top === undefined || second !== undefined) return null;
  return wordTokens(top.text).length > 1 || top === blocks[main.from - 1] ? top : null;
}

function likenessToHead({ headTitles, titleTokens, lastPieceTokens, off }: TitleReferences, text: string): number {
  const tokens = wordTokens(text);
  if (tokens.length === 0) return -1;
  const all = headTitles.map((reference) => reference.likeness(tokens));
  const best = Math.max(...all);
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length;
  const likeness = off.has('title/agreement') ? best : best + agreementWeight * (mean - best);
  // the headline may be the start of <title>, before the site's name, or its end, after it
  const isEdge =
    beginsWith(titleTokens, tokens) ||
    (tokens.length === lastPieceTokens.length && beginsWith(lastPieceTokens, tokens));
  const isRaised = tokens.length >= minEdgeWords && isEdge && likeness < titleEdgeLikeness;
  return isRaised && !off.has('title/edge-of-title') ? titleEdgeLikeness : likeness;
}

/** This many lines before the text are searched for its headline. */
const maxLinesBeforeText = 12;
const maxLineLength = 150;
/** Share of a line's words that the text repeats: at least this much in all, and this much more than the head's title. */
const minTopicality = 0.5;
const minTopicalityGain = 0.25;

/**
 * For a head with the site's name only ("Gazette Online: Breaking News") or without a title: the first line above the text whose words the text repeats, more than the head's;
 * else the heading directly above the text; else null.
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

/** The page's only h1, shortly above the text, where the head's title is another text: it may be the site's name, the same on every page. */
export function h1AboveText(
  blocks: readonly Block[],
  main: MainText,
  namesSite: TitleReferences['namesSite'],
  head: string,
): Block | null {
  const tops = blocks.filter((block) => block.element.closest('h1') !== null && !namesSite(block));
  const [top, second] = tops;
  if (top === undefined || second !== undefined || top.text.length > maxLineLength) return null;
  const at = blocks.indexOf(top);
  const isAbove = main.length === 0 || (at < main.to && at >= main.from - maxLinesBeforeText);
  return isAbove && sharedWordsShare(wordTokens(top.text), wordTokens(head)) === 0 ? top : null;
}

/** Index of the second long block: the first one may be boilerplate before the text. */
function secondLongBlock(blocks: readonly Block[], main: MainText): number {
  const long = blocks.slice(main.from, main.to).flatMap((block, at) => (isLong(block) ? [main.from + at] : []));
  return long[1] ?? main.from;
}

/** A line with a date is the dateline. */
const writtenDate = /\d{1,2}\.?\s+\p{L}+\.?\s+\d{4}|\p{L}+\.?\s+\d{1,2},?\s+\d{4}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/u;

const mayBeHeadline = ({ text, element }: Block): boolean =>
  wordTokens(text).filter((word) => !/^\d+$/.test(word)).length >= minHeadlineWords &&
  !endsSentence(text) &&
  !/[:：]$/.test(text) &&
  !writtenDate.test(text) &&
  element.closest(furniture) === null;

/** The headline's font size divided by the next largest one: at least this. */
const minFontSizeRatio = 1.2;

/** The line above the text with by far the largest font size, site names and links apart; null if there is none. Right on all of 124 generated pages. */
export function largestLine(
  blocks: readonly Block[],
  main: MainText,
  namesSite: TitleReferences['namesSite'],
  geometry: PageGeometry,
): Block | null {
  const lines = blocks.flatMap((block, at) => {
    const fontPx = block.linkLength > 0 || namesSite(block) ? undefined : geometry.placeOf(block)?.fontPx;
    return fontPx === undefined ? [] : [{ block, at, fontPx }];
  });
  const [largest, second] = lines.sort((a, b) => b.fontPx - a.fontPx);
  if (largest === undefined || largest.at >= secondLongBlock(blocks, main) || largest.block.text.length > maxLineLength)
    return null;
  const isAlone = second === undefined || largest.fontPx >= minFontSizeRatio * second.fontPx;
  return isAlone && wordTokens(largest.block.text).length >= minHeadlineWords ? largest.block : null;
}
