import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readCorrections } from '../../commands/batch/correction-lines.ts';
import { type LearnBatchReport, learnBatch } from '../../commands/batch/learn-batch.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { JudgedWrapper } from '../../model/wrapper/wrapper-verdict.ts';
import { wrapperFileText } from '../../settings/wrapper-file.ts';
import { ownDataLines } from '../../site/wrapper-diff.ts';
import { batchLines, replaceFile } from '../files.ts';
import type { Session } from '../session.ts';
import { type Column, formatTable } from '../terminal/table.ts';
import { checkCorrectedPages } from './learn-check.ts';

interface Options {
  readonly check?: true;
  readonly batch?: string | true;
  readonly corrected?: string;
  readonly out?: string;
}

export function addLearn(program: Command, session: Session): void {
  program
    .command('learn')
    .description('learn the wrappers of sites: what is the article on their pages, and what recurs')
    .argument('[sites...]', 'with --check: only pages of these')
    .option(
      '--batch [file]',
      'from JSON lines {id, url, html or htmlPath, site?} of a file or of stdin, in NEWSHAWK_WORKERS threads',
    )
    .option(
      '--corrected <file>',
      'with --batch: JSON lines {id, title?, body?, authors?, publishedAt?, data?, records?} that say what is right about some of the pages',
    )
    .option(
      '--out <file>',
      'with --batch: write the wrappers to this file instead of stdout; `extract --batch --wrappers` reads it',
    )
    .option(
      '--check',
      'read all corrected pages and fixtures again with the live wrappers; exit code 32: one is read worse',
    )
    .action(session.action((sites: string[], options: Options) => perform(session, sites, options)));
}

async function perform(session: Session, sites: readonly string[], options: Options): Promise<ExitCode> {
  const isBatch = options.batch !== undefined || options.corrected !== undefined || options.out !== undefined;
  if (options.check === true && isBatch)
    throw new CommandError(
      exitCodes.usage,
      '--check reads the store and the fixtures: leave out --batch, --corrected and --out.',
    );
  if (options.check === true) return await checkCorrectedPages(session, sites);
  if (sites.length > 0) throw new CommandError(exitCodes.usage, `${sites.join(', ')}: sites are for --check only.`);
  return await learn(session, options);
}

async function learn(session: Session, { batch, corrected, out }: Options): Promise<ExitCode> {
  if (batch === undefined)
    throw new CommandError(
      exitCodes.usage,
      'Name the pages: `newshawk learn --batch pages.jsonl --out wrappers.json`.',
    );
  const { byId, mistakes } =
    corrected === undefined
      ? { byId: new Map(), mistakes: [] }
      : await readCorrections(await batchLines(session, corrected));
  if (mistakes.length > 0)
    throw new CommandError(exitCodes.usage, `${corrected} has invalid lines. ${mistakes.slice(0, 10).join('. ')}.`);
  await using app = await session.openApp();
  const report = await learnBatch(await batchLines(session, batch), await app.reader(), {
    concurrency: app.config.workers * 2,
    now: app.clock.now(),
    corrections: byId,
    signal: session.signal,
  });
  if (session.signal.aborted) return exitCodes.interrupted;
  const text = wrapperFileText(report.wrappers);
  if (out === undefined) await session.print(text);
  else await replaceFile(resolve(session.io.cwd, out), text, 'The wrappers');
  sayReport(session, report);
  const isComplete = report.failures.length === 0 && report.unusedCorrections.length === 0;
  if (report.wrappers.length === 0) return exitCodes.nothingFound;
  return isComplete ? exitCodes.ok : exitCodes.incomplete;
}

/** Messages of one kind that are shown. */
const shownMessages = 20;

function sayReport(session: Session, { wrappers, tooFew, failures, unusedCorrections }: LearnBatchReport): void {
  if (wrappers.length > 0)
    session.say(formatTable(wrapperColumns, wrappers.map(rowOf), session.columns, session.messageColors));
  for (const { site, pages } of tooFew)
    session.say(`${site}: ${pages} pages are too few: a wrapper needs three different articles, or a corrected one.`);
  const list = (messages: readonly string[]): void => {
    for (const message of messages.slice(0, shownMessages)) session.say(message);
    if (messages.length > shownMessages) session.say(`… and ${messages.length - shownMessages} more`);
  };
  list(failures);
  list(unusedCorrections.map((id) => `the correction of ${id} has no page in the batch`));
}

const wrapperColumns: readonly Column[] = [
  { title: 'site', shrinkTo: 12 },
  { title: 'pages', align: 'right' },
  { title: 'corrected', align: 'right' },
  { title: 'styles', align: 'right' },
  { title: 'lines', align: 'right' },
  { title: 'fields', shrinkTo: 8 },
  { title: 'judged on' },
  { title: 'verdict', shrinkTo: 12 },
];

const rowOf = ({ wrapper, verdict }: JudgedWrapper): string[] => [
  wrapper.site,
  String(wrapper.pages),
  String(wrapper.correctedPages),
  String(wrapper.styles.length),
  String(wrapper.recurring.length + wrapper.expressions.length),
  [...Object.keys(wrapper.fields), ...ownDataLines(wrapper).map(([name]) => name)].join(' '),
  verdict.judgedPages === 0 ? 'its own pages' : `${verdict.judgedPages} held back`,
  verdict.isAccepted ? 'accepted' : `refused: ${verdict.reason}`,
];
