import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { treeCpuSeconds } from '../../src/machine/process-tree.ts';
import { startCrawl } from '../../test/support/app/demo-crawl.ts';
import { openRedis } from '../../test/support/redis-server.ts';
import { type Check, check } from '../trials/trial.ts';
import { Cluster } from './cluster.ts';
import { isPage, openSites, type Sites, writeScrapers } from './sites.ts';

const hosts = 48;
/** Tasks at once, in all. */
const concurrency = 8;
/** The first and the last pages are left out: processes start, and the last hosts end one by one. */
const [fromShare, untilShare] = [0.15, 0.85];

interface Case {
  readonly name: string;
  /** A page takes this long at the site. With 1 s the processor has little to do; without a wait it is what limits. */
  readonly delayMs: number;
  /** Without a wait, 8 pages were over within the first seconds of the workers, in which their code is not compiled yet and some of them still start. */
  readonly pagesPerHost: number;
}

const cases: readonly Case[] = [
  { name: 'sites that answer slowly', delayMs: 1_000, pagesPerHost: 8 },
  { name: 'sites that answer at once (two cores decide)', delayMs: 0, pagesPerHost: 40 },
  { name: 'sites that answer at once, for minutes', delayMs: 0, pagesPerHost: 160 },
];
const aimedLoss = 0.15;
const rounds = 3;

interface Speed {
  readonly pagesPerSecond: number;
  /** Of all processes of newshawk, per page. */
  readonly cpuSeconds: number;
}

interface Work {
  readonly sites: Sites;
  /** Of all sites. */
  readonly pages: number;
}

/** Pages a second of workers on a queue, beside one process with as many tasks at once, in turns; medians. */
export async function runThroughput({ workers }: { readonly workers: number }): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const sites of cases) {
    const one: Speed[] = [];
    const many: Speed[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [alone, together] = [await measured(sites, null), await measured(sites, workers)];
      console.log(
        `  ${sites.name}, round ${round + 1}: one process ${textOf(alone)}; ${workers} workers ${textOf(together)}`,
      );
      one.push(alone);
      many.push(together);
    }
    const [alone, together] = [medianOf(one), medianOf(many)];
    const share = together.pagesPerSecond / alone.pagesPerSecond;
    const seen = `one process ${textOf(alone)}; ${workers} workers ${textOf(together)}: ${(100 * share).toFixed(0)} %`;
    checks.push(
      check(`${sites.name}: at least ${100 * (1 - aimedLoss)} % of one process`, share >= 1 - aimedLoss, seen),
    );
  }
  return checks;
}

const textOf = ({ pagesPerSecond, cpuSeconds }: Speed): string =>
  `${pagesPerSecond.toFixed(1)} pages/s, ${(1_000 * cpuSeconds).toFixed(0)} ms of CPU a page`;

function medianOf(speeds: readonly Speed[]): Speed {
  const inOrder = speeds.toSorted((a, b) => a.pagesPerSecond - b.pagesPerSecond);
  return inOrder[Math.floor(inOrder.length / 2)] ?? { pagesPerSecond: 0, cpuSeconds: 0 };
}

/** @param workers null: one `watch` without a queue */
async function measured({ delayMs, pagesPerHost }: Case, workers: number | null): Promise<Speed> {
  const redis = await openRedis();
  if (typeof redis === 'string') throw new Error(redis);
  await using _redis = redis;
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-scale-'));
  await using sites = await openSites({ hosts, pagesPerHost, delayMs });
  const pages = hosts * pagesPerHost;
  const scrapers = join(folder, 'scrapers');
  await writeScrapers(scrapers, sites.hosts, 0);
  const store = { folder: join(folder, 'store') };
  await mkdir(store.folder);
  try {
    if (workers === null) return await speedOfOne({ sites, pages }, { folder, scrapers, store: store.folder });
    await using cluster = await Cluster.open({
      folder,
      scrapers,
      sites,
      workers,
      watchers: 1,
      concurrency: concurrency / workers,
      redisPort: Number(new URL(redis.url).port),
      store,
      clockAheadMs: 0,
      isElsewhere: false,
    });
    const speed = await speedOf({ sites, pages }, () => cluster.pids);
    await cluster.end();
    return speed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function speedOfOne(
  { sites, pages }: Work,
  { folder, scrapers, store }: { readonly folder: string; readonly scrapers: string; readonly store: string },
): Promise<Speed> {
  const { child, ended } = startCrawl({
    demo: { port: sites.port, connectTo: sites.hosts.map((host) => `${host}:80=127.0.0.1:${sites.port}`) },
    store: `file:${store}`,
    args: ['watch', '--concurrency', String(concurrency)],
    cwd: folder,
    env: { NEWSHAWK_SCRAPERS: scrapers, NEWSHAWK_WORKERS: '1' },
  });
  const speed = await speedOf({ sites, pages }, () => [child.pid ?? 0]);
  child.kill('SIGTERM');
  await ended;
  return speed;
}

/** Over the middle of the work. */
async function speedOf({ sites, pages: all }: Work, pids: () => readonly number[]): Promise<Speed> {
  const asked = () => sites.requests.filter(isPage).length;
  const at = async (share: number) => {
    while (asked() < share * all) await pause(20);
    const cpuSeconds = pids().reduce((sum, pid) => sum + (treeCpuSeconds(pid) ?? 0), 0);
    return { atMs: performance.now(), pages: asked(), cpuSeconds };
  };
  const [from, until] = [await at(fromShare), await at(untilShare)];
  const pages = until.pages - from.pages;
  return {
    pagesPerSecond: (1_000 * pages) / (until.atMs - from.atMs),
    cpuSeconds: (until.cpuSeconds - from.cpuSeconds) / pages,
  };
}
