import type { PageEvidence } from '../page-evidence.ts';

/** Posts in boxes of one markup, at least: an article with a box about its author, and one comment, has two. */
const minPosts = 3;
/** Latin letters of full paragraphs before the first post: more are an article, and the posts its comments. */
const maxBeforePosts = 120;

/** Whether the page is a topic, whatever its address is. Measured on 1,324 articles of six corpora, of which four are topics of forums: none of the others has such posts. */
export function consistsOfPosts({ about, claim, isForumSoftware }: PageEvidence): boolean {
  const boxes = Math.round(Math.expm1(about.posts));
  const isTopic = about.threadAddress === 1 || about.ldForum === 1 || isForumSoftware;
  return (
    about.postsNamed === 1 &&
    boxes >= (isTopic ? 2 : minPosts) &&
    about.postShare >= 0.6 &&
    Math.expm1(about.postsBefore) <= maxBeforePosts &&
    about.postLinks < 0.35 &&
    about.postTitles < 0.5 &&
    about.ldArticle === 0 &&
    (claim === null || isTopic || boxes > minPosts)
  );
}

/** Whether microdata say that the page is a topic, or a question with its answers: the entries of a list link to theirs. */
export const isAskedByMicrodata = ({ microForum, microArticle, postTitles }: PageEvidence['about']): boolean =>
  microForum === 1 && microArticle === 0 && postTitles < 0.5;
