import type { TraceLine } from '../../../model/article/draft.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, isLong } from '../page/blocks.ts';
import { isConsentForm, isDialogLike } from '../page/consent-form.ts';
import type { PageGeometry } from '../page/page-geometry.ts';
import type { PageTree } from '../page/page-tree.ts';
import { inComments } from './comment-areas.ts';

interface HidingQuestion {
  readonly tree: PageTree;
  readonly headline: Block | null;
  /** Null: no browser gave the page, and nobody can say what is shown. */
  readonly geometry: PageGeometry | null;
  /** By block: the rule that hides it already, or null. */
  readonly hidden: readonly (string | null)[];
}

/** One reason to leave blocks out before the text is looked for. */
interface HidingRule {
  readonly name: string;
  readonly why: string;
  /** By block. */
  readonly hides: (page: HidingQuestion) => readonly boolean[];
}

const rules: readonly HidingRule[] = [
  { name: 'consent-form', why: 'asks for consent to cookies', hides: inConsentForms },
  {
    name: 'comment-area',
    why: "readers' comments are no article",
    hides: ({ tree, headline }) => inComments(tree, headline),
  },
  { name: 'invisible', why: 'the browser does not show it', hides: invisible },
  { name: 'over-page', why: 'a bar or a dialog that the browser shows over the page', hides: overPage },
  { name: 'out-of-sight', why: 'a speck, or beyond the edge of the page: for screen readers', hides: outOfSight },
];

export interface HiddenBlocks {
  /** By block: the rule that hides it, or null. */
  readonly rules: readonly (string | null)[];
  readonly trace: readonly TraceLine[];
}

/** What of a page is not looked at when its text is searched. */
export function hiddenBlocks(page: Omit<HidingQuestion, 'hidden'>): HiddenBlocks {
  const { tree } = page;
  const hidden: (string | null)[] = tree.blocks.map(() => null);
  const trace: TraceLine[] = [];
  for (const { name, why, hides } of rules) {
    let count = 0;
    for (const [at, isHidden] of hides({ ...page, hidden }).entries()) {
      if (!isHidden || hidden[at] !== null) continue;
      hidden[at] = name;
      count += 1;
    }
    if (count > 0) trace.push({ rule: name, why: `${why} (${count} blocks)` });
  }
  return { rules: hidden, trace };
}

/** A page whose article is missing has no text: its dialog is none, also where nothing else is there. One that holds the headline is no dialog. */
function inConsentForms({ tree: { elements, starts, ends, blocks }, headline }: HidingQuestion): boolean[] {
  const found = blocks.map(() => false);
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  for (let at = 0; at < elements.length; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || found[start] || (start <= headlineAt && headlineAt < end)) continue;
    const element = elements[at] as Element;
    if (isDialogLike(element) && isConsentForm(element)) found.fill(true, start, end);
  }
  return found;
}

/** What the serialiser marked as not shown. A page behind an overlay is not shown either: what holds most of the text stays. */
function invisible({ tree: { elements, starts, ends, blocks }, geometry, hidden }: HidingQuestion): boolean[] {
  const found = blocks.map(() => false);
  if (geometry === null) return found;
  const longBefore = [0];
  for (const [at, block] of blocks.entries())
    longBefore.push((longBefore.at(-1) ?? 0) + (isLong(block) && hidden[at] === null ? block.length : 0));
  const longIn = (from: number, to: number) => (longBefore[to] ?? 0) - (longBefore[from] ?? 0);
  const all = longIn(0, blocks.length);
  for (let at = 0; at < elements.length; at++) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || found[start] || elements[at]?.getAttribute('data-v') !== '0') continue;
    if (longIn(start, end) <= all / 2) found.fill(true, start, end);
  }
  return found;
}

/** Letters of full paragraphs that a page has behind its dialog, if it is one: less than that, and the layer may be the page. */
const enoughBehind = 250;

/** A layer with the headline is how some sites show an article. */
function overPage({ tree: { elements, starts, ends, blocks }, headline, geometry, hidden }: HidingQuestion): boolean[] {
  const found = blocks.map(() => false);
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  if (geometry === null || headlineAt < 0) return found;
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    if (start === end || element.getAttribute('data-v') !== 'over' || (start <= headlineAt && headlineAt < end))
      continue;
    found.fill(true, start, end);
  }
  const behind = blocks.filter((block, at) => isLong(block) && !found[at] && hidden[at] === null);
  return behind.reduce((sum, { length }) => sum + length, 0) >= enoughBehind ? found : blocks.map(() => false);
}

/** Further out to the left no page can be scrolled to; nearer by may be the pictures of a series that were looked at before. */
const farLeft = -1_000;

/** Texts that nobody sees and that the browser calls shown all the same. */
function outOfSight({ tree: { blocks }, geometry, hidden }: HidingQuestion): boolean[] {
  if (geometry === null) return blocks.map(() => false);
  const places = blocks.map((block) => geometry.placeOf(block));
  const found = places.map(
    (place) =>
      place !== null &&
      ((place.width <= 1 && place.height <= 1) || place.x + place.width <= farLeft || place.y + place.height <= 0),
  );
  const lengthOf = (test: (at: number) => boolean) =>
    blocks.reduce((sum, { length }, at) => sum + (hidden[at] === null && test(at) ? length : 0), 0);
  return lengthOf((at) => found[at] === true) * 2 <= lengthOf(() => true) ? found : blocks.map(() => false);
}
