import type { Element } from '../dom/tree.ts';
import { ancestors } from '../page/article-place.ts';
import { type Block, isLong, lettersIn } from '../page/blocks.ts';
import { memberAddress, threadAddress } from '../page/known-addresses.ts';
import type { PageTree } from '../page/page-tree.ts';
import { postKind } from '../text/posts.ts';

// The topic of a forum: under its headline stand posts of one markup, each with a link to who wrote it. Forum software gives them the names that blogs give to comments.

/** The posts of a topic, the first one first. */
export type Thread = readonly Element[];

/** Latin letters of full paragraphs between the headline and the first post: more are an article, and the posts its comments. */
const maxTextBefore = 80;
/** Names of a post's boxes by which other rules take it for a comment. */
const commentName = /comments?|kommentare?|commentaires?|comentarios?|repl(?:y|ies)|discussion|respond/gi;

/** The topic that a page shows; null where the address is none of a topic, or nothing under the headline looks like posts. */
export function findThread(url: string, tree: PageTree, titleBlock: Block | null): Thread | null {
  if (titleBlock === null || !threadAddress.test(url)) return null;
  const { blocks, elements, tags, starts } = tree;
  const from = blocks.indexOf(titleBlock);
  const members = tags.flatMap((tag, at) =>
    tag === 'a' && (starts[at] ?? 0) > from && memberAddress.test(elements[at]?.getAttribute('href') ?? '') ? [at] : [],
  );
  const posts = postsAround(tree, members, titleBlock);
  const [first] = posts;
  if (first === undefined) return null;
  const before = blocks.slice(from + 1, starts[first]).filter(isLong);
  return lettersIn(before) > maxTextBefore ? null : posts.flatMap((at) => elements[at] ?? []);
}

/** Members in the head of a topic, before its first post, and Latin letters of their lines. */
const maxHeadMembers = 3;
const maxHeadLetters = 60;

/** The repeated boxes with a link to a member each; for a topic without an answer the largest box without the headline. */
function postsAround(tree: PageTree, members: readonly number[], titleBlock: Block): number[] {
  const { parents, elements } = tree;
  const withMember = new Set<number>();
  for (const member of members)
    for (let at = member; at >= 0 && !withMember.has(at); at = parents[at] ?? -1) withMember.add(at);
  const boxes: number[] = [];
  for (const first of members.slice(0, maxHeadMembers + 1)) {
    let largest = first;
    for (let at = first; at >= 0 && elements[at]?.contains(titleBlock.element) !== true; at = parents[at] ?? -1) {
      largest = at;
      const alike = [...withMember].filter(
        (other) => parents[other] === parents[at] && isAlike(elements[other], elements[at]),
      );
      if (alike.length > 1 && hasText(tree, at)) return alike.toSorted((a, b) => a - b);
    }
    if (lettersIn(tree.blocks.slice(tree.starts[largest], tree.ends[largest])) > maxHeadLetters) return [largest];
    boxes.push(largest);
  }
  return boxes.slice(0, 1);
}

/** The same tag and first class name: the further ones tell odd from even posts. */
const isAlike = (a: Element | undefined, b: Element | undefined): boolean => postKind(a) === postKind(b);

/** Whether a box has more than links and labels. */
const hasText = ({ blocks, starts, ends }: PageTree, at: number): boolean =>
  blocks
    .slice(starts[at], ends[at])
    .some(({ text, length, linkLength }) => linkLength < 0.5 * length && text.split(/\s+/).length >= minPostWords);

/** Words of a block that says something. Chosen by hand, not measured. */
const minPostWords = 5;

/** Gives the first post the names of a text, and the answers those of comments, for the rules and the model that read names. */
export function nameThread([first, ...answers]: Thread): void {
  if (first === undefined) return;
  for (const element of [...ancestors(first), ...first.querySelectorAll('[class], [id]')])
    for (const name of ['class', 'id']) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, value.replace(commentName, 'post'));
    }
  for (const answer of answers) answer.setAttribute('class', `comment ${answer.className}`);
}
