import cliTruncate from 'cli-truncate';
import {
  changesBetween,
  type ReadingValues,
  type ValueChange,
  valuesOfReading,
} from '../../commands/fixtures/reading-values.ts';
import { SaveWatch } from '../../commands/fixtures/watch-saves.ts';
import { confidentReading } from '../../crawl/reading/confident-reading.ts';
import { CommandError, type ExitCode, exitCodes, NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Failure } from '../../model/crawl/failure.ts';
import { printable, printableLines } from '../../printable.ts';
import { liveWrapper } from '../../site/stored-site.ts';
import type { Session } from '../session.ts';
import { countText } from '../terminal/amounts.ts';
import { isMended, scraperOfFailure, storedPage, verdictText } from './stored-page.ts';

/** One run of the scraper: its reading, or what is wrong with the scraper. */
type Run = { readonly reading: Reading } | { readonly mistake: string };

/** Runs the scraper on a failure's page again at each save, until Ctrl-C. */
export async function replayAtEachSave(session: Session, id: string): Promise<ExitCode> {
  await using app = await session.openApp();
  const { failure, snapshot } = await storedPage(app, id);
  const learned = app.config.learn === 'on' ? await liveWrapper(await app.store(), snapshot.site) : null;
  await using reader = await app.openReplayReader();
  using saves = new SaveWatch();
  // until the failure's scraper is known, it may be any of them; then the others are not loaded at each save
  let files = await reader.files();
  await saves.follow(files);
  const run = async (): Promise<Run> => {
    try {
      const loaded = await reader.load(files);
      const scraper = scraperOfFailure(loaded, failure);
      files = [scraper.file];
      await saves.follow(loaded.files.filter((file) => file === scraper.file || !file.endsWith('/scraper.ts')));
      const reading = await reader.read(snapshot, { learned });
      const minConfidence = scraper.minConfidence ?? app.config.minConfidence;
      return { reading: confidentReading(reading, { ...scraper, minConfidence }) };
    } catch (error) {
      const isMistake = error instanceof CommandError && error.exitCode === exitCodes.configuration;
      if (isMistake || (error instanceof NewshawkError && error.kind !== 'bug')) return { mistake: error.message };
      throw error;
    }
  };
  let before: ReadingValues | null = null;
  for (let number = 0; number === 0 || (await saves.next(session.signal)); number++) {
    const begunMs = app.clock.monotonicMs();
    const result = await run();
    await showRun(session, { failure, number, result, before, elapsedMs: app.clock.monotonicMs() - begunMs });
    if ('reading' in result) before = valuesOfReading(result.reading);
    if (number === 0)
      session.say(
        `Waiting for a save of ${files.length === 1 ? files[0] : 'a scraper'}, or of what it imports. Ctrl-C ends.`,
      );
  }
  return exitCodes.ok;
}

interface Shown {
  readonly failure: Failure;
  /** 0: the run before the first save. */
  readonly number: number;
  readonly result: Run;
  /** Null: nothing was read before. */
  readonly before: ReadingValues | null;
  readonly elapsedMs: number;
}

async function showRun(session: Session, { failure, number, result, before, elapsedMs }: Shown): Promise<void> {
  const { colors, options } = session;
  const ms = Math.round(elapsedMs);
  const name = number === 0 ? 'now' : `save ${number}`;
  if ('mistake' in result) {
    const { mistake } = result;
    if (options.json) return await session.print(`${JSON.stringify({ save: number, mistake, elapsedMs })}\n`);
    return await session.print(
      `${colors.bold(name)}  ${colors.red('the scraper has a mistake')} (${ms} ms)\n${printableLines(mistake)}\n`,
    );
  }
  const { reading } = result;
  const { reason, detail } = reading;
  const values = valuesOfReading(reading);
  const changes = before === null ? [] : changesBetween(before, values);
  if (options.json)
    return await session.print(
      `${JSON.stringify({ save: number, mended: isMended({ failure, reading }), reason, detail, changes, elapsedMs })}\n`,
    );
  const verdict = verdictText({ failure, reading }, 'an article is extracted', session);
  const lines = before === null ? valueLines(values, session) : changeLines(changes, session);
  await session.print(`${[`${colors.bold(name)}  ${verdict} (${ms} ms)`, ...lines].join('\n')}\n`);
}

/** Lines of a field that are shown, at most. */
const maxLines = 4;
const fieldCells = 9;

/** All values of a page, for the run before the first save. */
const valueLines = ({ fields }: ReadingValues, session: Session): string[] =>
  [...fields].flatMap(([field, lines]) => [
    fitted(`  ${session.colors.dim(field.padEnd(fieldCells))}  ${printable(lines[0] ?? '')}`, session),
    ...(lines.length > 1 ? [`  ${' '.repeat(fieldCells)}  … ${countText(lines.length - 1)} more`] : []),
  ]);

/** What a save changed: old values in red, new ones in green. */
export function changeLines(changes: readonly ValueChange[], session: Session): string[] {
  if (changes.length === 0) return [`  ${session.colors.dim('nothing changed')}`];
  return changes.flatMap((change) => linesOf(change, session));
}

function linesOf({ field, removed, added }: ValueChange, session: Session): string[] {
  const { colors } = session;
  const name = field.padEnd(fieldCells);
  const [old = '', now = ''] = [removed[0], added[0]].map((line) => printable(line ?? ''));
  if (removed.length <= 1 && added.length <= 1)
    return [
      fitted(`  ${colors.dim(name)}  ${colors.red(old || 'nothing')} -> ${colors.green(now || 'nothing')}`, session),
    ];
  return [
    `  ${colors.dim(name)}  ${countText(removed.length)} gone, ${countText(added.length)} new`,
    ...some(removed).map((line) => fitted(`    ${colors.red(`- ${printable(line)}`)}`, session)),
    ...some(added).map((line) => fitted(`    ${colors.green(`+ ${printable(line)}`)}`, session)),
  ];
}

const some = (lines: readonly string[]): string[] =>
  lines.length <= maxLines ? [...lines] : [...lines.slice(0, maxLines), `… ${countText(lines.length - maxLines)} more`];

const fitted = (line: string, { outIsTerminal, columns }: Session): string =>
  outIsTerminal ? cliTruncate(line, columns) : line;
