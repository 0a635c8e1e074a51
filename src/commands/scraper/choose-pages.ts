import type { Site } from '../../model/crawl/site.ts';
import { type CanonicalUrl, canonicalUrl } from '../../model/web/canonical-url.ts';
import { isListAddress, withKnownRegions } from '../../stages/schedule/links/article-links.ts';
import { admit } from '../../stages/schedule/scope.ts';
import { formatOf } from '../../stages/schedule/url-format.ts';
import type { ListOfSite } from '../sources/discover-sources.ts';

/** Words of a headline, at least; a channel's name has fewer. CJK headlines have no spaces: their letters count. */
const isHeadline = (text: string): boolean =>
  text.trim().split(/\s+/).length >= 4 || /[\u3040-\u9fff\uac00-\ud7af]{8,}/.test(text);

/**
 * The links of a site's lists that are articles most likely, best first, different address formats in turn: feeds and sitemaps name articles only, and lists have headlines.
 * Addresses that only menus name, and those that have the form of a list's, come last: sitemaps name such pages too. Pure.
 */
export function articleCandidates(lists: readonly ListOfSite[], site: Site): CanonicalUrl[] {
  const scores = new Map<CanonicalUrl, number>();
  const listed = new Set(lists.map(({ url }) => canonicalUrl(url)));
  for (const { kind, links } of lists)
    for (const link of links) {
      if (listed.has(link.url) || new URL(link.url).pathname === '/') continue;
      if (admit({ link, site, depth: 1, maxDepth: 1 }).kind !== 'kept') continue;
      const points = { feed: 3, sitemap: 1, listing: 1 }[kind] + (isHeadline(link.anchorText) ? 2 : 0);
      scores.set(link.url, (scores.get(link.url) ?? 0) + points);
    }
  const isUnlikely = unlikely(lists);
  const ranked = [...scores].toSorted(([, a], [, b]) => b - a);
  const [likely, others] = [ranked.filter(([url]) => !isUnlikely(url)), ranked.filter(([url]) => isUnlikely(url))];
  return [...inTurns(likely), ...inTurns(others)];
}

/** Whether an address is hardly an article: it has the form of a list's, or menus and footers alone name it, no feed and no content. */
function unlikely(lists: readonly ListOfSite[]): (url: CanonicalUrl) => boolean {
  const shown = lists.flatMap((list) => withKnownRegions(list.shown));
  const inMenus = new Set(shown.filter(({ region }) => region !== 'content').map(({ url }) => url));
  const inContent = shown.filter(({ region }) => region === 'content').map(({ url }) => url);
  const inFeeds = lists.filter(({ kind }) => kind === 'feed').flatMap(({ links }) => links.map(({ url }) => url));
  const named = new Set([...inContent, ...inFeeds]);
  return (url) => isListAddress(url) || (inMenus.has(url) && !named.has(url));
}

type Scored = readonly [url: CanonicalUrl, points: number];

/** Addresses of different formats in turn. @param best by points, most first */
function inTurns(best: readonly Scored[]): CanonicalUrl[] {
  const total = (group: readonly Scored[]): number => group.reduce((sum, [, points]) => sum + points, 0);
  // an address whose form no other has is rather an imprint than an article
  const groups = [...Map.groupBy(best, ([url]) => formatOf(url)).values()].toSorted(
    (a, b) => Number(b.length > 1) - Number(a.length > 1) || total(b) - total(a),
  );
  const shared = groups.filter((group) => group.length > 1);
  const longest = Math.max(0, ...shared.map((group) => group.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    shared.flatMap((group) => group.slice(round, round + 1)),
  );
  const alone = groups.filter((group) => group.length === 1);
  return [...rounds, ...alone].flat().map(([url]) => url);
}
