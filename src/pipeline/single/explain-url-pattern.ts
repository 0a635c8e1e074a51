import type { Site } from '../../model/crawl/site.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressVerdict, SitePatterns } from '../../model/web/url-pattern.ts';
import { isNamedArticle } from '../../stages/schedule/scope.ts';
import { type LinkDecision, linkDecision } from '../../stages/url-patterns/skip-link.ts';
import { siteOf } from '../../stages/url-patterns/typed-address.ts';
import type { Store } from '../../storage/port.ts';
import { learnFromStore } from '../lists/link-patterns.ts';

/** What the address of a page says of it, by the URL patterns of its site. */
export interface UrlPatternForecast extends AddressVerdict {
  readonly site: string;
  /** Visited addresses of the site that the patterns are learned from. */
  readonly addresses: SitePatterns['addresses'];
  /** What is done with a link to it on a page. */
  readonly link: LinkDecision;
}

export async function urlPatternOf(
  store: Pick<Store, 'knownAddresses'>,
  scraper: Pick<Site, 'articleUrls'>,
  url: CanonicalUrl,
): Promise<UrlPatternForecast> {
  const site = siteOf(url);
  const { patterns, classify } = await learnFromStore({ store }, site);
  const verdict = classify(url);
  const link = isNamedArticle(scraper, url)
    ? { isSkipped: false, isExplored: false, why: "the scraper's links.article matches" }
    : linkDecision(url, verdict, patterns, 'page');
  return { ...verdict, site, addresses: patterns.addresses, link };
}
