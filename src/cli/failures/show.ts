import { CommandError, exitCodes } from '../../errors.ts';
import type { Failure, FailureMedia } from '../../model/crawl/failure.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { mendedText } from './list.ts';

export async function show(session: Session, id: string): Promise<void> {
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

export const unknownFailure = (id: string): CommandError =>
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
