import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MongoClient } from 'mongodb';
import { openStore } from '../test/storage/open-store.ts';
import { startMongo } from '../test/support/store/mongo-server.ts';
import { sqliteLookUps } from './dedupe/index-size.ts';
import { mongoLookUps } from './dedupe/mongo-look-ups.ts';
import { hostNamed } from './storage/made-entries.ts';
import { claims, endings, fill, smallCalls, upsertLinks, upsertScattered } from './storage/operations.ts';
import { runPeers } from './storage/peers/run-peers.ts';
import { reopening } from './storage/reopening.ts';
import type { Measured } from './storage/samples.ts';
import { mongoUnits } from './storage/sizes/mongo-units.ts';
import { redisBytesAHost, unitBytes } from './storage/sizes/unit-bytes.ts';
import { count, millis, names, printBars, printGrowth } from './storage/tables.ts';

// The operations of a store by its size, and the bars. MongoDB is measured where NEWSHAWK_TEST_MONGODB_URL names a server, in a database that is dropped at the end.
// `--growth` adds claims and upserts at ten million entries (5 GB of disk, half an hour). `--stand-in` takes the server of the tests for MongoDB: it shows that all
// operations work there, its times say nothing. `--units`: bytes and commands of one entry, article, visit, link and host (bench/storage/sizes). `--peers` measures the queues of others beside the frontier instead (bench/storage/peers).
// usage: npm run bench:storage -- [--sizes 10000,100000,1000000] [--calls 300] [--only claims,endings] [--growth] [--stand-in] | --units | --peers [--entries 20000]. Exit 1: a bar is missed.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    calls: { type: 'string', default: '300' },
    growth: { type: 'boolean', default: false },
    units: { type: 'boolean', default: false },
    'stand-in': { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    entries: { type: 'string', default: '20000' },
    only: { type: 'string', default: 'upserts,claims,endings,small,open,copies' },
  },
});
const tenMillion = 10_000_000;
const sizes = [...values.sizes.split(',').map(Number), ...(values.growth ? [tenMillion] : [])];
const calls = Number(values.calls);
const wanted: ReadonlySet<string> = new Set(values.only.split(','));
/** Larger stores get claims and upserts only: the rest would take hours. */
const largestWhole = 2_000_000;
const atTenMillion: ReadonlySet<string> = new Set(['upserts', 'claims']);
if (sizes.some((size) => !(size >= 1_000)) || !(calls >= 10))
  throw new RangeError('--sizes are numbers from 1000 on, --calls is a number from 10 on');

/** A hundred entries each, in large stores. */
const hostsOf = (size: number): number => Math.max(1_000, Math.min(10_000, size / 100));

async function measureSize(address: string, size: number): Promise<Record<string, Measured>> {
  const parts = size > largestWhole ? atTenMillion : wanted;
  const results: Record<string, Measured> = {};
  const note = (name: string, measured: Measured) => {
    results[name] = measured;
    const load = loadavg()[0]?.toFixed(1);
    console.error(
      `  ${size.toLocaleString('en')}: ${name}: p50 ${millis(measured.p50Ms)}, p99 ${millis(measured.p99Ms)} ms, CPU p50 ${millis(measured.cpuP50Ms)}, p99 ${millis(measured.cpuP99Ms)} ms; ${count(measured.perSecond)}/s, ${count(measured.perCpuSecond)} by CPU (load ${load})`,
    );
  };
  await measureOpen(address, { size, parts }, note);
  if (parts.has('open')) note(names.open, await reopening(address, 10));
  if (parts.has('copies')) note(names.copies, await copies(address, size));
  return results;
}

interface Measuring {
  readonly size: number;
  readonly parts: ReadonlySet<string>;
}

async function measureOpen(
  address: string,
  { size, parts }: Measuring,
  note: (name: string, measured: Measured) => void,
) {
  await using store = await openStore(address);
  const { filled, measured } = await fill(store, size, hostsOf(size));
  note('filling, 500 entries', measured);
  if (parts.has('upserts')) {
    note(names.upsert, await upsertLinks(filled, calls / 3));
    note('upsert of 500 new links, each to another host', await upsertScattered(filled, calls / 3));
  }
  if (parts.has('claims')) {
    const { claim, plainEnding } = await claims(filled, calls, { sites: null, perSecond: 1_000 });
    note(names.claim, claim);
    const backToBack = await claims(filled, calls, { sites: null, perSecond: Number.POSITIVE_INFINITY });
    note('claim of 100, back to back', backToBack.claim);
    note('ending of a page without article', plainEnding);
    const sites = Array.from({ length: hostsOf(size) }, (_, host) => hostNamed(host));
    note('claim of 100, all sites named', (await claims(filled, calls / 3, { sites, perSecond: 1_000 })).claim);
    const tenth = sites.slice(0, sites.length / 10);
    note(
      'claim of 100, a tenth of the sites named',
      (await claims(filled, calls / 3, { sites: tenth, perSecond: 1_000 })).claim,
    );
  }
  if (parts.has('endings')) note(names.ending, await endings(filled, 2 * calls));
  if (parts.has('small'))
    for (const [name, small] of Object.entries(await smallCalls(filled, calls))) note(name, small);
}

/** In a store apart, with as many articles. */
async function copies(address: string, size: number): Promise<Measured> {
  const lookUps = address.startsWith('mongodb') ? await mongoLookUps(size) : await sqliteLookUps(size);
  if (lookUps === null) throw new Error('NEWSHAWK_TEST_MONGODB_URL names no server');
  return { calls: 2_000, perSecond: 1_000 / lookUps.p50Ms, perCpuSecond: 1_000 / lookUps.cpuP50Ms, ...lookUps };
}

async function embedded(size: number): Promise<Record<string, Measured>> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-storage-'));
  try {
    return await measureSize(folder, size);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In a database of its own on this server, which is dropped at the end. */
async function onServer(url: string, size: number): Promise<Record<string, Measured>> {
  const address = new URL(url);
  address.pathname = `/newshawk_bench_${process.pid}`;
  try {
    return await measureSize(address.href, size);
  } finally {
    await using client = await new MongoClient(address.href).connect();
    await client.db().dropDatabase();
  }
}

if (values.peers) await runPeers(Number(values.entries));
else if (values.units) await printUnits();
else await runSizes();

async function printUnits(): Promise<void> {
  console.log('SQLite, bytes', await unitBytes(50_000, 1_000));
  console.log('Redis, bytes of a host that is given to a worker', await redisBytesAHost(10_000));
  console.log('MongoDB, bytes as BSON, and commands', await mongoUnits(2_000, 100));
}

async function runSizes(): Promise<void> {
  const sqlite = new Map<number, Record<string, Measured>>();
  for (const size of sizes) sqlite.set(size, await embedded(size));
  printGrowth('SQLite', sqlite);
  await runMongo();
  const largest = Math.max(...sizes);
  if (largest < 1_000_000) console.log('\nthe bars are not judged: no store has a million entries');
  else process.exitCode = printBars(sqlite.get(1_000_000) ?? sqlite.get(largest) ?? {}) === 0 ? 0 : 1;
}

async function runMongo(): Promise<void> {
  if ((process.env.NEWSHAWK_TEST_MONGODB_URL ?? '') === '' && !values['stand-in']) {
    console.log('\nMongoDB is not measured: NEWSHAWK_TEST_MONGODB_URL names no server, and --stand-in is not given');
    return;
  }
  const server = await startMongo();
  if ('skipped' in server) throw new Error(server.skipped);
  process.env.NEWSHAWK_TEST_MONGODB_URL = server.url;
  try {
    const mongo = new Map<number, Record<string, Measured>>();
    for (const size of sizes) mongo.set(size, await onServer(server.url, size));
    printGrowth(
      values['stand-in'] ? 'the stand-in of the tests for MongoDB (NOT a measurement of MongoDB)' : 'MongoDB',
      mongo,
    );
  } finally {
    await server.stop();
  }
}
