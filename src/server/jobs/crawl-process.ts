import type { App } from '../../app.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { tasksLeft } from '../../model/crawl/work-left.ts';
import type { CrawlReport } from '../../run/report.ts';
import type { CrawlCounts, CrawlNews, CrawlOrder, CrawlRequest } from './crawl-messages.ts';

// The process of one crawl that the API began: the server's event loop stays free, and a browser that fails takes no server with it. Where the server is gone,
// it drains, saves and ends.

const stop = new AbortController();
process.on('disconnect', () => stop.abort());
process.on('SIGTERM', () => stop.abort());
process.on('SIGINT', () => stop.abort());
process.on('message', (order: CrawlOrder) => {
  if (order.kind === 'stop') stop.abort();
  else void begin(order).finally(() => process.disconnect?.());
});

const tell = (news: CrawlNews): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(news, () => resolve());
    else resolve();
  });

async function begin({ module, options, request }: Extract<CrawlOrder, { kind: 'begin' }>): Promise<void> {
  try {
    const { openApp } = (await import(module)) as { openApp: (appOptions: object) => Promise<App> };
    await using app = await openApp({ ...options, logStream: process.stderr });
    await checkTopic(app, request.topic);
    const report = await crawl(app, request);
    await tell({ kind: 'ended', ended: report.ended, counts: countsOf(report) });
  } catch (error) {
    const isUsage = error instanceof CommandError && usageCodes.has(error.exitCode);
    await tell({ kind: 'failed', isUsage, message: error instanceof Error ? error.message : String(error) });
  }
}

/** The client can mend these: a wrong address, nothing to crawl or to resume. */
const usageCodes: ReadonlySet<number> = new Set([exitCodes.usage, exitCodes.nothingFound]);

const crawl = (app: App, { scope, ...request }: CrawlRequest): Promise<CrawlReport> =>
  app.crawl({
    ...request,
    scope: { ...scope, since: scope.since === null ? null : new Date(scope.since) },
    concurrency: null,
    failureLimit: null,
    signal: stop.signal,
    onRun: (id) => void tell({ kind: 'run', id }),
    onProgress: ({ done, stored, failures, queued, running }) =>
      void tell({ kind: 'progress', counts: { pages: done, stored, failed: failures, left: queued + running } }),
  });

function countsOf({ summary: { pages, byOutcome }, left }: CrawlReport): CrawlCounts {
  return { pages, stored: byOutcome.stored ?? 0, failed: byOutcome.failed ?? 0, left: tasksLeft(left) };
}

async function checkTopic(app: App, topic: string | null): Promise<void> {
  if (topic === null || (await app.topics()).some(({ name }) => name === topic)) return;
  throw new CommandError(exitCodes.usage, `There is no topic "${topic}": /v1/topics lists them.`);
}
