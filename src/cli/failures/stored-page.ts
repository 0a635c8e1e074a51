import type { App } from '../../app.ts';
import { scraperOf } from '../../commands/fixtures/test-fixtures.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import { type OwnRule, ruleText, unmatchedRules } from '../../model/crawl/own-rule.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import { printable } from '../../printable.ts';
import type { LoadedScrapers, ScraperBrief } from '../../reader/site-brief.ts';
import { brokenError } from '../../settings/broken-scrapers.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import type { Store } from '../../storage/port.ts';
import type { Session } from '../session.ts';

export interface StoredPage {
  readonly failure: Failure;
  readonly snapshot: Snapshot;
}

/** A failure with its stored page. @throws CommandError (usage, nothing found) */
export async function storedPage(app: App, named: string): Promise<StoredPage> {
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
export function scraperOfFailure(loaded: LoadedScrapers, { site }: Failure): ScraperBrief {
  const scraper = scraperOf(loaded, site);
  if (scraper !== null) return scraper;
  if (loaded.broken.length > 0) throw brokenError(loaded.broken); // half a file may not name its host yet
  throw new CommandError(
    exitCodes.nothingFound,
    `No scraper reads ${site}: \`newshawk new ${site}\` writes one, which can then be mended.`,
  );
}

/** Letters of an id that a person may shorten it to. */
const shortestId = 4;
/** Failures that a message names. */
const maxNamed = 5;

/** The failure that a person names by its id, or by the first letters of it. @throws CommandError (usage) where none, or more than one, is meant */
export async function findFailure({ failures }: Store, id: string): Promise<Failure> {
  const exact = await failures.get(id);
  if (exact !== null) return exact;
  const candidates = id.length >= shortestId ? await failures.beginningWith(id, maxNamed + 1) : [];
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const lines = candidates.slice(0, maxNamed).map((one) => `\n  - ${one.id}: ${one.reason}, ${one.url}`);
  const more = candidates.length > maxNamed ? '\n  - and more' : '';
  throw new CommandError(
    exitCodes.usage,
    only === undefined
      ? `There is no failure "${id}" in the store; an old one may have been removed (docs/retention.md). \`newshawk failures list --all\` lists what is kept.`
      : `The ids of ${candidates.length > maxNamed ? `more than ${maxNamed}` : candidates.length} failures begin with "${id}": write more of it.${lines.join('')}${more}`,
  );
}

/** How a failure's page is read today. */
interface Replayed {
  readonly failure: Failure;
  readonly reading: Reading;
}

/** Today's rules for the fields that the failure reports. */
const stillUnmatched = ({ failure: { reason, detail }, reading }: Replayed): OwnRule[] =>
  reason === 'layout-changed'
    ? unmatchedRules(reading.ownRules).filter(({ field }) => ` ${detail}`.includes(` ${field} "`))
    : [];

/** Whether today's rules mend a failure. Where it reports rules without a match, an article that other rules give does not. */
export const isMended = (replayed: Replayed): boolean =>
  replayed.reading.draft !== null && stillUnmatched(replayed).length === 0;

/** What today's rules make of a failure, for people. @param mended the words for an article */
export function verdictText(replayed: Replayed, mended: string, { colors }: Session): string {
  const { draft, reason, detail } = replayed.reading;
  if (draft === null)
    return colors.red(`still fails: ${reason ?? 'no draft'}${detail === '' ? '' : ` (${printable(detail)})`}`);
  const rules = stillUnmatched(replayed).map(ruleText);
  if (rules.length === 0) return colors.green(mended);
  return colors.yellow(
    `an article is extracted, but rules of the scraper still match nothing: ${printable(rules.join(', '))}`,
  );
}
