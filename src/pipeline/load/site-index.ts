import type { Site } from '../../model/crawl/site.ts';
import type { Config } from '../../settings/config.ts';
import { siteFor } from './load-scrapers.ts';

/** A host's site, looked up once; a site without a scraper is fetched as the configuration says. */
export function siteIndex(sites: readonly Site[], { render }: Pick<Config, 'render'>): (host: string) => Site {
  const known = new Map<string, Site>();
  return (host) => {
    const found = known.get(host) ?? siteFor(sites, host);
    const site = found.file === null ? { ...found, render } : found;
    known.set(host, site);
    return site;
  };
}
