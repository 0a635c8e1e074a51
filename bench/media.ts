import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { processTree, treeCpuSeconds } from '../src/machine/process-tree.ts';
import { runGenerated } from './media/generated.ts';
import type { MediaWay, WayAnswer } from './media/media-way.ts';
import { openNewshawk } from './media/newshawk.ts';
import { type Part, parts } from './media/players/catalogue.ts';
import { checkPlayers, installPlayers, runPlayers } from './media/players/run-players.ts';
import { seedsOf } from './media/seeds.ts';
import { openSniffer } from './media/sniffer.ts';

// Real media addresses of a lab's pages: newshawk beside a static parse and a browser that only listens. usage: npm run bench:media -- [LAB] [--ways a,b] [--rounds 1]
// [--pages 01,38-signed] [--concurrency 1]. LAB is a folder with server.mjs, expected.json and check/judge.mjs (default ../shared/media-lab); `npm ci` there first.
// Generated pages instead of a lab: npm run bench:media -- --generated [--seeds 1-300] [--concurrency 2], or --generated --sealed, which prints counts only.
// Pages of our own with real players of npm: npm run bench:media -- --players open|sealed|all [--pages a,b]; with --self-check a visitor's steps instead of newshawk.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ways: { type: 'string', default: 'newshawk,static,sniffer' },
    rounds: { type: 'string', default: '1' },
    pages: { type: 'string', default: '' },
    concurrency: { type: 'string', default: '1' },
    generated: { type: 'boolean', default: false },
    seeds: { type: 'string' },
    sealed: { type: 'boolean', default: false },
    players: { type: 'string' },
    'self-check': { type: 'boolean', default: false },
    render: { type: 'string', default: 'auto' },
  },
});
if (values.generated) {
  const run = {
    seeds: seedsOf(values.seeds, values.sealed),
    isSealed: values.sealed,
    concurrency: Number(values.concurrency),
  };
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-media-'));
  let right = 0;
  {
    await using way = await openNewshawk(folder, values.render === 'browser' ? 'browser' : 'auto');
    right = await runGenerated(way, run);
  }
  await rm(folder, { recursive: true, force: true });
  process.exit(right >= 0.98 ? 0 : 1);
}
if (values.players !== undefined) {
  const part = parts.find((name) => name === values.players);
  if (part === undefined) throw new RangeError(`--players is ${parts.join(', ')}, not ${values.players}`);
  installPlayers();
  const names = values.pages.split(',').filter((name) => name !== '');
  const isRight = values['self-check'] ? await checkPlayers(part, names) : await scorePlayers(part, names);
  process.exit(isRight ? 0 : 1);
}
const lab = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/media-lab'));
if (!existsSync(join(lab, 'expected.json'))) {
  console.log(`skipped: there is no lab in ${lab}`);
  process.exit(0);
}
if (!existsSync(join(lab, 'node_modules'))) {
  console.error(`The lab's players are missing: run \`npm ci\` in ${lab} (copy it where it can be written).`);
  process.exit(1);
}

interface LabPage {
  readonly id: string;
  readonly path: string;
  readonly difficulty: string;
}

interface Row {
  readonly page: LabPage;
  readonly elapsedMs: number;
  readonly problems: readonly string[];
}

const wanted = values.pages.split(',').filter((name) => name !== '');
const pages = (JSON.parse(readFileSync(join(lab, 'expected.json'), 'utf8')) as { pages: LabPage[] }).pages.filter(
  ({ id }) => wanted.length === 0 || wanted.some((name) => id === name || id.startsWith(`${name}-`)),
);
const { judge } = (await import(pathToFileURL(join(lab, 'check/judge.mjs')).href)) as {
  judge: (page: LabPage, answer: WayAnswer, origins: Record<string, string>) => Promise<string[]>;
};

const server = spawn(process.execPath, [join(lab, 'server.mjs'), '--port', '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
const { origins } = JSON.parse(line) as { origins: Record<string, string> };
const folder = await mkdtemp(join(tmpdir(), 'newshawk-media-'));
const openers: Readonly<Record<string, () => Promise<MediaWay>>> = {
  newshawk: () => openNewshawk(folder, 'auto'),
  static: () => openNewshawk(folder, 'static'),
  sniffer: openSniffer,
};

const table: Record<string, Record<string, string>> = {};
const memory: Record<string, string | number>[] = [];
for (const name of values.ways.split(',')) {
  const open = openers[name];
  if (open === undefined) throw new RangeError(`--ways knows ${Object.keys(openers).join(', ')}, not ${name}`);
  await using way = await open();
  await way.resolve(`${origins.page}${pages[0]?.path ?? '/'}`); // the browser starts before the clock
  const rows: Row[] = [];
  const cpuBefore = treeCpuSeconds(process.pid) ?? Number.NaN;
  for (let round = 0; round < Number(values.rounds); round++) {
    rows.push(...(await measure(way)));
    if (Number(values.rounds) > 1) memory.push({ way: name, pages: rows.length, ...memoryNow() });
  }
  const cpu = (treeCpuSeconds(process.pid) ?? Number.NaN) - cpuBefore;
  table[name] = summary(rows, cpu);
  for (const { page, elapsedMs, problems } of rows)
    if (problems.length > 0) console.log(`${name}  ${page.id}  ${Math.round(elapsedMs)} ms  ${problems.join('; ')}`);
}
server.kill();
await rm(folder, { recursive: true, force: true });
if (memory.length > 0) console.table(memory);
console.table(table);
console.log(`load ${loadavg()[0]?.toFixed(1)}. Bars: all pages; median <= 1.5 s, p90 <= 4 s, <= 1.8 CPU-s a page`);
process.exitCode = values.ways.includes('newshawk') && table.newshawk?.['time bars'] !== 'pass' ? 1 : 0;

async function scorePlayers(part: Part, names: readonly string[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-media-'));
  let right = 0;
  {
    await using way = await openNewshawk(folder, values.render === 'browser' ? 'browser' : 'auto');
    right = await runPlayers(way, part, names);
  }
  await rm(folder, { recursive: true, force: true });
  return right === 1;
}

/** The judge's own requests are made with nothing else under way: their CPU is small, and the same for all ways. */
async function measure(way: MediaWay): Promise<Row[]> {
  const queue = [...pages];
  const rows: Row[] = [];
  const worker = async (): Promise<void> => {
    for (let page = queue.shift(); page !== undefined; page = queue.shift()) {
      const begun = performance.now();
      const answer = await way.resolve(`${origins.page}${page.path}`);
      rows.push({ page, elapsedMs: performance.now() - begun, problems: await judge(page, answer, origins) });
    }
  };
  await Promise.all(Array.from({ length: Number(values.concurrency) }, worker));
  return rows;
}

/** After each round: what stays of the pages, in MB that no other process shares, and how many processes. */
function memoryNow(): Record<string, number> {
  globalThis.gc?.();
  const tree = processTree(process.pid) ?? [];
  const browser = tree.filter(({ pid, name }) => pid !== process.pid && !/^node|^MainThread/.test(name));
  const mb = (bytes: number): number => Math.round(bytes / 1024 ** 2);
  return {
    'Node MB': mb(process.memoryUsage().rss),
    'heap MB': mb(process.memoryUsage().heapUsed),
    'browser MB': mb(browser.reduce((sum, { ownBytes }) => sum + ownBytes, 0)),
    processes: browser.length,
  };
}

function summary(rows: readonly Row[], cpuSeconds: number): Record<string, string> {
  const times = rows.map(({ elapsedMs }) => elapsedMs).toSorted((a, b) => a - b);
  const at = (share: number): number =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) / 1_000;
  const right = rows.filter(({ problems }) => problems.length === 0);
  const by = (level: string): string =>
    `${right.filter(({ page }) => page.difficulty === level).length}/${rows.filter(({ page }) => page.difficulty === level).length}`;
  const cpu = cpuSeconds / rows.length;
  const isFast = at(0.5) <= 1.5 && at(0.9) <= 4 && cpu <= 1.8 && right.length === rows.length;
  return {
    right: `${right.length}/${rows.length}`,
    easy: by('easy'),
    medium: by('medium'),
    hard: by('hard'),
    'median s': at(0.5).toFixed(2),
    'p90 s': at(0.9).toFixed(2),
    'CPU-s/page': cpu.toFixed(2),
    'time bars': isFast ? 'pass' : 'FAIL',
  };
}
