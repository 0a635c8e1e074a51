import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Link, PageLink } from '../../model/web/link.ts';
import { isPageAddress } from '../../stages/schedule/scope.ts';

/** At most this many lines of the link graph per page: a page with more links is a directory, whose links say little. */
const maxLines = 300;
/** Letters of an anchor text that are kept. */
const longestAnchor = 300;

/** The lines of the link graph of a page: each address once, with the longest of its anchor texts, since a picture and a headline often link to the same story. */
export function pageLinksOf(
  from: CanonicalUrl,
  links: readonly Link[],
  relevanceOf: (link: Link) => number | null,
): PageLink[] {
  const best = new Map<CanonicalUrl, Link>();
  for (const link of links) {
    if (!isPageAddress(link.url)) continue;
    const longest = best.get(link.url);
    if (longest === undefined ? best.size < maxLines : link.anchorText.length > longest.anchorText.length)
      best.set(link.url, link);
  }
  return [...best.values()].map((link) => ({
    from,
    to: link.url,
    anchorText: link.anchorText
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, longestAnchor)
      .toWellFormed(),
    relevance: relevanceOf(link),
  }));
}
