import { datePattern, withoutDate } from '../../authors/visible-authors.ts';
import type { Element } from '../../dom/tree.ts';
import { type Block, isLong, longLettersIn } from '../../page/blocks.ts';
import { commentNames } from '../../page/furniture-names.ts';
import type { PageTree } from '../../page/page-tree.ts';

/** Words that may follow "comments" in the name of a whole comment area. */
const suffix =
  'list|areas?|sections?|body|content|text|wrap(?:per)?|contain(?:er)?|threads?|stream|well|item|form|box|block|holder|panel|module|inner|feed|region|pane|view|main|data|node|entry|post|message|template|title|heading|count|header|embed|div|app|root|outer|ul|\\d+';
/**
 * A class, id or name of a whole comment area: `post-comments`, `comment_content`, `disqus_thread`; not `commentary-page`, `preview`. On the developer
 * corpora such areas hold 33,892 tokens, of which 3 belong to an article; a substring match costs .008 of F1.
 */
const comments = new RegExp(`^(?:[a-z]{1,12}[-_])?(?:${commentNames})(?:[-_]?(?:${suffix}))*$`, 'i');
const negated = /^(?:no|has|with|hide|show|open|closed|off|allow|disable|enable|without)[-_]/i;
/** Cheap test first: every such name contains one of these. */
const speaksOfComments = /comment|kommentar|disqus|repl|respond|discussion|pinglun|comentario/i;
const namingAttributes = new Set(['id', 'class', 'data-component', 'data-testid', 'data-module', 'name']);

/** Names of an element that call it a comment area. */
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

/** An outermost element with such a name, and the range of its blocks (end exclusive). */
interface Area {
  readonly element: Element;
  /** Tag and names, digits as `#`: areas of one kind get one verdict. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

interface Page {
  readonly blocks: readonly Block[];
  readonly headlineAt: number;
  /** By block: prose outside the areas that count as comments so far. */
  readonly isText: (at: number) => boolean;
}

/**
 * Returns for each block whether it stands in the readers' comments. The name is not enough: some sites give the article's boxes such names. Areas of a kind
 * are comments if readers write in them or an article precedes them, but never if they interrupt a text.
 */
export function findCommentBlocks(tree: PageTree, headline: Block | null): boolean[] {
  const { blocks } = tree;
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  const areas = areasOf(tree, headlineAt);
  const isComment = blocks.map(() => false);
  for (const { start, end } of areas) isComment.fill(true, start, end);
  const page: Page = { blocks, headlineAt, isText: (at) => isComment[at] === false && isProse(blocks[at]) };
  let textEnd = 0;
  // in document order: an area that holds no comments is text that precedes the next area
  for (const kind of Map.groupBy(areas, ({ kind }) => kind).values()) {
    if (longTextIn(kind, page) === 0 || areCommentAreas(kind, page)) continue;
    for (const { start, end } of kind) isComment.fill(false, start, end);
    textEnd = Math.max(textEnd, kind.at(-1)?.end ?? 0);
  }
  // headings and list items between paragraphs belong to the text
  for (const { start, end } of areas) if (start < textEnd) isComment.fill(false, start, end);
  return isComment;
}

function areasOf({ elements, tags, starts, ends }: PageTree, headlineAt: number): Area[] {
  const areas: Area[] = [];
  let last = 0;
  for (const [at, element] of elements.entries()) {
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    // nested areas belong to the outer one
    if (start === end || end <= last || wholePage.has(tags[at] ?? '')) continue;
    const names = commentNamesOf(element);
    if (names.length === 0 || (start <= headlineAt && headlineAt < end)) continue;
    areas.push({ element, kind: [element.localName, ...names].join('.').replace(/\d+/g, '#'), start, end });
    last = end;
  }
  return areas;
}

/** Latin letters of long text between headline and comments that make an article: a standfirst and a caption have fewer, and the text of a forum are its comments. */
export const minArticleLetters = 320;

function areCommentAreas(kind: readonly Area[], page: Page): boolean {
  const { blocks, headlineAt, isText } = page;
  const [first, last] = [kind[0] as Area, kind.at(-1) as Area];
  if (interruptText(kind, page)) return false;
  if (kind.some(({ start, end, element }) => looksLikeComments(element, blocks.slice(start, end)))) return true;
  const lengthWhere = (test: (at: number) => boolean) =>
    blocks.reduce((sum, { length }, at) => sum + (isText(at) && test(at) ? length : 0), 0);
  if (lengthWhere((at) => at > headlineAt && at < first.start) >= minArticleLetters) return true;
  return headlineAt < 0 && lengthWhere((at) => at < first.start || at >= last.end) >= longTextIn(kind, page);
}

const isProse = (block: Block | undefined): boolean =>
  block !== undefined && isLong(block) && block.element.closest('figcaption') === null;
const longTextIn = (areas: readonly Area[], { blocks }: Page): number =>
  longLettersIn(areas.flatMap(({ start, end }) => blocks.slice(start, end)));

/** Whether paragraphs outside the areas stand between them, in the same box. */
function interruptText(kind: readonly Area[], { blocks, isText }: Page): boolean {
  const [first, last] = [kind[0] as Area, kind.at(-1) as Area];
  const boxes = new Set(kind.map(({ element }) => element.parentElement));
  return blocks
    .slice(first.start, last.end)
    .some((block, at) => isText(first.start + at) && boxes.has(block.element.parentElement));
}

/** Fields in which readers write a comment. */
const inputFields = 'textarea, [contenteditable="true"]';
/** Latin letters: names, times and controls beside a comment are shorter. */
const maxMarkLetters = 60;
const cells = 'td, th, li, dd, dt';

/** The heading of a comment area: "Comments", "12 Kommentare", "Leave a comment", "网友评论 (5)". */
const heading =
  /^(?:\d+\s*)?(?:\p{L}+\s+){0,3}(?:comments?|kommentare?|commentaires?|comentarios?|commenti|reacties|komentarze|комментари\p{L}+)\s*(?:[:(\d].*)?$|^.{0,6}(?:评论|評論|コメント|댓글|تعليقات).{0,8}$/iu;

/**
 * Whether an area has an input field, a heading such as "Comments", or a line with name and time, or a control ("Reply"), for each comment. Entries with headings
 * belong to a live blog.
 */
function looksLikeComments(element: Element, blocks: readonly Block[]): boolean {
  if (element.querySelector(inputFields) !== null) return true;
  const minCount = Math.max(2, blocks.filter(isLong).length / 2);
  const short = blocks.filter(({ length }) => length < maxMarkLetters);
  if (short.some(({ text }) => heading.test(text))) return true;
  if (short.filter((block) => /^h[1-6]$/.test(block.element.localName)).length >= minCount) return false;
  const signed = short.filter(
    ({ text, element }) =>
      text.search(datePattern) !== -1 && /\p{L}/u.test(withoutDate(text)) && element.closest(cells) === null,
  );
  const controls = short.filter(({ linkLength, element }) => linkLength > 0 || element.closest('button') !== null);
  const repeated = [...Map.groupBy(controls, ({ text }) => text).values()].map(({ length }) => length);
  return Math.max(signed.length, ...repeated) >= minCount;
}
