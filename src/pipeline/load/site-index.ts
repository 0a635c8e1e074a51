import type { Site } from '../../model/crawl/site.ts';
import type { Config } from '../../settings/config.ts';
import { siteFor } from './load-scrapers.ts';

/** A cached `siteFor`. A site without a scraper gets the configured render mode. */
export function siteIndex(sites: readonly Site[], { render }: Pick<Config, 'render'>): (host: string) => Site {
  const cache = new Map<string, Site>();
  return (host) => {
    const scraperSite = cache.get(host) ?? siteFor(sites, host);
    const site = scraperSite.file === null ? { ...scraperSite, render } : scraperSite;
    cache.set(host, site);
    return site;
  };
}
