import type { Site } from '../model/crawl/site.ts';
import type { BrokenScraper } from '../settings/broken-scrapers.ts';

/** What may be sent between threads of a site: all but its functions. */
export interface ScraperBrief {
  readonly host: Site['host'];
  readonly minConfidence: Site['minConfidence'];
  readonly required: Site['required'];
  readonly render: Site['render'];
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

export const scraperBriefOf = ({
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
