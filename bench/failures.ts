import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { openSqlite } from '../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../test/support/app/demo-crawl.ts';

// What the bundle of a failure costs: bytes and CPU time, against the same crawl whose failures have no bundle (failures/no-bundles.ts).
// usage: npm run bench:failures -- [--pages 20] [--rounds 2]

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '20' }, rounds: { type: 'string', default: '2' } },
});
const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
/** One for each page: a host that times out rests. */
const hosts = Array.from({ length: pages }, (_, at) => `failing-${at}.example`);

/** A page of the news whose text is no longer where its wrapper looks for it: coloured boxes, and a script that asks for more. */
const box = (at: number): string =>
  `<div style="height: 160px; margin: 8px; background: linear-gradient(${at * 30}deg, hsl(${at * 40} 60% 80%), white)"></div>`;
const page = (path: string): string =>
  `<!doctype html><html lang="en"><head><title>Quay ${path} closed</title></head><body><h1>Quay ${path} closed</h1>
<div class="new"><p>The quay is closed until noon, and the ferry to Skell waits outside of the harbour.</p></div>${Array.from({ length: 12 }, (_, at) => box(at)).join('')}
<script>for (let at = 0; at < 10; at += 1) { console.log('part', at); fetch('/part/' + at + '?page=${path}'); }</script></body></html>`;

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  response.writeHead(path === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  if (path.includes('/endless/')) return void Readable.from([page(path)]).pipe(response, { end: false });
  response.end(path.startsWith('/part/') ? '{}' : page(path));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const kinds = {
  static: { render: 'static', path: 'plain' },
  browser: { render: 'browser', path: 'plain' },
  'time-out': { render: 'browser', path: 'endless' },
} as const;
type Kind = keyof typeof kinds;

interface Cost {
  readonly cpuMs: number;
  readonly blobBytes: number;
  readonly failures: number;
  /** Of the bundle's own blobs, by what they hold. */
  readonly parts: Readonly<Record<string, number>>;
}

async function crawl(kind: Kind, hasBundles: boolean): Promise<Cost> {
  const { render, path } = kinds[kind];
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-bench-failures-'));
  for (const host of hosts) {
    await mkdir(join(folder, 'scrapers', host), { recursive: true });
    await writeFile(
      join(folder, 'scrapers', host, 'scraper.ts'),
      `import { defineScraper } from 'newshawk';
export default defineScraper({ host: '${host}', origin: 'http://${host}', render: '${render}', required: ['title', 'body'], links: { article: [/\\/20\\d\\d\\//] }, wrappers: [{ title: 'h1', body: '.story > p' }] });
`,
    );
  }
  const { code, stdout, stderr } = await startCrawl({
    demo: { port, connectTo: hosts.map((host) => `${host}:80=127.0.0.1:${port}`) },
    store: `file:${join(folder, 'store')}`,
    args: ['crawl', '--json', ...hosts.map((host) => `http://${host}/2026/${path}/page`)],
    env: {
      NEWSHAWK_SCRAPERS: join(folder, 'scrapers'),
      NEWSHAWK_PAGE_TIMEOUT_MS: kind === 'time-out' ? '3000' : '20000',
      ...(!hasBundles && { NODE_OPTIONS: `--import=${new URL('./failures/no-bundles.ts', import.meta.url).href}` }),
    },
  }).ended;
  // 31: nothing is stored, as it should be
  if (code !== 16 && code !== 31) throw new Error(`the crawl of ${kind} pages ended with ${code}:\n${stderr}`);
  const { cpuSeconds } = JSON.parse(stdout) as { readonly cpuSeconds: number };
  await using store = await openSqlite(join(folder, 'store'));
  const failures = await store.failures.find({ limit: 2 * pages });
  if (failures.length !== pages || failures.some(({ har }) => (har !== null) !== hasBundles))
    throw new Error(`${failures.length} failures of ${pages} pages, or their bundles are not as they should be`);
  const parts: Record<string, number> = {};
  for (const failure of failures)
    for (const part of ['screenshot', 'thumbnail', 'har', 'console', 'snapshot'] as const) {
      const hash = failure[part];
      if (hash !== null) parts[part] = (parts[part] ?? 0) + ((await store.blobs.get(hash))?.length ?? 0) / pages;
    }
  const blobBytes = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
  await rm(folder, { recursive: true });
  return { cpuMs: (1_000 * cpuSeconds) / pages, blobBytes, failures: failures.length, parts };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? Number.NaN;
const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;

for (const kind of Object.keys(kinds) as Kind[]) {
  const [with_, without]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    with_.push(await crawl(kind, true));
    without.push(await crawl(kind, false));
  }
  const [cpu, cpuBare] = [median(with_.map(({ cpuMs }) => cpuMs)), median(without.map(({ cpuMs }) => cpuMs))];
  const [bytes, bytesBare] = [with_, without].map((costs) => median(costs.map(({ blobBytes }) => blobBytes)));
  const parts = Object.entries(with_[0]?.parts ?? {}).map(([name, size]) => `${name} ${kB(size)}`);
  console.log(
    `${kind}: ${kB((bytes ?? 0) - (bytesBare ?? 0))} and ${Math.round(cpu - cpuBare)} CPU-ms per bundle (${Math.round(cpu)} against ${Math.round(cpuBare)} per failed page; ${parts.join(', ')})`,
  );
}
server.closeAllConnections();
server.close();
