import type { TraceLine } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, isLong, longLettersIn } from '../page/blocks.ts';
import { consentBoxes, isConsentForm, isDialogLike } from '../page/consent-form.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import type { PageTree } from '../page/page-tree.ts';
import type { RulesOff } from '../rules-off.ts';
import { findCommentBlocks } from './comments/comment-areas.ts';
import { findCommentThreads } from './comments/comment-threads.ts';
import { findDatedPosts } from './dated-posts.ts';
import { findFlatCopies } from './flat-copies.ts';
import { findHiddenByClass, findHiddenByStyle } from './hidden-classes.ts';
import { findOtherPosts } from './other-posts.ts';

interface HidingInput {
  readonly tree: PageTree;
  readonly headline: Block | null;
  /** The titles that the page's head declares. */
  readonly headTitles: readonly string[];
  /** Null: the page was fetched without a browser, so what is shown is unknown. */
  readonly geometry: PageGeometry | null;
  /** By block: the rule that already hides it, or null. */
  readonly hidden: readonly (string | null)[];
}

/** A reason to hide blocks from the search for the text. */
interface HidingRule {
  readonly name: string;
  readonly why: string;
  /** Returns for each block whether it is hidden. */
  readonly hides: (page: HidingInput) => readonly boolean[];
}

const rules: readonly HidingRule[] = [
  { name: 'consent-form', why: 'asks for consent to cookies', hides: findConsentForms },
  {
    name: 'comment-area',
    why: "readers' comments are not part of the article",
    hides: ({ tree, headline }) => findCommentBlocks(tree, headline),
  },
  {
    name: 'comment-thread',
    why: 'readers answer each other here, below the article',
    hides: ({ tree, headline }) => findCommentThreads(tree, headline),
  },
  {
    name: 'flat-copy',
    why: 'joins other blocks of the page in one line',
    hides: ({ tree }) => findFlatCopies(tree.blocks),
  },
  {
    name: 'other-post',
    why: 'another full post with its own heading and date',
    hides: ({ tree, headline }) => findOtherPosts(tree, headline),
  },
  {
    name: 'dated-post',
    why: 'another full post, whose date has the markup of the first one',
    hides: ({ tree, headline, headTitles }) => findDatedPosts(tree, headline, headTitles),
  },
  {
    name: 'hidden-class',
    why: 'a box that the style sheet hides',
    hides: ({ tree, headline, geometry }) =>
      geometry === null ? findHiddenByClass(tree, headline) : tree.blocks.map(() => false),
  },
  {
    name: 'hidden-style',
    why: 'a box that a style or an attribute hides',
    hides: ({ tree, headline, geometry }) =>
      geometry === null ? findHiddenByStyle(tree, headline) : tree.blocks.map(() => false),
  },
  { name: 'invisible', why: 'the browser does not show it', hides: findInvisible },
  { name: 'over-page', why: 'a bar or a dialog that the browser shows over the page', hides: findOverlays },
  { name: 'out-of-sight', why: 'a speck, or beyond the edge of the page: for screen readers', hides: findOutOfSight },
];

export interface HiddenBlocks {
  /** By block: the rule that hides it, or null. */
  readonly rules: readonly (string | null)[];
  readonly trace: readonly TraceLine[];
}

/** Returns for each block the first rule that hides it from the search for the text. */
export function findHiddenBlocks({
  off,
  ...page
}: Omit<HidingInput, 'hidden'> & { readonly off: RulesOff }): HiddenBlocks {
  const { tree } = page;
  const hidden: (string | null)[] = tree.blocks.map(() => null);
  const trace: TraceLine[] = [];
  for (const { name, why, hides } of rules) {
    let count = 0;
    for (const [at, isHidden] of hides({ ...page, hidden }).entries()) {
      if (!isHidden || hidden[at] !== null || off.has(`hidden/${name}`)) continue;
      hidden[at] = name;
      count += 1;
    }
    if (count > 0) trace.push({ rule: name, why: `${why} (${count} blocks)` });
  }
  return { rules: hidden, trace };
}

/** Latin letters of full paragraphs behind an overlay. With fewer, the overlay may be the page itself. */
const minLettersBehind = 250;

/** Hides consent dialogs, even where the page has no other text. A box that holds the headline is not a dialog. */
function findConsentForms({ tree: { elements, starts, ends, blocks }, headline }: HidingInput): boolean[] {
  const isHidden = blocks.map(() => false);
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  const boxes = consentBoxes(elements);
  const all = longLettersIn(blocks);
  for (let at = 0; at < elements.length; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || isHidden[start] || (start <= headlineAt && headlineAt < end)) continue;
    const element = elements[at] as Element;
    const isDialog = isDialogLike(element) && isConsentForm(element);
    // without a name that says dialog, it may be an article about cookies: then nothing else is left
    const isNameless =
      !isDialog && boxes.has(element) && all - longLettersIn(blocks.slice(start, end)) >= minLettersBehind;
    if (isDialog || isNameless) isHidden.fill(true, start, end);
  }
  return isHidden;
}

/** Share of the text that the serialiser may mark as not shown. With more, the page waits for a script that fades its parts in: the mark proves nothing. */
const maxInvisibleShare = 0.9;

/** Hides what the serialiser marks as not shown. A page behind an overlay has that mark, too: an element with most of the text stays. */
function findInvisible({ tree: { elements, starts, ends, blocks }, geometry, hidden }: HidingInput): boolean[] {
  const isHidden = blocks.map(() => false);
  if (geometry === null) return isHidden;
  const isMarked = blocks.map(() => false);
  const longBefore = [0];
  for (const [at, block] of blocks.entries())
    longBefore.push((longBefore.at(-1) ?? 0) + (isLong(block) && hidden[at] === null ? block.length : 0));
  const longIn = (from: number, to: number) => (longBefore[to] ?? 0) - (longBefore[from] ?? 0);
  const all = longIn(0, blocks.length);
  for (let at = 0; at < elements.length; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || isHidden[start] || elements[at]?.getAttribute('data-v') !== '0') continue;
    isMarked.fill(true, start, end);
    if (longIn(start, end) <= all / 2) isHidden.fill(true, start, end);
  }
  const marked = isMarked.reduce((sum, is, at) => sum + (is ? longIn(at, at + 1) : 0), 0);
  return marked > maxInvisibleShare * all ? blocks.map(() => false) : isHidden;
}

/** Hides overlays. One that holds the headline stays: some sites show their articles in overlays. */
function findOverlays({
  tree: { elements, starts, ends, blocks },
  headline,
  geometry,
  hidden,
}: HidingInput): boolean[] {
  const isHidden = blocks.map(() => false);
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  if (geometry === null || headlineAt < 0) return isHidden;
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || element.getAttribute('data-v') !== 'over' || (start <= headlineAt && headlineAt < end))
      continue;
    isHidden.fill(true, start, end);
  }
  const behind = blocks.filter((_, at) => !isHidden[at] && hidden[at] === null);
  return longLettersIn(behind) >= minLettersBehind ? isHidden : blocks.map(() => false);
}

/** Left edge in px: no page scrolls beyond it. Nearer blocks may be earlier pictures of a series. */
const farLeftPx = -1_000;

/** Hides text that the browser reports as shown, but that no reader sees: 1 px in size, or beyond the edge of the page. */
function findOutOfSight({ tree: { blocks }, geometry, hidden }: HidingInput): boolean[] {
  if (geometry === null) return blocks.map(() => false);
  const places = blocks.map((block) => geometry.placeOf(block));
  const isHidden = places.map(
    (place) =>
      place !== null &&
      ((place.width <= 1 && place.height <= 1) || place.x + place.width <= farLeftPx || place.y + place.height <= 0),
  );
  const lengthWhere = (test: (at: number) => boolean) =>
    blocks.reduce((sum, { length }, at) => sum + (hidden[at] === null && test(at) ? length : 0), 0);
  return lengthWhere((at) => isHidden[at] === true) * 2 <= lengthWhere(() => true) ? isHidden : blocks.map(() => false);
}
