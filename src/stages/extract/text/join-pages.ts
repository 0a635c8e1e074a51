import type { Draft } from '../../../model/article/draft.ts';
import { likeness, tokensOf } from '../../../text/likeness.ts';

/** Two headlines are the same from here on: page numbers are often a part of them. */
const sameTitle = 0.7;
/** A page whose words are those of another one is that one again. */
const sameText = 0.9;

/** Why a page is no further one of the article that begins with `pages`; null: it is one. */
export function whyNotFurther(pages: readonly Draft[], next: Draft): string | null {
  const [first] = pages;
  if (first === undefined) return 'there is no first page';
  if (next.pageType !== 'article') return `its type is ${next.pageType}`;
  const named = next.title !== '' && likeness(tokensOf(first.title), tokensOf(next.title)) < sameTitle;
  if (named) return `another headline: ${next.title}`;
  const words = tokensOf(next.body);
  if (words.length === 0) return 'it has no text';
  return pages.some(({ body }) => likeness(tokensOf(body), words) >= sameText) ? 'its text was there before' : null;
}

/** One article of its pages, in order: the first one says what it is, the others add text and pictures. */
export function joinPages(first: Draft, further: readonly Draft[]): Draft {
  const pages = [first, ...further];
  const images = new Map(pages.flatMap((page) => page.images).map((image) => [image.url, image]));
  return {
    ...first,
    body: pages.map(({ body }) => body).join('\n\n'),
    bodyHtml: pages.map(({ bodyHtml }) => bodyHtml).join('\n'),
    markdown: pages.map(({ markdown }) => markdown).join('\n\n'),
    images: [...images.values()],
    modifiedAt: first.modifiedAt ?? further.find(({ modifiedAt }) => modifiedAt !== null)?.modifiedAt ?? null,
  };
}
