import { Configuration, LogLevel, log, PlaywrightCrawler } from '@crawlee/playwright';
import { endSelector } from '../site/pages.ts';
import type { Way } from '../way.ts';

/** Crawlee's PlaywrightCrawler with its defaults; it is told how many at once and what to wait for. */
export const way: Way = async ({ urls, concurrency, executablePath, env }, onPage) => {
  log.setLevel(LogLevel.OFF);
  const crawler = new PlaywrightCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      launchContext: { launchOptions: { executablePath, env: { ...env } } },
      failedRequestHandler: ({ request }, error) => onPage(request.url, error),
      requestHandler: async ({ page, request }) => {
        await page.waitForSelector(endSelector);
        onPage(request.url, await page.content());
      },
    },
    new Configuration({ persistStorage: false, memoryMbytes: 16_000 }),
  );
  await crawler.run(urls.map((url) => ({ url, uniqueKey: url })));
};
