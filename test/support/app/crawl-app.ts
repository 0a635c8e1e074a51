import type { App } from '../../../src/app.ts';
import { CommandError, exitCodes } from '../../../src/errors.ts';
import type { CrawlProgress, CrawlReport } from '../../../src/run/report.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';

// Imports little: each crawl of a test starts a process.

interface Options {
  readonly store: string;
}

const startedAt = new Date('2026-11-21T08:01:00Z');
const progress = { done: 3, queued: 4, running: 1, stored: 2, failures: 1 } as CrawlProgress;
const report = {
  summary: { pages: 3, byOutcome: { stored: 2, failed: 1 } },
  left: { due: 0, waiting: 0, leases: [] },
} as unknown as CrawlReport;

/** The app of a process that crawls: its run is in the store, and it ends when it is told to, or at once with a limit. */
export async function openApp({ store: folder }: Options): Promise<App> {
  const store = await openSqlite(folder);
  const crawl: App['crawl'] = async ({ targets, limit, signal, onRun, onProgress }) => {
    if (targets.includes('nosuch')) throw new CommandError(exitCodes.usage, '"nosuch" is no host of a scraper.');
    if (targets.includes('dies')) process.exit(7);
    const id = `run-of-${targets.join('-')}`;
    await store.runs.start({
      id,
      kind: 'crawl',
      startedAt,
      finishedAt: null,
      owner: 'child',
      sites: null,
      scope: null,
    });
    onRun?.(id);
    onProgress(progress);
    if (targets.includes('breaks')) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);
    if (limit === null) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    else await store.runs.finish(id, startedAt);
    return { ...report, runId: id, ended: limit === null ? 'interrupted' : 'finished' };
  };
  const app = { crawl, topics: async () => [], [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
  return app as unknown as App;
}
