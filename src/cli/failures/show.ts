import { resolve } from 'node:path';
import type { Failure, FailureMedia, FailureVersions } from '../../model/crawl/failure.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';
import { writeBundle } from './bundle-files.ts';
import { findFailure } from './find-failure.ts';
import { mendedText } from './list.ts';

/** @param to a folder that gets what is stored as files; null: none is written */
export async function show(session: Session, id: string, to: string | null): Promise<void> {
  await using app = await session.openApp();
  const store = await app.store();
  const failure = await findFailure(store, id);
  const files = to === null ? [] : await writeBundle(store.blobs, failure, resolve(session.io.cwd, to));
  if (session.options.json) return session.printJson(to === null ? failure : { ...failure, files });
  await session.print(`${[...failureLines(failure, session.colors), ...files].join('\n')}\n`);
  if (to === null)
    session.say(
      `\`newshawk failures show ${failure.id} --to <folder>\` writes picture, page, requests and console as files.`,
    );
  session.say(
    failure.snapshot === null
      ? 'There is no snapshot: the page was never received.'
      : `\`newshawk failures replay ${failure.id}\` runs today's scraper on its snapshot; \`newshawk serve\` shows its screenshot.`,
  );
}

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
    ['requests', failure.har ?? 'none'],
    ['console', failure.console ?? 'none'],
    ...(failure.versions === null ? [] : [['versions', versionsText(failure.versions)] satisfies [string, string]]),
  ];
  return [
    ...rows.map(([name, value]) => `${dim(name.padEnd(10))}  ${printable(value)}`),
    bold(failure.trace.length === 0 ? 'no rule trace' : 'rule trace'),
    ...failure.trace.map(({ rule, why }) => `  ${printable(rule)}: ${printable(why)}`),
    ...(failure.media === null ? [] : [bold('media'), ...mediaLines(failure.media)]),
  ];
}

const versionsText = ({ newshawk, scraper, wrapper }: FailureVersions): string =>
  [
    `newshawk ${newshawk}`,
    scraper === null ? 'no scraper' : `scraper ${scraper}`,
    wrapper === null ? 'no learned wrapper' : `learned wrapper ${wrapper}`,
  ].join(', ');

/** How the page was played, step by step, and the candidates. */
const mediaLines = ({ steps, endedBy, noMedia, candidates }: FailureMedia): string[] => [
  ...steps.map(({ atMs, what }) => `  ${(atMs / 1_000).toFixed(1).padStart(5)} s  ${printable(what)}`),
  `  ended by ${printable(endedBy)}${noMedia === null ? '' : `: ${noMedia}`}`,
  ...candidates.map(
    ({ score, role, delivery, url, reasons }) =>
      `  ${String(score).padStart(5)}    ${role} ${delivery} ${printable(url)} (${printable(reasons.join(', '))})`,
  ),
];
