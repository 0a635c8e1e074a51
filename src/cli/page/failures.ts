import cliTruncate from 'cli-truncate';
import { type Command, Option } from 'commander';
import type { Replay, StoredReplay } from '../../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { Failure, FailureMedia, FailureMended } from '../../model/crawl/failure.ts';
import { errorKinds } from '../../model/crawl/visit.ts';
import { failedWithoutBundle } from '../../pipeline/single/bare-failures.ts';
import { type RetryRequest, retryFailures } from '../../pipeline/single/retry-failures.ts';
import { printable } from '../../printable.ts';
import type { Failures } from '../../storage/crawl/failures-port.ts';
import { parseWholeNumber } from '../options.ts';
import type { Session } from '../session.ts';
import { countText, minuteText } from '../terminal/amounts.ts';
import { formatTable } from '../terminal/table.ts';

interface ListOptions {
  readonly run?: string;
  readonly site?: string;
  readonly reason?: string;
  readonly limit: number;
  readonly all?: boolean;
}

export function addFailures(program: Command, session: Session): void {
  const failures = program.command('failures').description('pages that could not be fetched or extracted, and why');
  failures
    .command('list', { isDefault: true })
    .description('newest first, then counts by site and reason')
    .option('--site <host>', 'of this site')
    .option('--run <id>', 'of this run')
    .addOption(reasonOption())
    .option('--limit <count>', 'how many', parseWholeNumber(1), 50)
    .option('--all', 'also failures that are mended')
    .action((options: ListOptions) => list(session, options));
  failures
    .command('show <id>')
    .description('one failure with its rule trace')
    .action((id: string) => show(session, id));
  failures
    .command('replay <id>')
    .description("run today's scraper on the stored snapshot, offline")
    .option('--store', 'store the result, as a visit would: the failure is mended')
    .addHelpText('after', '\nExit codes: 0 it is mended, 31 it still fails.')
    .action(async (id: string, { store = false }: { readonly store?: boolean }) => {
      session.exitCode = await replay(session, id, store);
    });
  failures
    .command('retry [id]')
    .description('fetch failed pages again: one failure, or all open ones')
    .option('--site <host>', 'of this site')
    .addOption(reasonOption())
    .addHelpText('after', '\nExit codes: 0 pages are queued again, 31 nothing to retry.')
    .action(async (id: string | undefined, options: Omit<RetryRequest, 'id'>) => {
      session.exitCode = await retry(session, { id, ...options });
    });
}

const reasonOption = (): Option =>
  new Option('--reason <reason>', 'with this reason, such as layout-changed').choices(errorKinds);

async function list(session: Session, { site, run, reason, limit, all = false }: ListOptions): Promise<void> {
  await using app = await session.openApp();
  const store = await app.store();
  const state = all ? 'all' : 'open';
  const filter = { limit, ...(site && { site }), ...(run && { run }), ...(reason && { reason }) };
  const bundles = await store.failures.find({ ...filter, state });
  const counts = await store.failures.counts({ run });
  // Only bundles have a reason and a run.
  const bare = reason === undefined && run === undefined ? await failedWithoutBundle(store, { site, limit }) : [];
  if (session.options.json) return session.printJson({ failures: bundles, counts, withoutBundle: bare });
  if (bundles.length + bare.length === 0) {
    const isMended = (await store.failures.find({ ...filter, state: 'mended', limit: 1 })).length > 0;
    return session.say(`No failures.${isMended ? ' `newshawk failures list --all` shows the mended ones.' : ''}`);
  }
  if (bundles.length > 0) await listBundles(session, bundles, { counts, all });
  for (const { url, detail } of bare) await session.print(`${printable(url)}  ${printable(detail)}\n`);
  if (bare.length > 0)
    session.say(`${countText(bare.length)} of these pages failed and ${bare.length === 1 ? 'has' : 'have'} no bundle.`);
  session.say(
    '`newshawk failures show <id>` says more, `failures replay <id>` runs the rules again offline, `failures retry` fetches all of them again.',
  );
}

interface Counted {
  readonly counts: Awaited<ReturnType<Failures['counts']>>;
  readonly all: boolean;
}

async function listBundles(session: Session, bundles: readonly Failure[], { counts, all }: Counted): Promise<void> {
  const [width, paint] = [session.tableWidth, session.colors];
  const stateOf = ({ mended }: Failure): string[] => (all ? [mended === null ? 'open' : mendedText(mended)] : []);
  await session.print(
    formatTable(
      [
        { title: 'id' },
        { title: 'at (UTC)' },
        { title: 'site', shrinkTo: 8 },
        { title: 'reason' },
        ...(all ? [{ title: 'state', shrinkTo: 6 }] : []),
        { title: 'address', shrinkTo: 12 },
      ],
      bundles.map((failure) => [
        ...[failure.id, minuteText(failure.at), failure.site, failure.reason],
        ...[...stateOf(failure), failure.url],
      ]),
      width,
      paint,
    ),
  );
  const byCount = counts
    .toSorted((a, b) => b.count - a.count)
    .map((row) => [row.site, row.reason, countText(row.count)]);
  const columns = [{ title: 'site', shrinkTo: 20 }, { title: 'reason' }, { title: 'count', align: 'right' as const }];
  if (byCount.length > 0) await session.print(`\n${formatTable(columns, byCount, width, paint)}`);
}

const mendedText = ({ at, by }: FailureMended): string => `mended by a ${by}, ${minuteText(at)}`;

/** Queues failed pages again. @returns ok where at least one is pending again, else nothingFound */
async function retry(session: Session, request: RetryRequest): Promise<ExitCode> {
  await using app = await session.openApp();
  const store = await app.store();
  if (request.id !== undefined && (await store.failures.get(request.id)) === null) throw unknownFailure(request.id);
  const { reopened, left } = await retryFailures(store, app.clock, request);
  if (session.options.json) await session.printJson({ reopened, left });
  else for (const url of reopened) await session.print(`${printable(url)}\n`);
  const pages = (count: number): string => `${countText(count)} ${count === 1 ? 'page' : 'pages'}`;
  if (left.length > 0) session.say(`${pages(left.length)} skipped: pending already, or being fetched now.`);
  session.say(
    reopened.length === 0
      ? 'Nothing to retry: `newshawk failures list` shows what failed.'
      : `${pages(reopened.length)} will be fetched again: by the next \`newshawk crawl\`, or at once by a running \`newshawk watch\`.`,
  );
  return reopened.length === 0 ? exitCodes.nothingFound : exitCodes.ok;
}

async function show(session: Session, id: string): Promise<void> {
  await using app = await session.openApp();
  const failure = await (await app.store()).failures.get(id);
  if (failure === null) throw unknownFailure(id);
  if (session.options.json) return session.printJson(failure);
  await session.print(`${failureLines(failure, session.colors).join('\n')}\n`);
  session.say(
    failure.snapshot === null
      ? 'There is no snapshot: the page was never received.'
      : `\`newshawk failures replay ${failure.id}\` runs today's scraper on its snapshot; \`newshawk serve\` shows its screenshot.`,
  );
}

const unknownFailure = (id: string): CommandError =>
  new CommandError(exitCodes.usage, `There is no failure "${id}" in the store. \`newshawk failures list\` lists them.`);

function failureLines(failure: Failure, { bold, dim }: Session['colors']): string[] {
  const rows: [string, string][] = [
    ['id', failure.id],
    ['address', failure.url],
    ['site', failure.site],
    ['at', failure.at.toISOString()],
    ['reason', failure.reason],
    ['detail', failure.detail],
    ...(failure.mended === null ? [] : [['state', mendedText(failure.mended)] satisfies [string, string]]),
    ['extractor', failure.extractor],
    ['run', failure.run],
    ['snapshot', failure.snapshot ?? 'none'],
    ['screenshot', failure.screenshot ?? 'none'],
  ];
  return [
    ...rows.map(([name, value]) => `${dim(name.padEnd(10))}  ${printable(value)}`),
    bold(failure.trace.length === 0 ? 'no rule trace' : 'rule trace'),
    ...failure.trace.map(({ rule, why }) => `  ${printable(rule)}: ${printable(why)}`),
    ...(failure.media === null ? [] : [bold('media'), ...mediaLines(failure.media)]),
  ];
}

/** How the page was played, step by step, and the candidates. */
const mediaLines = ({ steps, endedBy, noMedia, candidates }: FailureMedia): string[] => [
  ...steps.map(({ atMs, what }) => `  ${(atMs / 1_000).toFixed(1).padStart(5)} s  ${printable(what)}`),
  `  ended by ${printable(endedBy)}${noMedia === null ? '' : `: ${noMedia}`}`,
  ...candidates.map(
    ({ score, role, delivery, url, reasons }) =>
      `  ${String(score).padStart(5)}    ${role} ${delivery} ${printable(url)} (${printable(reasons.join(', '))})`,
  ),
];

/** Runs today's rules on a failure. @returns ok where they extract an article or a listing was stored, else nothingFound */
async function replay(session: Session, id: string, store: boolean): Promise<ExitCode> {
  await using app = await session.openApp();
  if ((await (await app.store()).failures.get(id)) === null) throw unknownFailure(id);
  const result: Replay & Partial<StoredReplay> = store ? await app.storeReplay(id) : await app.replay(id);
  const { failure, reading, elapsedMs, stored = null } = result;
  const mended = reading.draft !== null || stored !== null;
  if (session.options.json) {
    const was = { reason: failure.reason, detail: failure.detail };
    await session.printJson({ id, mended, was, now: reading, elapsedMs, ...(store && { stored }) });
  } else await session.print(`${replayLines(result, session).join('\n')}\n`);
  if (stored !== null) session.say(storedText(stored));
  else if (mended) session.say(`\`newshawk failures replay ${id} --store\` stores it.`);
  return mended ? exitCodes.ok : exitCodes.nothingFound;
}

const storedText = ({ outcome, article }: NonNullable<StoredReplay['stored']>): string =>
  article === null
    ? `Stored: ${outcome}.`
    : `Stored: article ${article.id}, ${article.status}, revision ${article.revision}.`;

function replayLines({ failure, reading, elapsedMs }: Replay, { colors, columns }: Session): string[] {
  const { draft, reason, detail, pageType, trace } = reading;
  const verdict =
    draft === null
      ? colors.red(`still fails: ${reason ?? 'no draft'}${detail === '' ? '' : ` (${printable(detail)})`}`)
      : colors.green('mended: an article is extracted');
  const fields =
    draft === null
      ? []
      : [
          ['title', draft.title],
          ['authors', draft.authors.join(', ')],
          ['published', draft.publishedAt?.value ?? ''],
          ['lang', draft.lang ?? ''],
          ['body', `${countText(draft.body.length)} characters: ${draft.body}`],
          ['media', `${draft.media.length} items`],
          ['extractor', draft.extractor],
        ];
  return [
    `${colors.bold(verdict)} in ${Math.round(elapsedMs)} ms, offline`,
    `${colors.dim('was')}        ${failure.reason}: ${printable(failure.detail)}`,
    `${colors.dim('page type')}  ${pageType}`,
    ...fields.map(([name = '', value = '']) =>
      cliTruncate(`${colors.dim(name.padEnd(9))}  ${value === '' ? colors.yellow('none') : printable(value)}`, columns),
    ),
    colors.bold('rule trace'),
    ...trace.map(({ rule, why }) => `  ${printable(rule)}: ${printable(why)}`),
  ];
}
