import type { App, ReplayReader } from '../../app.ts';
import { scraperOf } from '../../commands/fixtures/test-fixtures.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import type { LoadedScrapers, ScraperBrief } from '../../reader/site-brief.ts';
import { brokenError } from '../../settings/broken-scrapers.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import { findFailure } from './find-failure.ts';

/** A failure with its stored page. @throws CommandError (usage, nothing found) */
export async function storedPage(
  app: App,
  named: string,
): Promise<{ readonly failure: Failure; readonly snapshot: Snapshot }> {
  const store = await app.store();
  const failure = await findFailure(store, named);
  const { id } = failure;
  const bytes = failure.snapshot === null ? null : await store.blobs.get(failure.snapshot);
  if (bytes === null)
    throw new CommandError(
      exitCodes.nothingFound,
      `Failure ${id} has no stored page (${failure.reason}: ${failure.detail}): no scraper can mend it. \`newshawk failures retry ${id}\` fetches the page again.`,
    );
  return { failure, snapshot: await thaw(bytes) };
}

/** The scraper of a failure's site. @throws CommandError (nothing found) where there is none, (configuration) where it can't be used */
export function scraperOfFailure({ sites, broken }: LoadedScrapers, { site }: Failure): ScraperBrief {
  const scraper = scraperOf({ sites, broken }, site);
  if (scraper !== null) return scraper;
  if (broken.length > 0) throw brokenError(broken); // half a file may not name its host yet
  throw new CommandError(
    exitCodes.nothingFound,
    `No scraper reads ${site}: \`newshawk new ${site}\` writes one, which can then be mended.`,
  );
}

/** A site as extraction limits it. */
export const limitsOf = (app: App, scraper: ScraperBrief): Pick<ScraperBrief, 'minConfidence' | 'required'> => ({
  required: scraper.required,
  minConfidence: scraper.minConfidence ?? app.config.minConfidence,
});

export type ReadsPages = Pick<ReplayReader, 'read' | 'blocks'>;
