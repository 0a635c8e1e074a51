import type { ArticleDemands, Site } from '../model/crawl/site.ts';
import type { RenderMode } from '../model/crawl/task.ts';
import type { BrokenScraper } from '../settings/broken-scrapers.ts';

/** What may be sent between threads of a site: all but its functions. */
export interface ScraperBrief extends ArticleDemands {
  readonly host: string;
  readonly render: RenderMode;
  readonly file: string;
  readonly gapMs: number | null;
  /** Until when each layout was valid, the oldest first; null: it still is. */
  readonly layouts: readonly (Date | null)[];
}

/** The scrapers that a thread has loaded. */
export interface LoadedScrapers {
  readonly sites: readonly ScraperBrief[];
  /** Those that can't be used. */
  readonly broken: readonly BrokenScraper[];
  /** The scrapers' files and what they import, packages left out. */
  readonly files: readonly string[];
}

export const scraperBrief = ({
  host,
  minConfidence,
  required,
  render,
  file,
  politeness,
  wrappers,
}: Site): ScraperBrief => ({
  host,
  minConfidence,
  required,
  render,
  file: file ?? '',
  gapMs: politeness.gapMs,
  layouts: wrappers.map(({ validUntil }) => validUntil),
});
