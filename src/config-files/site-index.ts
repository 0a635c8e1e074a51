import type { Site } from '../model/crawl/site.ts';
import type { Config } from '../settings/config.ts';
import { siteFor } from './load-scrapers.ts';

/** A cached `siteFor`. A site without a scraper gets the configured render mode. */
export function siteIndex(sites: readonly Site[], { render, minConfidence }: Config): (host: string) => Site {
  const cache = new Map<string, Site>();
  return (host) => {
    const cached = cache.get(host);
    if (cached !== undefined) return cached;
    const scraperSite = siteFor(sites, host);
    const site = {
      ...scraperSite,
      render: scraperSite.file === null ? render : scraperSite.render,
      minConfidence: scraperSite.minConfidence ?? minConfidence,
    };
    cache.set(host, site);
    return site;
  };
}

/** But for static sites only, a crawl may need a browser. */
export const mayUseBrowser = (sites: readonly Site[]): boolean =>
  sites.length === 0 || sites.some(({ render }) => render !== 'static');
