import { createHash } from 'node:crypto';
import type { Link } from '../../model/web/link.ts';

/** A listing whose content has fewer links than this keeps them elsewhere: its regions were not recognised. */
const fewLinks = 3;

/**
 * The links of a listing that lead to what it lists: those of its content regions, each address once, under the longest of its anchor texts (a picture and
 * a headline often lead to the same story). Where the content has hardly any, navigation counts too; footers never.
 */
export function listingLinks(links: readonly Link[]): Link[] {
  const content = merged(links.filter(({ region }) => region === 'content'));
  return content.length >= fewLinks ? content : merged(links.filter(({ region }) => region !== 'footer'));
}

/**
 * A list's fingerprint, SHA-256 hex: differs when an entry comes or goes. Order and wording don't count: lists are re-sorted, and "3 minutes ago" is in
 * many an anchor.
 */
export function contentHash(links: readonly Pick<Link, 'url'>[]): string {
  const urls = [...new Set(links.map(({ url }) => url))].sort();
  return createHash('sha256').update(urls.join('\n')).digest('hex');
}

function merged(links: readonly Link[]): Link[] {
  const best = new Map<string, Link>();
  for (const link of links) {
    if (link.url === link.foundOn) continue;
    const known = best.get(link.url);
    if (known === undefined) best.set(link.url, link);
    else if (link.anchorText.length > known.anchorText.length)
      best.set(link.url, {
        ...link,
        context: link.context || known.context,
        publishedAt: link.publishedAt ?? known.publishedAt,
      });
  }
  return [...best.values()];
}
