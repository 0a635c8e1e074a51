import type { Source } from '../../model/crawl/source.ts';
import type { OfflineCrawl } from '../crawl/crawl.ts';
import type { RunContext } from '../ports.ts';
import { maxParts } from './autodiscovery.ts';
import type { ListLimits } from './read-sitemap.ts';

const dayMs = 24 * 3_600_000;
/** Of a sitemap that no person named, `watch` leaves out older links: it may name all pages that the site ever had. A crawl takes them all. */
const recentDays = 7;

export const describeOld = (count: number, { scope: { since } }: RunContext): string =>
  count === 0
    ? ''
    : `${count} older than ${since === null ? `${recentDays} days` : since.toISOString()} are passed over`;

/** Of a list that no person and no scraper names, `watch` takes the newest pages, not the archive. */
const discoveredLimits = { maxLinks: 500, maxParts: 5 };

/** A date that a person gives takes the place of the days of a discovered sitemap. */
export function limitsOf(
  { namedBy, kind }: Source,
  { config: { linksPerList }, clock, run }: OfflineCrawl,
): ListLimits {
  const { scope, keepsWindows: isWatch } = run;
  if (!namedBy || !isWatch) return { maxLinks: linksPerList, maxParts, since: scope.since };
  const recent = kind === 'sitemap' ? new Date(clock.now().getTime() - recentDays * dayMs) : null;
  const since = scope.since ?? recent;
  return { ...discoveredLimits, maxLinks: Math.min(discoveredLimits.maxLinks, linksPerList), since };
}

/** Why links of a list were not read. */
export function readLimit(source: Source, crawl: OfflineCrawl): string {
  const { maxLinks } = limitsOf(source, crawl);
  const setting =
    maxLinks === crawl.config.linksPerList ? '(NEWSHAWK_LINKS_PER_LIST)' : 'that no person and no scraper names';
  return `${maxLinks} of a list are the most ${setting}`;
}
