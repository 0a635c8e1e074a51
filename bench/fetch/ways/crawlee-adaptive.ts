import { AdaptivePlaywrightCrawler, Configuration, LogLevel, log } from '@crawlee/playwright';
import { endSelector } from '../site/pages.ts';
import type { Way } from '../way.ts';

/** Crawlee's AdaptivePlaywrightCrawler: plain HTTP where its predictor thinks that enough, told what marks a complete page. */
export const way: Way = async ({ urls, concurrency, executablePath, env }, onPage) => {
  log.setLevel(LogLevel.OFF);
  const told = new Set<string>(); // where it looks both ways, the handler runs twice
  const tell = (url: string, html: string | Error): void => {
    if (!told.has(url)) onPage(url, html);
    told.add(url);
  };
  const crawler = new AdaptivePlaywrightCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      launchContext: { launchOptions: { executablePath, env: { ...env } } },
      failedRequestHandler: ({ request }, error) => tell(request.url, error),
      requestHandler: async ({ parseWithCheerio, request }) => {
        const $ = await parseWithCheerio(endSelector);
        if ($(endSelector).length === 0) throw new Error(`no ${endSelector}`);
        tell(request.url, $.html());
      },
    },
    new Configuration({ persistStorage: false, memoryMbytes: 16_000 }),
  );
  await crawler.run(urls.map((url) => ({ url, uniqueKey: url })));
};
