import type { Draft, ThreadPost } from '../../../model/article/draft.ts';
import { likeness, wordTokens } from '../../../text/likeness.ts';

/** Likeness from which two headlines count as the same: headlines often contain page numbers. */
const minTitleLikeness = 0.7;
/** Likeness from which a page repeats the text of another one. */
const minTextLikeness = 0.9;

/** Returns why a page does not continue the article that begins with `pages`; null if it does. */
export function whyNotSameArticle(pages: readonly Draft[], next: Draft): string | null {
  const [first] = pages;
  if (first === undefined) return 'there is no first page';
  if (next.pageType !== first.pageType) return `its type is ${next.pageType}`;
  const hasOtherTitle =
    next.title !== '' && likeness(wordTokens(first.title), wordTokens(next.title)) < minTitleLikeness;
  if (hasOtherTitle) return `another headline: ${next.title}`;
  const words = wordTokens(next.body);
  if (words.length === 0) return 'it has no text';
  return pages.some(({ body }) => likeness(wordTokens(body), words) >= minTextLikeness)
    ? 'its text was there before'
    : null;
}

/** Joins the pages of one article, in order: the metadata is the first page's, the others add text and images. */
export function joinPages(first: Draft, further: readonly Draft[]): Draft {
  const pages = [first, ...further];
  const images = new Map(pages.flatMap((page) => page.images).map((image) => [image.url, image]));
  return {
    ...first,
    body: pages.map(({ body }) => body).join('\n\n'),
    bodyHtml: pages.map(({ bodyHtml }) => bodyHtml).join('\n'),
    markdown: pages.map(({ markdown }) => markdown).join('\n\n'),
    images: [...images.values()],
    posts: joinPosts(pages),
    modifiedAt: first.modifiedAt ?? further.find(({ modifiedAt }) => modifiedAt !== null)?.modifiedAt ?? null,
  };
}

/** The posts of all pages of a topic, in order; many forums repeat the first one on each page. */
function joinPosts(pages: readonly Draft[]): ThreadPost[] {
  const byText = new Map(pages.flatMap(({ posts }) => posts).map((post) => [JSON.stringify(post), post] as const));
  return [...byText.values()];
}
