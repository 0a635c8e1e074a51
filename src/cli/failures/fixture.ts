import type { App, ReplayReader } from '../../app.ts';
import { compareReading, type FieldDifference } from '../../commands/fixtures/compare-reading.ts';
import { demandOf, expectationOf, withValues } from '../../commands/fixtures/expect-reading.ts';
import { fixtureReading } from '../../commands/fixtures/test-fixtures.ts';
import { CommandError, type ExitCode, exitCodes, NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import type { Snapshot } from '../../model/page/snapshot.ts';
import { emptyCorrection } from '../../model/wrapper/correction.ts';
import type { Expectation } from '../../model/wrapper/expectation.ts';
import type { ScraperBrief } from '../../reader/site-brief.ts';
import { fixturesFolder, type PageFixture, readFixtures, saveFixture } from '../../site/fixture-file.ts';
import { differenceLine, expectedLines, expectedValues } from '../fixtures/expected-values.ts';
import type { Session } from '../session.ts';
import type { StatedValues } from '../wrappers/correction-options.ts';
import { type StoredPage, scraperOfFailure, storedPage } from './stored-page.ts';

export interface FixtureRequest extends StatedValues {
  readonly accept?: boolean;
  readonly to?: string;
}

/** A failure on its way to a fixture. */
interface FailedPage {
  readonly failure: Failure;
  readonly snapshot: Snapshot;
  readonly scraper: ScraperBrief;
  readonly folder: string;
  /** What the options say is right. */
  readonly given: Expectation;
  /** The fixture that was made of it before; null: none. */
  readonly before: PageFixture | null;
  /** How today's scraper reads it; a text: it can't, and why. */
  readonly reading: Reading | string;
}

/** Keeps a failure as a fixture beside its scraper. @throws CommandError (usage, nothing found) */
export async function fixtureOfFailure(
  session: Session,
  app: App,
  id: string,
  options: FixtureRequest,
): Promise<ExitCode> {
  const stored = await storedPage(app, id);
  checkMendable(stored.failure);
  await using reader = await app.openReplayReader();
  const page = await failedPage(session, app, reader, { ...stored, options });
  return options.accept === true ? await accept(session, page) : await demand(session, page);
}

async function failedPage(
  session: Session,
  app: App,
  reader: ReplayReader,
  { failure, snapshot, options }: StoredPage & { readonly options: FixtureRequest },
): Promise<FailedPage> {
  const scraper = scraperOfFailure(await reader.load(), failure);
  const { cwd } = session.io;
  const folder = fixturesFolder(scraper, { cwd, scrapersDir: app.config.scrapersDir, folder: options.to ?? null });
  const given = await expectedValues(reader, snapshot, options, cwd);
  const before = (await readFixtures(folder)).find((fixture) => fixture.failure?.id === failure.id) ?? null;
  const read = fixtureReading(reader, app.config.minConfidence);
  const reading = await readToday(() => read(snapshot, scraper));
  return { failure, snapshot, scraper, folder, given, before, reading };
}

/** A stored page shows what extraction makes of it, nothing else. @throws CommandError (usage) */
function checkMendable({ id, url, reason, detail }: Failure): void {
  if (reason === 'blocked' || reason === 'throttled' || reason === 'unreachable')
    throw new CommandError(
      exitCodes.nothingFound,
      `Failure ${id} is "${reason}" (${detail}): its page is not the site's article, and no scraper can mend it. \`newshawk failures retry ${id}\` fetches it again.`,
    );
  if (detail.startsWith('a video page without media'))
    throw new CommandError(
      exitCodes.nothingFound,
      `Failure ${id} is ${detail}: media are found while a page plays, which a stored page can't. \`newshawk media ${url} --explain\` plays it.`,
    );
}

/** @returns a text where the scraper throws */
async function readToday(read: () => Promise<Reading>): Promise<Reading | string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NewshawkError && error.kind !== 'bug') return error.message;
    throw error;
  }
}

/** Writes what the page must give. It must not give that already: such a fixture would prove nothing. */
async function demand(session: Session, page: FailedPage): Promise<ExitCode> {
  const { reading, scraper, given, failure } = page;
  const base =
    typeof reading === 'string'
      ? { ...emptyCorrection, required: ['title', 'body'] as const }
      : demandOf(reading, scraper.required);
  const expected = withValues(withValues(base, page.before?.expected ?? emptyCorrection), given);
  const failing = differencesOf(reading, expected);
  if (failing.length === 0)
    throw new CommandError(
      exitCodes.usage,
      `Today's scraper reads failure ${failure.id} as demanded: a fixture must fail before the fix. \`newshawk failures fixture ${failure.id} --accept\` expects what it reads now; --title, --body, --authors and --date say what is right instead.`,
    );
  const files = await write(page, expected);
  await report(session, { files, expected, differences: failing });
  session.say(
    `\`newshawk test ${scraper.host}\` fails with these lines until ${scraper.file} is mended; \`newshawk failures replay ${failure.id} --watch\` shows each save's effect, \`newshawk failures fixture ${failure.id} --accept\` then expects all values.`,
  );
  return exitCodes.ok;
}

/** Expects what the mended scraper reads. What a person has said stays, and must be right. */
async function accept(session: Session, page: FailedPage): Promise<ExitCode> {
  const { reading, given, before, failure, scraper } = page;
  const said = withValues(before?.expected ?? emptyCorrection, given);
  const demanded =
    before === null && typeof reading !== 'string' ? demandOf(reading, scraper.required) : emptyCorrection;
  const differences = differencesOf(reading, withValues(demanded, said));
  if (typeof reading === 'string' || differences.length > 0) {
    await report(session, { files: [], expected: said, differences });
    session.say(`Failure ${failure.id} still fails: nothing is accepted.`);
    return exitCodes.testsFailed;
  }
  const { required: _, ...values } = withValues(expectationOf(reading), said);
  const files = await write(page, values);
  await report(session, { files, expected: values, differences: [] });
  session.say(`Look at these values: \`newshawk test ${scraper.host}\` expects them from now on.`);
  return exitCodes.ok;
}

const differencesOf = (reading: Reading | string, expected: Expectation): readonly FieldDifference[] =>
  typeof reading === 'string'
    ? [{ field: 'page', expected: 'an article', actual: reading }]
    : compareReading(reading, { expected, score: null });

const write = async ({ folder, snapshot, failure: { id, reason, detail } }: FailedPage, expected: Expectation) =>
  await saveFixture(folder, { snapshot, expected, score: null, isLearned: false, failure: { id, reason, detail } });

interface Written {
  readonly files: readonly string[];
  readonly expected: Expectation;
  readonly differences: readonly FieldDifference[];
}

async function report(session: Session, written: Written): Promise<void> {
  if (session.options.json) return await session.printJson(written);
  const { files, expected, differences } = written;
  const lines = [
    ...files,
    ...expectedLines(expected, session),
    ...differences.map((one) => differenceLine(one, session)),
  ];
  await session.print(`${lines.join('\n')}\n`);
}
