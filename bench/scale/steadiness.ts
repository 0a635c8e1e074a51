import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkStore } from '../../src/commands/store/check-store.ts';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { openMongo } from '../../src/storage/mongo/open-mongo.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { startCrawl } from '../../test/support/app/demo-crawl.ts';
import { openRedis } from '../../test/support/redis-server.ts';
import { startMongo } from '../../test/support/store/mongo-server.ts';
import { numbersFrom } from '../dedupe/generated.ts';
import { contentOf, differencesOf, type StoreContent } from '../trials/store-content.ts';
import { type Check, check } from '../trials/trial.ts';
import { Cluster } from './cluster.ts';
import type { Disturbance, Disturbed } from './disturbances.ts';
import { isPage, openSites, type SeenRequest, type Sites, writeScrapers } from './sites.ts';

export interface SteadinessOptions {
  readonly name: string;
  readonly store: 'sqlite' | 'mongodb';
  readonly workers: number;
  /** Default 1; all but one of them stand by. */
  readonly watchers?: number;
  readonly hosts: number;
  readonly pagesPerHost: number;
  /** Pause between two requests to a host, ms: with the number of pages it says how long the work takes. */
  readonly gapMs: number;
  readonly durationMs: number;
  readonly seed: number;
  readonly disturbance: Disturbance;
  readonly clockAheadMs?: number;
  readonly isElsewhere?: boolean;
}

/** After the disturbances all pages must be there within this time, ms: leases of tasks end after some minutes. */
const settleMs = 600_000;

/** Workers on a queue, while something happens to them: afterwards the store is that of a calm crawl, and no host had two workers at a time. */
export async function runSteadiness(options: SteadinessOptions): Promise<readonly Check[]> {
  const redis = await openRedis();
  if (typeof redis === 'string') return [check('there is a Redis server', false, redis)];
  await using _redis = redis;
  const mongo = options.store === 'mongodb' ? await startMongo(process.env) : null;
  if (mongo !== null && 'skipped' in mongo) return [check('there is a MongoDB server', false, mongo.skipped)];
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-scale-'));
  const { hosts, pagesPerHost, gapMs } = options;
  try {
    await using sites = await openSites({ hosts, pagesPerHost, delayMs: 50 });
    await writeScrapers(join(folder, 'calm-scrapers'), sites.hosts, 0);
    await writeScrapers(join(folder, 'scrapers'), sites.hosts, gapMs);
    const say = sayer();
    const calm = await calmContent(sites, folder);
    say(`a calm crawl stores ${calm.articles?.length} articles in ${calm.clusters?.length} stories`);
    sites.forget();
    const mongoPort = mongo === null ? null : Number(new URL(mongo.url).port);
    const database = 'scale';
    await mkdir(join(folder, 'store'));
    await using cluster = await Cluster.open({
      folder,
      scrapers: join(folder, 'scrapers'),
      sites,
      workers: options.workers,
      watchers: options.watchers ?? 1,
      concurrency: 4,
      redisPort: Number(new URL(redis.url).port),
      store: mongoPort === null ? { folder: join(folder, 'store') } : { port: mongoPort, database },
      clockAheadMs: options.clockAheadMs ?? 0,
      isElsewhere: options.isElsewhere ?? false,
    });
    const open = () =>
      mongoPort === null
        ? openSqlite(join(folder, 'store'))
        : openMongo(`mongodb://127.0.0.1:${mongoPort}/${database}?directConnection=true`);
    return await disturbed({ options, cluster, redis, sites, calm, say, open });
  } finally {
    await mongo?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface DisturbedRun extends Pick<Disturbed, 'cluster' | 'redis' | 'say'> {
  readonly options: SteadinessOptions;
  readonly sites: Sites;
  readonly calm: StoreContent;
  readonly open: () => Promise<Store>;
}

async function disturbed(run: DisturbedRun): Promise<readonly Check[]> {
  const { options, cluster, redis, sites, calm, say, open } = run;
  const numbers = numbersFrom(options.seed);
  const random = () => numbers() / 2 ** 32;
  const told: Disturbed['told'] = [];
  const pages = () => new Set(sites.requests.filter(isPage).map(({ host, path }) => host + path)).size;
  const wanted = options.hosts * options.pagesPerHost;
  while (sites.requests.filter(isPage).length < options.hosts) {
    if (cluster.unexpected.length > 0) throw new Error(`a process has ended at its start: ${cluster.unexpected[0]}`);
    await pause(100);
  }
  say(`all work: ${pages()} of ${wanted} pages asked for`);
  const untilMs = performance.now() + options.durationMs;
  await options.disturbance({ cluster, redis, random, say, untilMs, told });
  say(`the disturbance is over: ${pages()} of ${wanted} pages asked for`);
  const overMs = performance.now();
  const settled = await untilSettled(open, wanted);
  const settledMs = performance.now() - overMs;
  say(`${settled.stored} of ${wanted} articles stored, ${settled.pending} tasks pending, ${settled.leased} leased`);
  const unexpected = [...cluster.unexpected];
  const codes = await cluster.end();
  await using store = await open();
  const differences = differencesOf(calm, await contentOf(store));
  const { defects } = await checkStore(store);
  // a host is given back with what is left of its pause, by its worker's clock
  const owners = await store.leases.owners(new Date(Date.now() + options.gapMs + (options.clockAheadMs ?? 0)));
  const asked = sites.requests.filter(isPage).length;
  const overlaps = overlapsOf(sites.requests);
  const checks = [
    check(
      'nothing is lost, nothing stored twice: the store equals that of a calm crawl',
      differences.length === 0,
      differences.slice(0, 8).join('; ') ||
        `${wanted} articles, settled after ${(settledMs / 1_000).toFixed(0)} s; ${asked - wanted} pages were asked for again`,
    ),
    check(
      'no host has two workers at a time',
      overlaps.length === 0,
      overlaps.slice(0, 5).join('; ') ||
        `${sites.requests.length} requests; ${movesOf(sites.requests)} times a host went to another worker`,
    ),
    check(
      'the pause of a host holds, whoever works on it',
      shortestGap(sites.requests, options.gapMs) >= options.gapMs * 0.98,
      `shortest ${Math.round(shortestGap(sites.requests, options.gapMs))} of ${options.gapMs} ms`,
    ),
    check(
      'no task and no host stays leased',
      settled.leased + owners.length === 0,
      `${settled.leased} tasks, hosts of ${owners.join(' ') || 'nobody'}`,
    ),
    check('store check finds no defect', defects.length === 0, defects),
    check('no process ends by itself', unexpected.length === 0, unexpected.join('; ') || 'none did'),
    check(
      'all end in order',
      Object.values(codes).every((code) => code === 0),
      codes,
    ),
    ...(options.clockAheadMs === undefined
      ? []
      : [clocksDiffer(await store.visits.find({ limit: 10_000 }), sites.requests, options.clockAheadMs)]),
    ...told.map(({ what, isRight, seen }) => check(what, isRight, seen)),
  ];
  if (checks.every(({ isRight }) => isRight)) return checks;
  const logs = join(tmpdir(), `newshawk-scale-logs-${process.pid}`);
  await cluster.saveLogs(logs);
  say(`the logs of all processes are in ${logs}`);
  return checks;
}

async function untilSettled(open: () => Promise<Store>, wanted: number) {
  const giveUpMs = performance.now() + settleMs;
  await using store = await open();
  for (;;) {
    const { pending, leased } = await store.frontier.counts();
    const stored = await store.articles.count({});
    // polls of lists come again
    const isDone = stored >= wanted && pending + leased === 0;
    if (isDone || performance.now() > giveUpMs) return { stored, pending, leased };
    await pause(1_000);
  }
}

/** One process, by itself, as fast as it can. */
async function calmContent(sites: Sites, folder: string): Promise<StoreContent> {
  const { code, stderr } = await startCrawl({
    demo: { port: sites.port, connectTo: sites.hosts.map((host) => `${host}:80=127.0.0.1:${sites.port}`) },
    store: `file:${join(folder, 'calm')}`,
    args: ['crawl', '--concurrency', '8'],
    cwd: folder,
    env: { NEWSHAWK_SCRAPERS: join(folder, 'calm-scrapers') },
  }).ended;
  if (code !== 0) throw new Error(`the calm crawl ended with ${code}: ${stderr}`);
  await using store = await openSqlite(join(folder, 'calm'));
  return await contentOf(store);
}

/** That the trial is one: visits by the clocks of their workers, beside the requests by the clock of the sites. */
function clocksDiffer(visits: readonly Visit[], requests: readonly SeenRequest[], aheadMs: number): Check {
  const startOf = new Map(visits.map(({ url, startedAt }) => [url, startedAt.getTime()]));
  const byWay = Map.groupBy(requests.filter(isPage), ({ to }) => to);
  const offsets = [...byWay].map(([to, own]) => {
    const all = own.flatMap(({ host, path, fromMs }) => {
      const startedAt = startOf.get(`http://${host}${path}` as Visit['url']);
      return startedAt === undefined ? [] : [startedAt - performance.timeOrigin - fromMs];
    });
    return { to, offsetMs: all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0 };
  });
  const [least, most] = [Math.min, Math.max].map((choose) => choose(...offsets.map(({ offsetMs }) => offsetMs)));
  const apartMs = (most ?? 0) - (least ?? 0);
  const seen = offsets.map(({ to, offsetMs }) => `${to} ${(offsetMs / 1_000).toFixed(1)} s`).join(', ');
  return check('the clocks really differ', Math.abs(apartMs - aheadMs) < 1_000, seen);
}

/** Pairs of requests to one host, one after the other. */
const neighbours = (requests: readonly SeenRequest[]) =>
  [...Map.groupBy(requests, ({ host }) => host).values()].flatMap((own) => {
    const inOrder = own.toSorted((a, b) => a.fromMs - b.fromMs);
    return inOrder.flatMap((request, at) => {
      const before = inOrder[at - 1];
      return before === undefined ? [] : [{ before, request }];
    });
  });

/** A worker asks a host while the answer to another one is under way. */
const overlapsOf = (requests: readonly SeenRequest[]): string[] =>
  neighbours(requests)
    .filter(({ before, request }) => before.to !== request.to && request.fromMs < before.untilMs)
    .map(
      ({ before, request }) => `${request.host}${request.path} to ${request.to} while ${before.to} has ${before.path}`,
    );

const movesOf = (requests: readonly SeenRequest[]): number =>
  neighbours(requests).filter(({ before, request }) => before.to !== request.to).length;

/** Between the starts of two page requests to one host, ms. */
const shortestGap = (requests: readonly SeenRequest[], gapMs: number): number =>
  Math.min(
    ...neighbours(requests.filter(isPage)).map(({ before, request }) => request.fromMs - before.fromMs),
    gapMs * 10,
  );

function sayer(): (text: string) => void {
  const begun = performance.now();
  return (text) => console.log(`  ${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${text}`);
}
