import { webUrl } from '../../../model/web/canonical-url.ts';
import type { Document } from '../dom/document.ts';
import type { Element } from '../dom/tree.ts';

/** Feeds that one page may name; a page with more is a directory of feeds. */
const maxFeeds = 20;

/** What `feed.ts` reads. `application/json` alone is none: sites name their API so. */
const feedTypes = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/rdf+xml',
  'application/feed+json',
]);

/** As blog systems title and address them. A section of commentaries (`/commentary`, `/kommentare`) is none. */
const commentWords =
  /\bcomments\b|\bcommentaires\b|\bcommenti\b|\bcoment[aá]rios\b|kommentare?[ -]feed|reactie(s|[ -])?feed|комментари|коментар|评论|評論|コメント|댓글/iu;

/**
 * The feeds that a page names in `<link rel=alternate>` (feed autodiscovery), in its order. Feeds of comments are left out: they lead to no article that is
 * not known. Other languages and layouts of the page are alternates too, and no feeds.
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
