import { type Block, isLong } from '../../page/blocks.ts';
import type { PageTree } from '../../page/page-tree.ts';
import { blocksIn, elementWithout, type PostRange } from '../posts.ts';
import { minArticleLetters } from './comment-areas.ts';

/** Labels of the control that answers a comment. */
const replyLabel =
  /^(?:reply|respond|antworten|répondre|responder|rispondi|(?:be)?antwoord(?:en)?|reageer|odpowiedz|ответить|svar|svara|yanıtla|回复|回覆|返信(?:する)?|답글|رد|الرد)\s*(?:\(?\d+\)?)?$/iu;
/** Latin letters of a line with controls. */
const maxLineLetters = 160;
/** The heading of a box of comments and nothing else: "Comments", "12 Kommentare", "Reader comments (5)", "网友评论". */
const commentsHeading =
  /^(?:\d+\s*)?(?:(?:all|latest|reader|readers'|user|top|alle|neueste)\s+)?(?:comments|kommentare|commentaires|comentarios|comentários|commenti|reacties|komentarze|комментарии)\s*(?:[:：]|\(?\d+\)?)?$|^(?:\d+\s*条?)?(?:网友|讀者|读者|全部|最新|热门|精彩)?(?:评论|評論)\s*[:：]?(?:[(（]?\d+[)）]?)?$|^コメント(?:一覧)?\s*(?:[(（]?\d+[)）]?)?$|^댓글\s*\(?\d*\)?$|^(?:ال)?تعليقات(?: القراء)?\s*\(?\d*\)?$/iu;
/** Latin letters of a heading. */
const maxHeadingLetters = 60;
/** At most this many controls are examined; the work is bounded. */
const maxControls = 400;

/**
 * Returns for each block whether it stands in readers' comments that no name calls so: behind the article, a box with a control to answer each of them, or one
 * that begins with the heading "Comments". On a page without a headline nothing says where the article is, so no block is in comments.
 */
export function findCommentThreads(tree: PageTree, headline: Block | null): boolean[] {
  const { blocks } = tree;
  const headlineAt = headline === null ? -1 : blocks.indexOf(headline);
  const articleEnd = headlineAt < 0 ? null : endOfArticle(blocks, headlineAt);
  if (articleEnd === null) return blocksIn(tree, []);
  const isBehindArticle = ({ start }: PostRange): boolean => start >= articleEnd;
  const hasText = ({ start, end }: PostRange): boolean => blocks.slice(start, end).some(isLong);
  const thread = threadsWithReplies(tree, headlineAt).find(isBehindArticle);
  return blocksIn(
    tree,
    [...(thread === undefined ? [] : [thread]), ...boxesWithHeading(tree, headlineAt).filter(isBehindArticle)].filter(
      hasText,
    ),
  );
}

/** Index behind the first blocks that are enough for an article; null where the page has too little text below its headline. */
function endOfArticle(blocks: readonly Block[], headlineAt: number): number | null {
  let letters = 0;
  for (const [at, block] of blocks.entries()) {
    if (at > headlineAt && isLong(block)) letters += block.length;
    if (letters >= minArticleLetters) return at + 1;
  }
  return null;
}

/** The smallest box around all controls that answer a comment; and, as it may hold the article too, the boxes from the first to the last comment. */
function threadsWithReplies(tree: PageTree, headlineAt: number): readonly PostRange[] {
  const controls = [...tree.blocks.keys()].filter((at) => at > headlineAt && answersComment(tree.blocks[at] as Block));
  const [first = 0, last = 0] = [controls[0], controls.at(-1)];
  if (controls.length < 2 || controls.length > maxControls) return [];
  const boxOf = (control: number): PostRange => {
    const others = controls.filter((other) => other !== control);
    const box = elementWithout(tree, control, [headlineAt, ...others]);
    return box === null ? { start: control, end: control + 1 } : rangeOf(tree, box);
  };
  return [smallestAround(tree, first, last), { start: boxOf(first).start, end: boxOf(last).end }];
}

const answersComment = ({ length, pieces }: Block): boolean =>
  length <= maxLineLetters && pieces.some(({ data }) => replyLabel.test(data.trim()));

function smallestAround(tree: PageTree, first: number, last: number): PostRange {
  let at = tree.blocks[first]?.node ?? 0;
  while (at > 0 && (tree.ends[at] ?? 0) <= last) at = tree.parents[at] ?? 0;
  return rangeOf(tree, at);
}

/** The largest boxes that begin with the heading of comments. */
function boxesWithHeading(tree: PageTree, headlineAt: number): PostRange[] {
  return tree.blocks.flatMap(({ text, length, node }, heading) => {
    if (heading <= headlineAt || length > maxHeadingLetters || !commentsHeading.test(text)) return [];
    let box = node;
    for (let at = node; at > 0 && tree.starts[at] === heading; at = tree.parents[at] ?? 0) box = at;
    return [rangeOf(tree, box)];
  });
}

const rangeOf = ({ starts, ends }: PageTree, at: number): PostRange => ({ start: starts[at] ?? 0, end: ends[at] ?? 0 });
