import type { Command } from 'commander';
import type { Replay } from '../app.ts';
import { CommandError, type ExitCode, exitCodes } from '../errors.ts';
import type { Failure, FailureMedia } from '../model/failure.ts';
import { printable } from '../printable.ts';
import { countText, minuteText } from './amounts.ts';
import { wholeNumber } from './options.ts';
import type { Session } from './session.ts';
import { formatTable } from './table.ts';
import { clip } from './width.ts';

interface ListOptions {
  readonly site?: string;
  readonly reason?: string;
  readonly limit: number;
}

export function addFailures(program: Command, session: Session): void {
  const failures = program.command('failures').description('what could not be fetched or extracted, and why');
  failures
    .command('list', { isDefault: true })
    .description('newest first, then a count by site and reason')
    .option('--site <host>', 'of this site')
    .option('--reason <reason>', 'with this reason, such as layout-changed')
    .option('--limit <count>', 'how many', wholeNumber(1), 50)
    .action((options: ListOptions) => list(session, options));
  failures
    .command('show <id>')
    .description('one failure with its rule trace')
    .action((id: string) => show(session, id));
  failures
    .command('replay <id>')
    .description("run today's scraper on the stored snapshot, offline")
    .action(async (id: string) => {
      session.exitCode = await replay(session, id);
    });
}

async function list(session: Session, { site, reason, limit }: ListOptions): Promise<void> {
  await using app = await session.openApp();
  const { failures } = await app.store();
  const found = await failures.find({ limit, ...(site && { site }), ...(reason && { reason }) });
  const counts = await failures.counts();
  if (session.options.json) return session.outJson({ failures: found, counts });
  if (found.length === 0) return session.say('No failures.');
  const [width, paint] = [session.tableWidth, session.colors];
  await session.out(
    formatTable(
      [
        { title: 'id' },
        { title: 'at (UTC)' },
        { title: 'site', shrinkTo: 8 },
        { title: 'reason' },
        { title: 'address', shrinkTo: 12 },
      ],
      found.map((failure) => [failure.id, minuteText(failure.at), failure.site, failure.reason, failure.url]),
      width,
      paint,
    ),
  );
  const byCount = counts
    .toSorted((a, b) => b.count - a.count)
    .map((row) => [row.site, row.reason, countText(row.count)]);
  const columns = [{ title: 'site', shrinkTo: 20 }, { title: 'reason' }, { title: 'count', align: 'right' as const }];
  await session.out(`\n${formatTable(columns, byCount, width, paint)}`);
  session.say('`newshawk failures show <id>` says more, `newshawk failures replay <id>` tries it again offline.');
}

async function show(session: Session, id: string): Promise<void> {
  await using app = await session.openApp();
  const failure = await (await app.store()).failures.get(id);
  if (failure === null) throw unknownFailure(id);
  if (session.options.json) return session.outJson(failure);
  await session.out(`${failureLines(failure, session.colors).join('\n')}\n`);
  session.say(
    failure.snapshot === null
      ? 'There is no snapshot: the page never came.'
      : `\`newshawk failures replay ${failure.id}\` runs today's scraper on its snapshot; \`newshawk serve\` shows its screenshot.`,
  );
}

const unknownFailure = (id: string): CommandError =>
  new CommandError(exitCodes.usage, `There is no failure "${id}" in the store. \`newshawk failures list\` names them.`);

function failureLines(failure: Failure, { bold, dim }: Session['colors']): string[] {
  const rows: [string, string][] = [
    ['id', failure.id],
    ['address', failure.url],
    ['site', failure.site],
    ['at', failure.at.toISOString()],
    ['reason', failure.reason],
    ['detail', failure.detail],
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

/** The play, step by step, and what was seen. */
const mediaLines = ({ steps, endedBy, noMedia, candidates }: FailureMedia): string[] => [
  ...steps.map(({ atMs, what }) => `  ${(atMs / 1_000).toFixed(1).padStart(5)} s  ${printable(what)}`),
  `  ended by ${printable(endedBy)}${noMedia === null ? '' : `: ${noMedia}`}`,
  ...candidates.map(
    ({ score, role, delivery, url, reasons }) =>
      `  ${String(score).padStart(5)}    ${role} ${delivery} ${printable(url)} (${printable(reasons.join(', '))})`,
  ),
];

/** @returns ok when today's rules make an article of the page, nothingFound when they still don't */
async function replay(session: Session, id: string): Promise<ExitCode> {
  await using app = await session.openApp();
  if ((await (await app.store()).failures.get(id)) === null) throw unknownFailure(id);
  const result = await app.replay(id);
  const mended = result.reading.draft !== null;
  if (session.options.json) {
    const { failure, reading, elapsedMs } = result;
    await session.outJson({
      id,
      mended,
      was: { reason: failure.reason, detail: failure.detail },
      now: reading,
      elapsedMs,
    });
  } else await session.out(`${replayLines(result, session).join('\n')}\n`);
  return mended ? exitCodes.ok : exitCodes.nothingFound;
}

function replayLines({ failure, reading, elapsedMs }: Replay, { colors, columns }: Session): string[] {
  const { draft, reason, detail, pageType, trace } = reading;
  const verdict =
    draft === null
      ? colors.red(`still fails: ${reason ?? 'no draft'}${detail === '' ? '' : ` (${printable(detail)})`}`)
      : colors.green('mended: an article comes out');
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
      clip(`${colors.dim(name.padEnd(9))}  ${value === '' ? colors.yellow('none') : printable(value)}`, columns),
    ),
    colors.bold('rule trace'),
    ...trace.map(({ rule, why }) => `  ${printable(rule)}: ${printable(why)}`),
  ];
}
