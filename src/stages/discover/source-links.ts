import { createHash } from 'node:crypto';
import type { Link } from '../../model/web/link.ts';

const noPlaces: ReadonlySet<string> = new Set();

/** With fewer links in a listing's content, its regions were not recognised. */
const fewLinks = 3;

/**
 * The links of a listing to its entries: the links of its content regions, each address once, with its longest anchor text (a picture and a headline often link
 * to the same story). Where the content has hardly any links, navigation counts too; footers never do.
 * @param fruitful places from which articles came: their links count, whatever the page's structure says of them
 */
export function listingLinks(links: readonly Link[], fruitful: ReadonlySet<string> = noPlaces): Link[] {
  const isEntry = ({ region, places = [] }: Link): boolean =>
    region === 'content' || places.some((place) => fruitful.has(place));
  const content = merged(links.filter(isEntry));
  return content.length >= fewLinks ? content : merged(links.filter(({ region }) => region !== 'footer'));
}

/**
 * A hash of a list's addresses, SHA-256 hex: it changes when an entry is added or removed. Order and anchor texts don't count: lists are re-sorted, and anchors
 * contain "3 minutes ago".
 */
export function listHash(links: readonly Link[]): string {
  const urls = [...new Set(links.map(({ url }) => url))].sort();
  return createHash('sha256').update(urls.join('\n')).digest('hex');
}

function merged(links: readonly Link[]): Link[] {
  const best = new Map<string, Link>();
  for (const link of links) {
    if (link.url === link.foundOn) continue;
    const earlier = best.get(link.url);
    if (earlier === undefined) best.set(link.url, link);
    else if (link.anchorText.length > earlier.anchorText.length)
      best.set(link.url, {
        ...link,
        context: link.context || earlier.context,
        publishedAt: link.publishedAt ?? earlier.publishedAt,
      });
  }
  return [...best.values()];
}
