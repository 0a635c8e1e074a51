import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { openApp } from '../src/main.ts';
import { tryCanonicalUrl } from '../src/model/web/canonical-url.ts';
import { openReplayProxy, type StoredPage } from './replay-proxy.ts';

// Crawls stored pages under their own host names, in the browser: every page goes through context -> egress guard -> replay proxy.
// usage: npm run bench:replay -- [--pages 200] [--concurrency 4] [--render browser|auto|static] [folder of corpora]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '200' },
    concurrency: { type: 'string', default: '4' },
    render: { type: 'string', default: 'browser' },
  },
});
const corpora = resolve(positionals[0] ?? '../shared/corpora');
const corpusNames = ['zyte', 'fundus-evaluation', 'wcxb', 'trafilatura-htmldate', 'big9', 'zh-web'];

/** Pages that have an address, in turn from each corpus, so that any number is a mixture. */
function storedPages(limit: number): StoredPage[] {
  const lists = corpusNames
    .map((name) => join(corpora, name))
    .filter((folder) => existsSync(join(folder, 'cases.jsonl')))
    .map((folder) => casesOf(folder));
  const mixed = Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, index) =>
    lists.flatMap((list) => list[index] ?? []),
  ).flat();
  return [...new Map(mixed.map((page) => [page.url, page])).values()].slice(0, limit);
}

function casesOf(folder: string): StoredPage[] {
  const lines = readFileSync(join(folder, 'cases.jsonl'), 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const { url, html } = JSON.parse(line) as { url: string | null; html: string };
    const canonical = url === null ? null : tryCanonicalUrl(url);
    return canonical === null
      ? []
      : [{ url: canonical, body: async () => promisify(gunzip)(await readFile(join(folder, html))) }];
  });
}

const pages = storedPages(Number(values.pages));
if (pages.length === 0) {
  console.log(`skipped: there are no corpora in ${corpora}; give their folder as an argument`);
  process.exit(0);
}
const folder = await mkdtemp(join(tmpdir(), 'newshawk-replay-'));
await using proxy = await openReplayProxy(pages);
await writeFile(
  join(folder, 'browsers.config.ts'),
  `import { defineBrowsers } from 'newshawk';\nexport default defineBrowsers({ proxies: ['${proxy.url}'], ignoreTlsErrors: true, network: { allow: ['${new URL(proxy.url).host}'], proxyDns: 'proxy' } });\n`,
);
{
  await using app = await openApp({
    env: {
      ...process.env,
      NEWSHAWK_RENDER: values.render,
      NEWSHAWK_ROBOTS: 'ignore',
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_PAGE_TIMEOUT_MS: '30000',
      NEWSHAWK_MAX_ATTEMPTS: '1',
      NEWSHAWK_STORE: `file:${folder}/data`,
    },
    cwd: folder,
    logLevel: 'warn',
    logJson: false,
    logStream: process.stderr,
  });
  const options = {
    targets: pages.map(({ url }) => url),
    limit: null,
    depth: 0,
    concurrency: Number(values.concurrency),
    timeLimitMs: null,
    failureLimit: null,
    topic: null,
    resume: false,
  };
  const report = await app.crawl({
    ...options,
    signal: new AbortController().signal,
    onProgress: ({ done, failures, last }) =>
      process.stderr.write(`\r${done}/${pages.length}, ${failures} failures  ${last.slice(0, 80).padEnd(80)}`),
  });
  const { summary } = report;
  const share = (count: number) => `${count} (${((100 * count) / pages.length).toFixed(1)} %)`;
  console.log(
    `\n| pages | static / browser | articles | failed | pages/s | CPU-s/page | loop p99 ms | not stored |\n|---|---|---|---|---|---|---|---|`,
  );
  console.log(
    `| ${summary.pages} | ${summary.byWay.static} / ${summary.byWay.browser} | ${share(summary.byOutcome.stored ?? 0)} | ${summary.byOutcome.failed ?? 0} | ${((summary.pages * 1000) / report.elapsedMs).toFixed(2)} | ${((report.cpuSeconds ?? 0) / summary.pages).toFixed(2)} | ${report.loopDelayP99Ms.toFixed(1)} | ${proxy.missed()} |`,
  );
  console.log(`endings: ${JSON.stringify({ ...summary.byOutcome, ...summary.byReason })}`);
}
await rm(folder, { recursive: true, force: true });
process.exit(0);
