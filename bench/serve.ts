import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { treeCpuSeconds } from '../src/machine/process-tree.ts';
import { fillStore } from './serve/fill-store.ts';
import type { LoadRequest, LoadResult } from './serve/load.ts';

// What `serve` gives from a store of 100,000 articles: the real command, asked over keep-alive connections by a separate process; the last rounds beside a crawl in
// another process on the same store. Exit 1: a bar is missed. usage: npm run bench:serve [-- --articles 100000 --seconds 10 --store <folder, kept> --only <part of a round's name>]; --only 'beside a crawl' is these rounds alone

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '10' },
    store: { type: 'string', default: join(tmpdir(), 'newshawk-bench-serve') },
    only: { type: 'string', default: '' },
  },
});
const [articles, seconds] = [Number(values.articles), Number(values.seconds)];
const bin = new URL('../bin/newshawk.mjs', import.meta.url).pathname;
const children: ChildProcess[] = [];

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('a child without output');
  for await (const line of createInterface(child.stdout)) {
    const [, found] = pattern.exec(line) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`a child ended early: ${child.stderr === null ? '' : await text(child.stderr)}`);
}

async function load(request: Omit<LoadRequest, 'port' | 'articles' | 'seconds'>): Promise<LoadResult> {
  const file = new URL('./serve/load.ts', import.meta.url).pathname;
  const child = start([file, JSON.stringify({ ...request, port, articles, seconds })]);
  const [out, complaint] = await Promise.all([child.stdout && text(child.stdout), child.stderr && text(child.stderr)]);
  if (!out) throw new Error(`the load ended early: ${complaint}`);
  return JSON.parse(out);
}

const rows: Record<string, Record<string, string>> = {};
let missed = 0;

async function round(
  name: string,
  request: Parameters<typeof load>[0],
  bar: (result: LoadResult) => [string, boolean] | null,
) {
  if (!name.includes(values.only)) return;
  const before = treeCpuSeconds(server.pid ?? 0) ?? 0;
  const result = await load(request);
  const cpu = (treeCpuSeconds(server.pid ?? 0) ?? 0) - before;
  report(name, result, bar(result), cpu);
}

function report(name: string, result: LoadResult, bar: [string, boolean] | null, cpu: number | null): void {
  if (bar !== null && !bar[1]) missed += 1;
  rows[name] = {
    'requests/s': (result.requests / result.seconds).toFixed(0),
    'p50 ms': result.p50Ms.toFixed(1),
    'p99 ms': result.p99Ms.toFixed(1),
    'max ms': result.maxMs.toFixed(0),
    'server CPU ms each': cpu === null ? '' : ((1_000 * cpu) / result.requests).toFixed(3),
    'load CPU ms each': ((1_000 * result.cpuSeconds) / result.requests).toFixed(3),
    'asked again': `${Math.round(100 * result.again)} %`,
    statuses: JSON.stringify(result.statuses),
    bar: bar === null ? '' : `${bar[0]}: ${bar[1] ? 'pass' : 'FAIL'}`,
  };
  console.error(name, JSON.stringify(rows[name]));
}

const atLeast =
  (wanted: number) =>
  ({ requests, seconds: took }: LoadResult): [string, boolean] => [`>= ${wanted}/s`, requests / took >= wanted];
/** The bar of reads holds beside a crawl, too. */
const readBar = (result: LoadResult): [string, boolean] => [
  '>= 2000/s, p99 < 50 ms',
  atLeast(2_000)(result)[1] && result.p99Ms < 50,
];
const noBar = () => null;
const mix = { read: 50, list: 30, feed: 5, metrics: 5, stats: 5, search: 1 };
const health = { connections: 1, mix: { health: 1 }, pauseMs: 20 };
const healthBar = ({ p99Ms, statuses }: LoadResult): [string, boolean] => [
  'p99 < 50 ms, all 200',
  p99Ms < 50 && Object.keys(statuses).join() === '200',
];

await fillStore(values.store, articles);
const store = { NEWSHAWK_STORE: `file:${values.store}` };
const server = start([...process.execArgv, bin, '--json', 'serve', '--port', '0'], { ...store, NEWSHAWK_LOG: 'error' });
const port = Number(await firstLine(server, /"address": "http:\/\/127\.0\.0\.1:(\d+)"/));
try {
  await load({ connections: 8, mix: { read: 1, list: 1 }, pauseMs: 0 }); // the code is warm then
  await round('one article', { connections: 32, mix: { read: 1 }, pauseMs: 0 }, readBar);
  await round('list of 20', { connections: 32, mix: { list: 1 }, pauseMs: 0 }, atLeast(1_000));
  await round('feeds', { connections: 32, mix: { feed: 1 }, pauseMs: 0 }, noBar);
  await round('/metrics', { connections: 32, mix: { metrics: 1 }, pauseMs: 0 }, noBar);
  await beside('200 connections', noBar);
  const roundsBesideCrawl = ['one article beside a crawl', '200 connections beside a crawl'];
  if (roundsBesideCrawl.some((name) => name.includes(values.only))) await besideCrawl();
} finally {
  for (const child of children) child.kill('SIGTERM');
}

async function besideCrawl(): Promise<void> {
  const site = start([new URL('./serve/news-site.ts', import.meta.url).pathname, '5000']);
  const sitePort = await firstLine(site, /^(\d+)$/);
  const pagesBefore = await pages();
  const crawl = start(
    [bin, '--json', 'crawl', `http://127.0.0.1:${sitePort}/`, '--time-limit', `${2 * seconds + 120}s`],
    {
      ...store,
      NEWSHAWK_ALLOW_NETWORKS: `127.0.0.1:${sitePort}`,
      NEWSHAWK_HOST_GAP_MS: '0',
      NEWSHAWK_HOST_CONCURRENCY: '8',
      NEWSHAWK_RENDER: 'static',
      NEWSHAWK_LOG: 'error',
    },
  );
  const crawled = Promise.all([crawl.stdout && text(crawl.stdout), once(crawl, 'exit')]);
  await untilItCrawls(pagesBefore);
  await round('one article beside a crawl', { connections: 32, mix: { read: 1 }, pauseMs: 0 }, readBar);
  await beside('200 connections beside a crawl', noBar);
  crawl.kill('SIGINT');
  await crawled;
  console.error(`the crawl beside it ended ${(await pages()) - pagesBefore} pages`);
}

async function pages(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/stats`);
  return ((await response.json()) as { allTime: { pages: number } }).allTime.pages;
}

async function untilItCrawls(before: number): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    if ((await pages()) > before) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('the crawl does not begin');
}

/** The mix, and `/health` asked by another process. */
async function beside(name: string, bar: Parameters<typeof round>[2]): Promise<void> {
  if (!name.includes(values.only)) return;
  const [probe] = await Promise.all([load(health), round(name, { connections: 200, mix, pauseMs: 0 }, bar)]);
  report(`/health: ${name}`, probe, healthBar(probe), null);
}

console.log(
  `${loadavg()[0]?.toFixed(1)} processes ran or waited in the last minute, on ${availableParallelism()} cores.`,
);
console.table(rows);
console.log(missed === 0 ? 'All bars are met.' : `${missed} bars are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
