import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio';
import { MemoryStorage } from '@crawlee/memory-storage';

// Crawlee's CheerioCrawler over the same pages: fetch, parse, read the headline and the paragraphs. It stores nothing, follows nothing and compares nothing.
// usage: node cheerio-crawl.ts PORT CONCURRENCY < JSON list of paths. Prints JSON.

const [port, concurrency] = process.argv.slice(2).map(Number);
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const paths: string[] = JSON.parse(Buffer.concat(chunks).toString());
log.setLevel(log.LEVELS.OFF);
const configuration = new Configuration({
  persistStorage: false,
  storageClient: new MemoryStorage({ persistStorage: false }),
});
let words = 0;
const crawler = new CheerioCrawler(
  {
    maxConcurrency: concurrency ?? 8,
    minConcurrency: concurrency ?? 8,
    maxRequestRetries: 0,
    requestHandler: async ({ $ }) => {
      words += $('h1, article p').text().split(/\s+/).length;
    },
  },
  configuration,
);
const begun = performance.now();
const cpu = process.cpuUsage();
await crawler.run(paths.map((path) => `http://127.0.0.1:${port}${path}`));
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    pages: paths.length,
    words,
    elapsedMs: performance.now() - begun,
    cpuSeconds: (user + system) / 1e6,
  }),
);
