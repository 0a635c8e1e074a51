import { datePattern, withoutDate } from '../authors/visible-authors.ts';
import type { Element } from '../dom/tree.ts';
import { type Block, isLong } from '../page/blocks.ts';
import { commentNames } from '../page/furniture-names.ts';
import type { PageTree } from '../page/page-tree.ts';

/** Part of a name that may stand after "comments" and still means the area as a whole. */
const suffix =
  'list|areas?|sections?|body|content|text|wrap(?:per)?|contain(?:er)?|threads?|stream|well|item|form|box|block|holder|panel|module|inner|feed|region|pane|view|main|data|node|entry|post|message|template|title|heading|count|header|embed|div|app|root|outer|ul|\\d+';
/**
 * A class, id or name that says "comments" as a whole: `post-comments`, `comment_content`, `disqus_thread`; not `commentary-page`, `preview`. On the developer
 * corpora such areas hold 33,892 tokens of which 3 belong to an article; a loose substring match costs .008 of F1 instead (block-classifier prototype).
 */
const comments = new RegExp(`^(?:[a-z]{1,12}[-_])?(?:${commentNames})(?:[-_]?(?:${suffix}))*$`, 'i');
const negated = /^(?:no|has|with|hide|show|open|closed|off|allow|disable|enable|without)[-_]/i;
/** Every name of such an area has one of these: most elements need no further look. */
const speaksOfComments = /comment|kommentar|disqus|repl|respond|discussion|pinglun|comentario/i;
const namingAttributes = new Set(['id', 'class', 'data-component', 'data-testid', 'data-module', 'name']);

/** The names of an element that call it the place of the readers' comments. */
const commentNamesOf = ({ attributes }: Element): string[] =>
  attributes.flatMap(({ name: attribute, value }) =>
    !speaksOfComments.test(value) || !namingAttributes.has(attribute)
      ? []
      : value
          .replace(/([a-z])([A-Z])/g, '$1-$2')
          .split(/\s+/)
          .filter((name) => name.length < 80 && comments.test(name) && !negated.test(name)),
  );

const wholePage = new Set(['html', 'body', 'main']);

/** A named element, outermost: its place and its blocks, the end not included. */
interface Area {
  readonly element: Element;
  /** Tag and names, without numbers: areas of one kind are comments all together, or none is. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

interface Page {
  readonly blocks: readonly Block[];
  readonly headlineAt: number;
  /** By place of a block: long text outside of comments, as far as is decided. */
  readonly isText: (at: number) => boolean;
}

/**
 * Which blocks stand in the readers' comments. The name alone is not enough: some sites call the article's own boxes so. Areas of a kind are comments where
 * readers speak in them or an article stands before them, and never where they stand in the midst of a text.
 */
export function inComments(tree: PageTree, headline: Block | null): boolean[] {
  const { blocks } = tree;
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  const areas = areasOf(tree, headlineAt);
  const found = blocks.map(() => false);
  for (const { start, end } of areas) found.fill(true, start, end);
  const page: Page = { blocks, headlineAt, isText: (at) => found[at] === false && isProse(blocks[at]) };
  let textEnd = 0;
  // in the page's order: an area that is none is text before the next one
  for (const kind of Map.groupBy(areas, ({ kind }) => kind).values()) {
    if (longIn(kind, page) === 0 || areComments(kind, page)) continue;
    for (const { start, end } of kind) found.fill(false, start, end);
    textEnd = Math.max(textEnd, kind.at(-1)?.end ?? 0);
  }
  // headings and list items between its paragraphs belong to a text
  for (const { start, end } of areas) if (start < textEnd) found.fill(false, start, end);
  return found;
}

function areasOf({ elements, tags, starts, ends }: PageTree, headlineAt: number): Area[] {
  const areas: Area[] = [];
  let last = 0;
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    // one within the last area is a part of it
    if (start === end || end <= last || wholePage.has(tags[at] ?? '')) continue;
    const names = commentNamesOf(element);
    if (names.length === 0 || (start <= headlineAt && headlineAt < end)) continue;
    areas.push({ element, kind: [element.localName, ...names].join('.').replace(/\d+/g, '#'), start, end });
    last = end;
  }
  return areas;
}

/** Long text between headline and comments that is an article, in Latin letters: a standfirst and a caption have less. */
const leastArticle = 320;

function areComments(kind: readonly Area[], page: Page): boolean {
  const { blocks, headlineAt, isText } = page;
  const [first, last] = [kind[0] as Area, kind.at(-1) as Area];
  if (divideText(kind, page)) return false;
  if (kind.some(({ start, end, element }) => hasVoices(element, blocks.slice(start, end)))) return true;
  const lengthWhere = (test: (at: number) => boolean) =>
    blocks.reduce((sum, { length }, at) => sum + (isText(at) && test(at) ? length : 0), 0);
  if (lengthWhere((at) => at > headlineAt && at < first.start) >= leastArticle) return true;
  return headlineAt < 0 && lengthWhere((at) => at < first.start || at >= last.end) >= longIn(kind, page);
}

const isProse = (block: Block | undefined): boolean =>
  block !== undefined && isLong(block) && block.element.closest('figcaption') === null;
const longIn = (areas: readonly Area[], { blocks }: Page): number =>
  areas
    .flatMap(({ start, end }) => blocks.slice(start, end))
    .reduce((sum, block) => sum + (isLong(block) ? block.length : 0), 0);

/** Whether paragraphs without such a name stand between those that have one, in the same box. */
function divideText(kind: readonly Area[], { blocks, isText }: Page): boolean {
  const [first, last] = [kind[0] as Area, kind.at(-1) as Area];
  const boxes = new Set(kind.map(({ element }) => element.parentElement));
  return blocks
    .slice(first.start, last.end)
    .some((block, at) => isText(first.start + at) && boxes.has(block.element.parentElement));
}

/** Where readers write. */
const writing = 'textarea, [contenteditable="true"]';
/** Marks of a reader's word are that short, in Latin letters. */
const shortMark = 60;
const cells = 'td, th, li, dd, dt';

/** A line that says what follows: "Comments", "12 Kommentare", "Leave a comment", "网友评论 (5)". */
const heading =
  /^(?:\d+\s*)?(?:\p{L}+\s+){0,3}(?:comments?|kommentare?|commentaires?|comentarios?|commenti|reacties|komentarze|комментари\p{L}+)\s*(?:[:(\d].*)?$|^.{0,6}(?:评论|評論|コメント|댓글|تعليقات).{0,8}$/iu;

/** Whether the area says what it is, readers can write there, or what they wrote has each its line with a name and a time, or its control ("Reply"); entries with headings are a live blog's. */
function hasVoices(element: Element, blocks: readonly Block[]): boolean {
  if (element.querySelector(writing) !== null) return true;
  const wanted = Math.max(2, blocks.filter(isLong).length / 2);
  const short = blocks.filter(({ length }) => length < shortMark);
  if (short.some(({ text }) => heading.test(text))) return true;
  if (short.filter((block) => /^h[1-6]$/.test(block.element.localName)).length >= wanted) return false;
  const signed = short.filter(
    ({ text, element }) =>
      text.search(datePattern) !== -1 && /\p{L}/u.test(withoutDate(text)) && element.closest(cells) === null,
  );
  const controls = short.filter(({ linkLength, element }) => linkLength > 0 || element.closest('button') !== null);
  const repeated = [...Map.groupBy(controls, ({ text }) => text).values()].map(({ length }) => length);
  return Math.max(signed.length, ...repeated) >= wanted;
}
