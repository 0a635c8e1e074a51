import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { App } from '../../app.ts';
import type { Failure, FailureMedia, FailureVersions } from '../../model/crawl/failure.ts';
import { printable } from '../../printable.ts';
import { thaw } from '../../stages/snapshot/freeze.ts';
import { unpackJson } from '../../stages/snapshot/packed-json.ts';
import type { Blobs } from '../../storage/blobs-port.ts';
import type { Session } from '../session.ts';
import { mendedText } from './list.ts';
import { findFailure } from './stored-page.ts';

/** @param to a folder that gets what is stored as files; null: none is written */
export async function show(session: Session, app: App, id: string, to: string | null): Promise<void> {
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

/** How a blob of a bundle becomes a file. */
interface BundlePart {
  readonly name: string;
  readonly hash: (failure: Failure) => Failure['snapshot'];
  readonly content: (bytes: Uint8Array) => Promise<string | Uint8Array>;
}

const parts: readonly BundlePart[] = [
  { name: 'screenshot.webp', hash: ({ screenshot }) => screenshot, content: async (bytes) => bytes },
  { name: 'page.html', hash: ({ snapshot }) => snapshot, content: async (bytes) => (await thaw(bytes)).html },
  { name: 'requests.har', hash: ({ har }) => har, content: unpackJson },
  {
    name: 'console.txt',
    hash: (failure) => failure.console,
    content: async (bytes) => `${(JSON.parse(await unpackJson(bytes)) as string[]).join('\n')}\n`,
  },
];

/** Writes what is stored of a failure into its own folder. @returns the files; blobs that are gone are left out */
async function writeBundle(blobs: Blobs, failure: Failure, to: string): Promise<string[]> {
  const folder = join(to, failure.id);
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const { name, hash, content } of parts) {
    const named = hash(failure);
    const bytes = named === null ? null : await blobs.get(named);
    if (bytes === null) continue;
    await writeFile(join(folder, name), await content(bytes));
    files.push(join(folder, name));
  }
  return files;
}

/** Programs that open an address in the user's browser, by platform. */
const openers: Readonly<Record<string, string>> = { darwin: 'open', linux: 'xdg-open' };

/** Prints the address of a failure's page in the dashboard; on a terminal of a desktop it is opened, too. */
export async function openFailure(session: Session, app: App, named: string): Promise<void> {
  const { id } = await findFailure(await app.store(), named);
  const { httpHost, httpPort } = app.config;
  const host = httpHost === '0.0.0.0' || httpHost === '::' ? '127.0.0.1' : httpHost;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${httpPort}/#/failures?id=${encodeURIComponent(id)}`;
  if (session.options.json) return await session.printJson({ id, address });
  await session.print(`${address}\n`);
  const isOpened = session.outIsTerminal && (await openInBrowser(session, address));
  session.say(
    isOpened
      ? 'Opened in your browser; `newshawk serve` must run.'
      : '`newshawk serve` serves this address; `newshawk failures show` prints the same without it.',
  );
}

/** @returns false where this machine has no desktop */
async function openInBrowser({ io: { env } }: Session, address: string): Promise<boolean> {
  const program = openers[process.platform];
  const hasDesktop = process.platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
  if (program === undefined || !hasDesktop) return false;
  const child = spawn(program, [address], { stdio: 'ignore', detached: true });
  return await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false)); // the program is not installed
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
