import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { type Started, startCrawl } from '../../test/support/app/demo-crawl.ts';
import type { TrialSite } from './trial-site.ts';

/** One trial: real processes against a real site on this machine. */
export interface Trial {
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly Check[]>;
}

export interface Check {
  readonly claim: string;
  readonly isRight: boolean;
  /** What was seen. */
  readonly seen: string;
}

export const check = (claim: string, isRight: boolean, seen: unknown): Check => ({
  claim,
  isRight,
  seen: typeof seen === 'string' ? seen : JSON.stringify(seen),
});

export interface CommandOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the command reads from stdin. Default: nothing. */
  readonly input?: string;
}

/** The folder of a trial and what happens in it. */
export interface Bench extends AsyncDisposable {
  readonly folder: string;
  readonly site: TrialSite;
  /** Prints a line with the seconds since the trial began. */
  say(text: string): void;
  /** The command line, in the trial's folder, on its store. */
  start(options: CommandOptions): Started;
  /** A scraper for the site; `fields` are its further lines. */
  writeScraper(fields: string): Promise<void>;
  /** Addresses of the articles in the store; none while there is no store. */
  storedArticles(): Promise<string[]>;
}

export async function openBench(site: TrialSite): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-trial-'));
  await mkdir(join(folder, 'scrapers'));
  const startedAt = performance.now();
  const running: Started[] = [];
  return {
    folder,
    site,
    say: (text) => console.log(`  ${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${text}`),
    start: ({ args, env = {}, input = '' }) => {
      const started = startCrawl({
        demo: { port: site.port, connectTo: [`${site.host}:80=127.0.0.1:${site.port}`] },
        store: `file:${folder}/data`,
        args,
        cwd: folder,
        input,
        env: { ...usual, ...env },
      });
      running.push(started);
      return started;
    },
    writeScraper: async (fields) => {
      await mkdir(join(folder, 'scrapers', site.host), { recursive: true });
      await writeFile(
        join(folder, 'scrapers', site.host, 'scraper.ts'),
        `import { defineScraper, listing } from 'newshawk';
export default defineScraper({
  host: '${site.host}', name: 'Trial', origin: 'http://${site.host}', language: 'en',
  ${fields}
});
`,
      );
    },
    storedArticles: async () => {
      await using store = await openSqlite(join(folder, 'data'));
      const urls: string[] = [];
      for await (const { url } of store.articles.stream({})) urls.push(url);
      return urls;
    },
    [Symbol.asyncDispose]: async () => {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As a user has it, but for the pause between requests: a trial should not take an hour. */
const usual = {
  NEWSHAWK_MAX_ATTEMPTS: '3',
  NEWSHAWK_HOST_GAP_MS: '50',
  NEWSHAWK_HOST_CONCURRENCY: '2',
  NEWSHAWK_STATIC_TIMEOUT_MS: '5000',
  NEWSHAWK_LOG: 'info',
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks again until the answer is true. @returns whether it ever was, within the limit */
export async function waitFor(isTrue: () => Promise<boolean> | boolean, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    if (await isTrue()) return true;
    await pause(250);
  }
  return false;
}

/** The last lines of what a command said, for people. */
export const tail = (text: string, lines = 12): string =>
  text.trimEnd().split('\n').slice(-lines).join('\n           ');
