import { webUrl } from '../../../model/web/canonical-url.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';

/** At most this many feeds per page. A page with more is a directory of feeds. */
const maxFeeds = 20;

/** The types that `feed.ts` reads. `application/json` is left out: sites link their APIs with it. */
const feedTypes = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
]);

/** Titles and addresses of comment feeds in common blog systems. A section of opinion articles (`/commentary`, `/kommentare`) must not match. */
const commentWords =
  /\bcomments\b|\bcommentaires\b|\bcommenti\b|\bcoment[aá]rios\b|kommentare?[ -]feed|reactie(s|[ -])?feed|комментари|коментар|评论|評論|コメント|댓글/iu;

/**
 * The feeds in a page's `<link rel=alternate>` elements (feed autodiscovery), in document order. Feeds of comments are left out: they lead to no new articles.
 */
export function findFeeds(document: Document, pageUrl: string): string[] {
  const base = webUrl(document.querySelector('base[href]')?.getAttribute('href') ?? '', pageUrl) ?? pageUrl;
  const feeds = new Set<string>();
  for (const link of document.elementsWhere(isFeedLink)) {
    const url = webUrl(link.getAttribute('href') ?? '', base);
    if (url === null || isOfComments(link, url)) continue;
    feeds.add(url);
    if (feeds.size === maxFeeds) break;
  }
  return [...feeds];
}

function isFeedLink(element: Element): boolean {
  if (element.localName !== 'link' || (element.getAttribute('href') ?? '').trim() === '') return false;
  const relations = (element.getAttribute('rel') ?? '').toLowerCase().split(/\s+/);
  const [type = ''] = (element.getAttribute('type') ?? '').toLowerCase().split(';');
  return relations.includes('alternate') && !relations.includes('stylesheet') && feedTypes.has(type.trim());
}

function isOfComments(link: Element, url: string): boolean {
  const { pathname, search } = new URL(url);
  return [link.getAttribute('title') ?? '', pathname, search].some((text) => commentWords.test(text));
}
