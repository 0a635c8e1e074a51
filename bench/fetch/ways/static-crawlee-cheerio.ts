import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';
import type { Way } from '../way.ts';

/** Crawlee's CheerioCrawler with its defaults, and the addresses of all links. */
export const way: Way = async ({ urls, concurrency }, onPage) => {
  log.setLevel(LogLevel.OFF);
  const crawler = new CheerioCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 0,
      failedRequestHandler: ({ request }, error) => onPage(request.url, error),
      requestHandler: ({ $, body, request }) => {
        const links = new Set(
          $('a[href]')
            .toArray()
            .map((link) => new URL($(link).attr('href') ?? '', request.url).href),
        );
        if (links.size === 0) throw new Error('no links');
        onPage(request.url, String(body));
      },
    },
    new Configuration({ persistStorage: false, memoryMbytes: 16_000 }),
  );
  await crawler.run(urls.map((url) => ({ url, uniqueKey: url })));
};
