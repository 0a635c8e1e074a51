import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import { parseWholeNumber } from '../options.ts';
import type { DemoSites, EnvironmentVariables, Session } from '../session.ts';
import { crawl } from './crawl.ts';

/** Shorter than the defaults: the demo's hanging page should not delay the crawl, and loopback needs no pause between requests. */
const demoSettings: EnvironmentVariables = {
  NEWSHAWK_STATIC_TIMEOUT_MS: '3000',
  NEWSHAWK_PAGE_TIMEOUT_MS: '15000',
  NEWSHAWK_MAX_ATTEMPTS: '2',
  NEWSHAWK_HOST_GAP_MS: '0',
  NEWSHAWK_HOST_CONCURRENCY: '4',
};

export function addDemo(program: Command, session: Session): void {
  program
    .command('demo')
    .description(
      'serve small demo sites on this machine and crawl those that have a scraper; each run brings new pages',
    )
    .option('--limit <pages>', 'end after this many pages', parseWholeNumber(1))
    .option('--edition <number>', 'the edition of the sites; default: the one after that of the last run', (text) =>
      parseWholeNumber(0)(text),
    )
    .addHelpText('after', '\nExit codes: those of `newshawk crawl`. Pages that are broken on purpose do not count.')
    .action((options: Options) => demo(session, options));
}

interface Options {
  readonly limit?: number;
  readonly edition?: number;
}

async function demo(session: Session, { edition, ...options }: Options): Promise<void> {
  const file = join(session.io.cwd, 'data', 'demo-edition');
  const wanted = edition ?? (await lastRun(file)) + 1;
  const sites = await session.io.startDemo({ edition: wanted });
  try {
    await crawlSites(session, sites, { edition: Math.min(wanted, sites.lastEdition), options, file });
  } finally {
    await sites.close();
  }
}

interface DemoRun {
  readonly edition: number;
  readonly options: { readonly limit?: number };
  /** Keeps the edition for the next run. */
  readonly file: string;
}

async function crawlSites(session: Session, sites: DemoSites, { edition, options, file }: DemoRun): Promise<void> {
  const env = environment(session.io.env, sites);
  const targets = await targetsOf(session, sites, env);
  session.say(
    `${targets.length === 1 ? 'A demo site' : `${targets.length} demo sites`}, edition ${edition} of ${sites.lastEdition}, on 127.0.0.1:${sites.port}: ${targets.join(', ')}\n`,
  );
  const code = await crawl(session, targets, options, env);
  if (code === exitCodes.incomplete)
    session.say('\nSome pages of the demo are broken on purpose: an incomplete crawl is the expected result.');
  session.exitCode = code === exitCodes.incomplete ? exitCodes.ok : code;
  if (session.exitCode !== exitCodes.ok) return;
  await makeFolder(dirname(file));
  await writeFile(file, `${edition}`);
  const again =
    edition < sites.lastEdition
      ? 'Run it again: the sites have a new edition, and only new pages are fetched.'
      : 'This was the last edition.';
  session.say(
    `\n${again}\nNext: \`newshawk serve\` shows the dashboard; \`newshawk new <address of your site>\` writes a scraper for your own site.`,
  );
}

/** The network policy allows only the demo's own server. */
const environment = (env: EnvironmentVariables, { connectTo, port }: DemoSites): EnvironmentVariables => ({
  ...demoSettings,
  ...env,
  NEWSHAWK_CONNECT_TO: connectTo.join(','),
  NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${port}`,
});

/** The sites that have a scraper; without one, the front pages of all. */
async function targetsOf(session: Session, { hosts }: DemoSites, env: EnvironmentVariables): Promise<string[]> {
  await using app = await session.openApp({ env });
  const own = new Set((await app.sites()).map(({ host }) => host));
  const withScraper = hosts.filter((host) => own.has(host));
  return withScraper.length > 0 ? withScraper : hosts.map((host) => `http://${host}/`);
}

/** The edition of the last run; -1 before the first one, which has no file. */
async function lastRun(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '-1';
    throw error;
  });
  const edition = Number.parseInt(text, 10);
  return Number.isNaN(edition) ? -1 : edition;
}
