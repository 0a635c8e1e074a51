import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { treeCpuSeconds } from '../../../src/machine/process-tree.ts';
import type { FrontierEntry } from '../../../src/storage/crawl/frontier-port.ts';
import { pythonProgram } from '../../../test/support/python-program.ts';
import { openRedis } from '../../../test/support/redis-server.ts';
import { linkEntry } from '../made-entries.ts';
import { count as thousands } from '../tables.ts';
import type { PeerQueue, PeerTimes, PhaseTime } from './peer.ts';
import { type PeerName, promises } from './promises.ts';
import { bullQueue, crawleeQueue, newshawkQueue } from './queues.ts';

const putSize = 500;
const claimSize = 100;
const hosts = 1_000;
/** Each claim of Crawlee's file queue takes longer the more it holds: 24 ms of CPU at 5,000 entries. */
const mostInFiles = 2_000;
const scrapy = 'scrapy==2.19.0';

/** The same entries for each queue, in one run: inserts, the same inserts again, claims of a hundred until nothing is left, ends. Prints the tables. */
export async function runPeers(count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, n) => linkEntry(n % hosts, Math.floor(n / hosts)));
  const rows = new Map<PeerName, PeerTimes | string>();
  const note = async (name: PeerName, times: Promise<PeerTimes | string>) => {
    rows.set(name, await times);
    console.error(`  ${name} is measured`);
  };
  await note(
    'newshawk, SQLite',
    inFolder((folder) => timesOf(newshawkQueue(folder), entries)),
  );
  await note(
    'Crawlee, memory',
    inFolder((folder) => timesOf(crawleeQueue(folder, false), entries)),
  );
  await note(
    'Crawlee, files',
    inFolder((folder) => timesOf(crawleeQueue(folder, true), entries.slice(0, mostInFiles))),
  );
  await note('BullMQ on Redis', onRedis(entries));
  await note(
    'Scrapy scheduler, JOBDIR',
    inFolder((folder) => inScrapy('scheduler', folder, entries)),
  );
  await note(
    'queuelib FIFO',
    inFolder((folder) => inScrapy('queuelib', folder, entries)),
  );
  print(count, rows);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-peer-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function onRedis(entries: readonly FrontierEntry[]): Promise<PeerTimes | string> {
  const redis = await openRedis();
  if (typeof redis === 'string') return redis;
  await using server = redis;
  return await timesOf(bullQueue(server.url), entries);
}

async function timesOf(opened: Promise<PeerQueue>, entries: readonly FrontierEntry[]): Promise<PeerTimes> {
  await using queue = await opened;
  const inserts = async () => {
    for (let from = 0; from < entries.length; from += putSize) await queue.insert(entries.slice(from, from + putSize));
  };
  const insert = await timed(inserts);
  const again = await timed(inserts);
  let claimed = 0;
  const claim = await timed(async () => {
    for (let size = claimSize; size > 0; claimed += size) size = await queue.claim(claimSize);
  });
  const end = await timed(() => queue.end());
  return { entries: entries.length, insert, again, claim, end, claimed };
}

/** CPU of this process and its children: Redis is one. */
async function timed(work: () => Promise<void>): Promise<PhaseTime> {
  const [begun, before] = [performance.now(), cpuNow()];
  await work();
  return { seconds: (performance.now() - begun) / 1_000, cpuSeconds: cpuNow() - before };
}

const cpuNow = (): number => treeCpuSeconds(process.pid) ?? Number.NaN;

/** The script times itself: Python's start does not count. */
async function inScrapy(kind: string, folder: string, entries: readonly FrontierEntry[]): Promise<PeerTimes | string> {
  try {
    const python = join(dirname(await pythonProgram('scrapy-venv', scrapy, 'scrapy')), 'python');
    const script = join(import.meta.dirname, 'scrapy_queue.py');
    const child = spawn(python, [script, kind, join(folder, 'jobs')], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = entries.map(({ url, priority, linkTitle }) =>
      JSON.stringify({ url, priority: Math.round(10 * priority), title: linkTitle }),
    );
    child.stdin.end(lines.join('\n'));
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code !== 0) throw new Error(`the script ended with ${code}`);
    return JSON.parse(output) as PeerTimes;
  } catch (error) {
    return `not measured: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function print(count: number, rows: ReadonlyMap<PeerName, PeerTimes | string>): void {
  console.log(
    `\nqueues of addresses, ${thousands(count)} entries of ${thousands(hosts)} hosts: per second, and in brackets us of CPU for each, servers included`,
  );
  const columns = ['insert', 'insert again', 'claim', 'end'];
  console.log(`  ${''.padEnd(26)}${columns.map((column) => column.padStart(20)).join('')}`);
  for (const [name, times] of rows) {
    const cells =
      typeof times === 'string'
        ? [times]
        : [
            cell(times.insert, times.entries),
            cell(times.again, times.entries),
            cell(times.claim, times.claimed),
            times.end === null ? 'none'.padStart(20) : cell(times.end, times.claimed),
          ];
    const own =
      typeof times !== 'string' && times.entries !== count ? `  with ${thousands(times.entries)} entries` : '';
    console.log(`  ${name.padEnd(26)}${cells.join('')}${own}`);
  }
  console.log('\nwhat they promise');
  for (const [name, { dedupes, order, politeness, afterKill, processes }] of Object.entries(promises))
    console.log(
      `  ${name}\n    one entry an address: ${dedupes}; order: ${order}; politeness: ${politeness}\n    after kill -9: ${afterKill}; several processes: ${processes}`,
    );
}

const cell = ({ seconds, cpuSeconds }: PhaseTime, entries: number): string =>
  `${thousands(entries / seconds)} (${thousands((1e6 * cpuSeconds) / entries)})`.padStart(20);
