import type { DateValue, ThreadPost } from '../../../../model/article/draft.ts';
import { type DateContext, findDates, parseDate } from '../../dates/date-parse.ts';
import { relativeDate } from '../../dates/relative-dates.ts';
import { type Block, blocksText, foldSpace, isLinkLine } from '../../page/blocks.ts';
import { memberAddress } from '../../page/known-addresses.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { headBefore, type PostBoxes } from './find-posts.ts';
import { isDateMark, isNameMark } from './post-marks.ts';
import { type OwnPart, ownPart } from './post-texts.ts';

/** Words of a line of a post whose text has no element; shorter lines are labels. */
const minWords = 4;
const maxLabelLetters = 60;
/** Latin letters of a line of text. */
const minTextLetters = 12;
/** Posts that are kept of a page. */
const maxPosts = 500;

/**
 * The posts of a topic, in the order of the page: author, date and text each. The post that began it may stand before the boxes of the answers, in another markup: then its text is
 * what stands between the headline and the first box, and its author and date are those of the page.
 */
export function readPosts(
  tree: PageTree,
  { boxes, texts }: PostBoxes,
  page: {
    readonly titleBlock: Block | null;
    readonly author: string | null;
    readonly published: DateValue | null;
    readonly context: DateContext;
  },
): ThreadPost[] {
  const parts = boxes.slice(0, maxPosts).map((box) => ownPart(tree, box, new Set(boxes)));
  const posts = parts.map(
    (part, at): ThreadPost => ({
      author: authorOf(tree, part),
      publishedAt:
        dateOf(tree, part, texts[at] ?? null, page.context) ?? dateInHead(tree, boxes[at] ?? 0, page.context),
      text: withoutTitle(textIn(tree, part, texts[at] ?? null), page.titleBlock?.text ?? ''),
    }),
  );
  const opening = openingText(tree, boxes[0] ?? 0, page.titleBlock);
  const isSameAsFirst = posts[0]?.text.includes(opening.slice(0, 200)) === true;
  const first = { author: page.author, publishedAt: page.published, text: opening };
  return [...(opening === '' || isSameAsFirst ? [] : [first]), ...posts].filter(({ text }) => text !== '');
}

/** Some forums put the topic's title above each post. */
function withoutTitle(text: string, title: string): string {
  const [first = ''] = text.split('\n', 1);
  const isTitle = title !== '' && first.replace(/^(?:re|aw|sv|ré)\s*:\s*/i, '') === title;
  return isTitle ? text.slice(first.length).trim() : text;
}

/** @param at index of the element with the text; null: no element holds that alone */
function textIn(tree: PageTree, part: OwnPart, at: number | null): string {
  const own = new Set(part.blocks);
  const blocks =
    at === null
      ? part.blocks.filter((block) => isText(block))
      : tree.blocks.slice(tree.starts[at], tree.ends[at]).filter((block) => own.has(block));
  return blocksText(blocks).trim();
}

/** Whether a line is more than a link, a label or a date. */
const isText = (block: Block): boolean =>
  !isLinkLine(block) &&
  block.length >= minTextLetters &&
  block.text.split(/\s+/).length >= Math.min(minWords, block.length / 4) &&
  !(block.length <= maxLabelLetters && /\d{4}|\d:\d\d|:\s*\d+$/.test(block.text));

function authorOf(tree: PageTree, { elements }: OwnPart): string | null {
  const named = elements.filter((at) => isNameMark(tree, at));
  const names = named.map((at) => ({ at, name: foldSpace(tree.elements[at]?.textContent ?? '') }));
  const shown = names.filter(({ name }) => name !== '' && name.length <= maxLabelLetters);
  const linked = shown.find(({ at }) => memberAddress.test(tree.elements[at]?.getAttribute('href') ?? ''));
  const [first] = linked === undefined ? shown : [linked];
  if (first === undefined) return null;
  // a box around the name also has what the member is
  const inner = shown.filter(({ name }) => first.name.startsWith(name)).sort((x, y) => x.name.length - y.name.length);
  return inner[0]?.name ?? first.name;
}

/** The latest date outside of the text: a profile has the day on which its member joined. */
function dateOf(
  tree: PageTree,
  { elements, blocks }: OwnPart,
  textAt: number | null,
  context: DateContext,
): DateValue | null {
  const [from, to] = textAt === null ? [-1, -1] : [tree.starts[textAt] ?? -1, tree.ends[textAt] ?? -1];
  const inText = new Set(tree.blocks.slice(from, to));
  const stated = elements.flatMap((at) => {
    const element = tree.elements[at];
    if (!isDateMark(tree, at) || (from >= 0 && (tree.starts[at] ?? 0) >= from && (tree.ends[at] ?? 0) <= to)) return [];
    return parseDate(element?.getAttribute('datetime') ?? element?.getAttribute('title') ?? '', context) ?? [];
  });
  const written = blocks.flatMap((block) => {
    if (inText.has(block) || block.text.length > maxDateLine) return [];
    return findDates(block.text, context)[0]?.date ?? [];
  });
  const latest = [...stated, ...written].toSorted((a, b) =>
    b.value.slice(0, 10).localeCompare(a.value.slice(0, 10)),
  )[0];
  if (latest !== undefined) return latest;
  const relative = blocks.filter((block) => !inText.has(block) && block.text.length <= maxDateLine);
  return relative.map(({ text }) => relativeDate(text, context.takenAt)).find((date) => date !== null) ?? null;
}

/** The date in a box of its own before the post. */
function dateInHead(tree: PageTree, box: number, context: DateContext): DateValue | null {
  const head = headBefore(tree, box);
  if (head === null) return null;
  const lines = tree.blocks.slice(tree.starts[head], tree.ends[head]);
  return lines.map(({ text }) => findDates(text, context)[0]?.date).find((date) => date !== undefined) ?? null;
}

/** Characters of a line with a date. */
const maxDateLine = 160;

/** The text between the headline and the first box; empty where it is less than a sentence. */
function openingText({ blocks, starts }: PageTree, firstBox: number, titleBlock: Block | null): string {
  const from = titleBlock === null ? -1 : blocks.indexOf(titleBlock);
  if (from < 0) return '';
  const lines = blocks.slice(from + 1, starts[firstBox]).filter((block) => isText(block) && !isLinkLine(block));
  return lines.some(({ length }) => length >= minOpeningLine) ? blocksText(lines).trim() : '';
}

/** Latin letters of the longest line of an opening post, at least: shorter lines are labels. */
const minOpeningLine = 40;
