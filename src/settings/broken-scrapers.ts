import { CommandError, exitCodes } from '../errors.ts';
import type { Site } from '../model/crawl/site.ts';

/** A scraper whose file can't be used. Its site is not crawled; the other sites are. */
export interface BrokenScraper {
  readonly host: string;
  readonly file: string;
  /** A sentence for each, such as `line 3: Unexpected token`. */
  readonly mistakes: readonly string[];
}

/** Whether the scraper of a site can't be used. */
export const isBroken = ({ mistakes }: Site): boolean => mistakes !== undefined;

/** The broken ones of the scrapers. */
export const brokenScrapers = (sites: readonly Site[]): BrokenScraper[] =>
  sites.flatMap(({ host, file, mistakes }) => (mistakes === undefined ? [] : [{ host, file: file ?? '', mistakes }]));

/** All mistakes of these scrapers, with their files. */
export function brokenError(broken: readonly BrokenScraper[]): CommandError {
  const mistakes = broken.flatMap(({ file, mistakes: own }) => own.map((mistake) => `${file}: ${mistake}`));
  return new CommandError(
    exitCodes.configuration,
    `The scrapers have ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`,
  );
}

/** The same site. @throws CommandError (configuration) where its scraper can't be used */
export function soundSite(site: Site): Site {
  if (isBroken(site)) throw brokenError(brokenScrapers([site]));
  return site;
}
