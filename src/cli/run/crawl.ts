import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { App, RunRules } from '../../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { CrawlScope, DiscoverKind } from '../../model/crawl/crawl-scope.ts';
import type { Run } from '../../model/crawl/run.ts';
import { printable } from '../../printable.ts';
import type { CrawlReport } from '../../run/report.ts';
import { sayBrokenScrapers } from '../broken-scrapers.ts';
import {
  collectPath,
  concurrencyOption,
  parseDiscoverKinds,
  parseDuration,
  parsePastTime,
  parseWholeNumber,
} from '../options.ts';
import type { EnvironmentVariables, Session } from '../session.ts';
import { writeArticles } from '../store/export.ts';
import { formatOfFile } from '../store/export-content.ts';
import { planCrawl, printPlan } from './plan.ts';
import { openProgress } from './progress.ts';
import { formatReport } from './report.ts';

interface Options {
  readonly limit?: number;
  readonly depth?: number;
  readonly under?: readonly string[];
  /** False: `--no-discover`. */
  readonly discover?: readonly DiscoverKind[] | boolean;
  readonly since?: Date;
  readonly articlesOnly?: true;
  readonly topic?: string;
  readonly concurrency?: number | 'auto';
  readonly timeLimit?: number;
  readonly failureLimit?: number;
  readonly dryRun?: true;
  readonly resume?: true;
  readonly run?: string;
  readonly output?: string;
  readonly failOn?: 'drift';
}

export function addCrawl(program: Command, session: Session): void {
  program
    .command('crawl')
    .description('one pass over the given scrapers or addresses (default: all scrapers); stores, then prints a table')
    .argument('[target...]', 'hosts of scrapers, or http(s) addresses')
    .option('--limit <pages>', 'end after this many pages', parseWholeNumber(1))
    .option('--depth <links>', 'how many links away from a source a page may be', parseWholeNumber(0))
    .option('--under <path>', 'fetch only addresses below this path, such as /sport/ (repeatable)', collectPath)
    .option('--since <date>', 'skip articles published before: 2026-01-01, 7d', parsePastTime(session.io.clock.now()))
    .option('--articles-only', 'store only articles; follow only links to articles and lists')
    .option(
      '--discover <kinds>',
      'follow these beside articles: feeds,sitemaps,lists (default: lists, and NEWSHAWK_DISCOVER)',
      parseDiscoverKinds,
    )
    .option('--no-discover', 'fetch only the given addresses and the articles that they link to')
    .option('--topic <name>', 'only pages of this topic are published')
    .addOption(concurrencyOption())
    .option('--time-limit <time>', 'end after this time: 90s, 15m, 2h', parseDuration)
    .option('--failure-limit <failures>', 'end with exit code 12 after this many failures', parseWholeNumber(1))
    .addOption(failOnOption())
    .option('--dry-run', 'list what would be fetched, fetch nothing')
    .option('--resume', 'continue the latest interrupted crawl')
    .option('--run <id>', 'with --resume: this crawl instead of the latest')
    .option(
      '-o, --output <file>',
      'write the articles of this run: .jsonl, .csv, .parquet, .rss, .atom, .json (JSON Feed) or .warc.gz',
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 done, nothing is left; 3 stdout or the file is incomplete; 11 interrupted and saved; 12 failure limit; 15 time limit; 16 incomplete (pages failed or are left, a list has more than was loaded, or a scraper has a mistake); 4 only scrapers with a mistake are named; 30 with --fail-on drift: a layout has changed; 21 no proxy answers; 31 nothing found.',
    )
    .action(session.action((targets: string[], options: Options) => crawl(session, targets, options)));
}

/** @param env instead of the process's own */
export async function crawl(
  session: Session,
  targets: readonly string[],
  options: Options,
  env?: EnvironmentVariables,
): Promise<ExitCode> {
  if (options.run !== undefined && options.resume !== true)
    throw new CommandError(exitCodes.usage, '--run names the crawl that --resume continues: add --resume.');
  const file = options.output === undefined ? null : resolve(session.io.cwd, options.output);
  // A wrong file name or folder fails before the crawl, not after it.
  const format = file === null ? null : formatOfFile(file);
  await using app = await session.openApp({ live: true, env });
  await checkTopic(app, options.topic);
  await sayBrokenScrapers(session, app, targets);
  if (options.dryRun) {
    const plan = await planCrawl(app, targets);
    await (session.options.json ? session.printJson(plan) : printPlan(session, app, plan));
    return plan.fetches.length === 0 && plan.pending === 0 ? exitCodes.nothingFound : exitCodes.ok;
  }
  if (file !== null) await createEmptyFile(file);
  session.say(
    `Crawling ${targets.length === 0 ? 'the sites of all scrapers' : targetsText(targets)}. Ctrl-C drains, saves and ends.`,
  );
  const startedAt = session.io.clock.now();
  const report = await runWithProgress(session, app, targets, options);
  await reportRun(session, app, report, 'crawl');
  if (file !== null && format !== null) {
    // Counted back from the end too: if the clock was set back, articles are stored with a time before the start.
    const since = new Date(Math.min(startedAt.getTime(), session.io.clock.now().getTime() - report.elapsedMs));
    const count = await writeArticles(app, file, format, { status: 'published', since });
    session.say(`${count} articles of this run are in ${file}.`);
  }
  return exitOfRun(report, options.failOn);
}

const maxTargetsNamed = 3;

function targetsText(targets: readonly string[]): string {
  const more = targets.length - maxTargetsNamed;
  const firstTargets = targets.slice(0, maxTargetsNamed).map(printable).join(', ');
  return more > 0 ? `${firstTargets} and ${more} more` : firstTargets;
}

async function runWithProgress(
  session: Session,
  app: App,
  targets: readonly string[],
  options: Options,
): Promise<CrawlReport> {
  using view = openProgress(session);
  const request: RunRules = {
    targets,
    limit: options.limit ?? null,
    depth: options.depth ?? null,
    scope: scopeOf(options),
    concurrency: options.concurrency ?? null,
    timeLimitMs: options.timeLimit ?? null,
    failureLimit: options.failureLimit ?? null,
    topic: options.topic ?? null,
    resume: options.resume === true,
    run: options.run ?? null,
    signal: session.signal,
    onProgress: (progress) => view.update(progress),
  };
  return await app.crawl(request);
}

/** Commander's default of an option with a `--no-` form is true. */
const scopeOf = ({ under = [], discover = true, since, articlesOnly }: Options): CrawlScope => ({
  under,
  discover: typeof discover === 'boolean' ? (discover ? null : []) : discover,
  since: since ?? null,
  articlesOnly: articlesOnly === true,
});

/** Shows the final table, then where the data is and how to view it. With --json the report is printed as data. */
export async function reportRun(session: Session, app: App, report: CrawlReport, command: Run['kind']): Promise<void> {
  const store = await app.store();
  if (session.options.json) await session.printJson({ ...report, store: store.location });
  else {
    const { messageColors, columns, glyphs } = session;
    session.say(formatReport(report, messageColors, { columns, glyphs, command }).trimEnd());
  }
  session.say(`The data is in ${store.location}.`);
  session.say(
    'Dashboard:  `newshawk serve`\nArticles:   `newshawk export -f jsonl`\nOne count:  `newshawk <the command beside it>`',
  );
}

/** Of the commands that crawl. */
export const failOnOption = (): Option =>
  new Option('--fail-on <event>', 'drift: end with exit code 30 where the layout of a site has changed').choices([
    'drift',
  ]);

/** The exit code for the end of a run. */
export function exitOfRun(report: CrawlReport, failOn?: 'drift'): ExitCode {
  if (failOn === 'drift' && report.drifts.length > 0) return exitCodes.drift;
  if (report.ended === 'interrupted') return exitCodes.interrupted;
  if (report.ended === 'time-limit') return exitCodes.timeLimit;
  if (report.ended === 'failure-limit') return exitCodes.failureLimit;
  if (report.ended === 'no-browser') return exitCodes.incomplete;
  const { byOutcome, byReason } = report.summary;
  // A deferred visit is neither useful nor a failure.
  const { failed = 0, deferred = 0, ...others } = byOutcome;
  const useful = Object.values(others).reduce((sum, count) => sum + count, 0);
  const byProxy = (byReason['failed:proxy'] ?? 0) + (byReason['deferred:proxy'] ?? 0);
  if (useful === 0 && byProxy > 0 && byProxy === failed + deferred) return exitCodes.proxies;
  if (useful === 0 && failed > 0) return exitCodes.nothingFound;
  return report.ended === 'incomplete' ? exitCodes.incomplete : exitCodes.ok;
}

async function checkTopic(app: App, topic: string | undefined): Promise<void> {
  if (topic === undefined) return;
  const names = (await app.topics()).map(({ name }) => name);
  if (!names.includes(topic))
    throw new CommandError(
      exitCodes.usage,
      `There is no topic "${topic}". ${names.length === 0 ? `${app.config.topicsFile} has none.` : `There are: ${names.join(', ')}.`}`,
    );
}

async function createEmptyFile(file: string): Promise<void> {
  await writeFile(file, '').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      exitCodes.usage,
      `${file} can't be written (${error.code}). Give -o a file in an existing folder.`,
      { cause: error },
    );
  });
}
