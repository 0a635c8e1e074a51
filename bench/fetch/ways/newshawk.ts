import { totalmem } from 'node:os';
import { BasicCrawler, Configuration } from '@crawlee/basic';
import { LogLevel, log } from '@crawlee/core';
import type { BrowsersConfig } from '../../../src/settings/browsers.ts';
import { browsersFor, openParts } from '../own-parts.ts';
import type { OnPage, Way, WayPlan } from '../way.ts';

const hourMs = 3_600_000;
/** As the crawl sets them: Crawlee looks at the machine every second, with a separate process, only to vary the concurrency. */
const crawleeSettings = new Configuration({
  persistStorage: false,
  purgeOnStart: false,
  systemInfoIntervalMillis: hourMs,
  persistStateIntervalMillis: hourMs,
  memoryMbytes: Math.round(totalmem() / 2 ** 20),
});

/** As users run it: Crawlee's BasicCrawler over the browser pool, identities, egress guard, quiet wait, serialiser. */
export const way: Way = (plan, onPage) => renderAll(plan, onPage, browsersFor(plan));

export async function renderAll(plan: WayPlan, onPage: OnPage, browsers: BrowsersConfig): Promise<void> {
  log.setLevel(LogLevel.OFF);
  await using parts = await openParts(plan, browsers);
  await using pool = await parts.openPool();
  const crawler = new BasicCrawler(
    {
      minConcurrency: plan.concurrency,
      maxConcurrency: plan.concurrency,
      maxRequestRetries: 0,
      useSessionPool: false,
      failedRequestHandler: ({ request }, error) => onPage(request.url, error),
      requestHandler: async ({ request: { url } }) => {
        const identity = await parts.identities.pick(new URL(url).hostname);
        await using live = await pool.open({ url, identity, waitFor: null, steps: [], timeoutMs: 45_000 });
        onPage(url, live.html);
      },
    },
    crawleeSettings,
  );
  await crawler.run(plan.urls.map((url) => ({ url, uniqueKey: url })));
}
