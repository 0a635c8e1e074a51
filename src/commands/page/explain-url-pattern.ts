import { learnSeen } from '../../crawl/links/link-patterns.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressVerdict, LinkPlace, SitePatterns } from '../../model/web/url-pattern.ts';
import { isNamedArticle } from '../../stages/schedule/scope.ts';
import { type LinkDecision, linkDecision } from '../../stages/url-patterns/skip-link.ts';
import { placeDecision, reasonToFollow, siteReason } from '../../stages/url-patterns/skip-place.ts';
import { siteOf } from '../../stages/url-patterns/typed-address.ts';
import type { Store } from '../../storage/port.ts';

/** What the address of a page says of it, by the URL patterns of its site. */
export interface UrlPatternForecast extends AddressVerdict {
  readonly site: string;
  /** Visited addresses of the site that the patterns are learned from. */
  readonly addresses: SitePatterns['addresses'];
  /** What is done with a link to it on a page. */
  readonly link: LinkDecision;
  /** Where the link to it stood; empty: no list named it, or nothing is known. */
  readonly foundAt: readonly string[];
  /** The places of links on the site's lists, those with most known pages first. */
  readonly places: readonly PlaceForecast[];
}

/** A place, and what is done with links in it that look like nothing in particular. */
interface PlaceForecast extends LinkPlace {
  /** Why they are followed; null: they are left out, but for one in ten. */
  readonly whyFollowed: string | null;
}

export async function urlPatternOf(store: Store, scraper: Site, url: CanonicalUrl): Promise<UrlPatternForecast> {
  const site = siteOf(url);
  const { known, patterns, places, classify } = learnSeen(await store.knownAddresses.ofSite(site), site);
  const verdict = classify(url);
  const foundAt = known.findLast((sight) => sight.url === url)?.places ?? [];
  const link = isNamedArticle(scraper, url)
    ? { isSkipped: false, isExplored: false, why: "the scraper's links.article matches" }
    : decisionOf(url, foundAt, { verdict, patterns, places });
  return {
    ...verdict,
    site,
    addresses: patterns.addresses,
    link,
    foundAt,
    places: [...places.values()].sort((a, b) => pagesFrom(b) - pagesFrom(a)).map((place) => forecast(place, patterns)),
  };
}

/** As the crawl decides: by the pattern, then by the place. */
function decisionOf(
  url: CanonicalUrl,
  places: readonly string[],
  site: {
    readonly verdict: AddressVerdict;
    readonly patterns: SitePatterns;
    readonly places: ReadonlyMap<string, LinkPlace>;
  },
): LinkDecision {
  const byPattern = linkDecision(url, site.verdict, site.patterns, 'page');
  if (byPattern.isSkipped || byPattern.isExplored || places.length === 0) return byPattern;
  const byPlace = placeDecision({ url, places }, site.places, site.verdict, site.patterns.addresses);
  return byPlace.isSkipped || byPlace.isExplored ? byPlace : byPattern;
}

const pagesFrom = ({ articles, listings, others }: LinkPlace): number => articles + listings + others;

const forecast = (place: LinkPlace, { addresses }: SitePatterns): PlaceForecast => ({
  ...place,
  whyFollowed: siteReason(addresses) ?? reasonToFollow(place, 'open'),
});
