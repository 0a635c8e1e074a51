import type { Site } from '../../model/crawl/site.ts';
import { type CanonicalUrl, canonicalUrl } from '../../model/web/canonical-url.ts';
import { admit } from '../../stages/schedule/scope.ts';
import { formatOf } from '../../stages/schedule/url-format.ts';
import type { ListOfSite } from '../sources/discover-sources.ts';

/** Words of a headline, at least; a channel's name has fewer. CJK headlines have no spaces: their letters count. */
const isHeadline = (text: string): boolean =>
  text.trim().split(/\s+/).length >= 4 || /[\u3040-\u9fff\uac00-\ud7af]{8,}/.test(text);

/**
 * The links of a site's lists that are articles most likely, best first, different address formats in turn: feeds and sitemaps name articles only, and lists have headlines.
 * Pure.
 */
export function articleCandidates(
  lists: readonly ListOfSite[],
  site: Pick<Site, 'host' | 'articleUrls' | 'ignoreUrls'>,
): CanonicalUrl[] {
  const scores = new Map<CanonicalUrl, number>();
  const listed = new Set(lists.map(({ url }) => canonicalUrl(url)));
  for (const { kind, links } of lists)
    for (const link of links) {
      if (listed.has(link.url) || new URL(link.url).pathname === '/') continue;
      if (admit({ link, site, depth: 1, maxDepth: 1 }).kind !== 'kept') continue;
      const points = { feed: 3, sitemap: 1, listing: 1 }[kind] + (isHeadline(link.anchorText) ? 2 : 0);
      scores.set(link.url, (scores.get(link.url) ?? 0) + points);
    }
  const best = [...scores].toSorted(([, a], [, b]) => b - a);
  const total = (group: typeof best): number => group.reduce((sum, [, points]) => sum + points, 0);
  // an address whose form no other has is rather an imprint than an article
  const groups = [...Map.groupBy(best, ([url]) => formatOf(url)).values()].toSorted(
    (a, b) => Number(b.length > 1) - Number(a.length > 1) || total(b) - total(a),
  );
  const shared = groups.filter((group) => group.length > 1);
  const longest = Math.max(0, ...shared.map((group) => group.length));
  const inTurn = Array.from({ length: longest }, (_, round) =>
    shared.flatMap((group) => group.slice(round, round + 1)),
  );
  const alone = groups.filter((group) => group.length === 1);
  return [...inTurn, ...alone].flat().map(([url]) => url);
}
