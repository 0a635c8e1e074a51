import { spawnSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { treeCpuSeconds } from '../../../src/machine/process-tree.ts';
import type { MediaWay, WayAnswer } from '../media-way.ts';
import { loadPages, type NamedPage, type Part } from './catalogue.ts';
import { judge } from './judge/judge.ts';
import type { JudgedItem } from './judge/open-item.ts';
import { selfCheck } from './self-check.ts';
import { playersInstalled } from './site/bundles.ts';
import { openPlayersSite, type PlayersSite } from './site/open-players-site.ts';

interface Row {
  readonly page: NamedPage;
  readonly elapsedMs: number;
  readonly answer: WayAnswer;
  readonly problems: readonly string[];
}

/** Installs the players at first use: no part of the project's own `npm ci`. */
export function installPlayers(): void {
  if (playersInstalled()) return;
  console.log('installing the players (npm ci in bench/media/players)');
  const { status } = spawnSync('npm', ['ci'], { cwd: import.meta.dirname, stdio: 'inherit' });
  if (status !== 0) throw new Error('the players could not be installed');
}

/** Resolves the pages and prints the score by kind; what is wrong only for open pages. @returns the share of right pages */
export async function runPlayers(way: MediaWay, part: Part, wanted: readonly string[]): Promise<number> {
  if (part !== 'open' && wanted.length > 0) throw new RangeError('--pages would show what is right of sealed pages');
  const pages = chosen(await loadPages(part), wanted);
  await using site = await openPlayersSite(pages);
  await way.resolve(`${site.origins.page}/pictures/poster.jpg`); // the browser starts before the clock
  const cpuBefore = treeCpuSeconds(process.pid) ?? Number.NaN;
  const rows: Row[] = [];
  for (const page of pages) {
    const row = await measure(way, page, site);
    rows.push(row);
    if (!page.isSealed && row.problems.length > 0) printFailure(row);
  }
  const cpuSeconds = (treeCpuSeconds(process.pid) ?? Number.NaN) - cpuBefore;
  printScores(rows);
  printCosts(rows, cpuSeconds);
  return rows.filter(isRight).length / Math.max(1, rows.length);
}

/** Opens the pages as a visitor does. Of sealed pages only their number is printed. @returns whether all play */
export async function checkPlayers(part: Part, wanted: readonly string[]): Promise<boolean> {
  const pages = chosen(await loadPages(part), wanted);
  await using site = await openPlayersSite(pages);
  const results = [...(await selfCheck(pages, site))];
  const broken = results.filter(([, problems]) => problems.length > 0);
  for (const [{ id, isSealed }, problems] of broken)
    if (!isSealed || wanted.includes(id)) console.log(`${id}\n    ${problems.join('\n    ')}`);
  console.log(`${results.length - broken.length} of ${results.length} pages do what they say`);
  return broken.length === 0;
}

const chosen = (pages: readonly NamedPage[], wanted: readonly string[]): readonly NamedPage[] =>
  wanted.length === 0 ? pages : pages.filter(({ id }) => wanted.includes(id));

async function measure(way: MediaWay, page: NamedPage, site: PlayersSite): Promise<Row> {
  const begun = performance.now();
  const answer = await way.resolve(site.addressOf(page)).catch(
    (error: unknown): WayAnswer => ({
      items: [],
      reason: `error: ${error instanceof Error ? error.message : String(error)}`,
    }),
  );
  const elapsedMs = performance.now() - begun;
  return { page, elapsedMs, answer, problems: await judge(page.page, answer, site.placeOf(page.id)) };
}

function printFailure({ page: { id, page }, elapsedMs, answer, problems }: Row): void {
  console.log(`${page.kind}/${id}  ${Math.round(elapsedMs)} ms  ${page.about}\n    ${problems.join('; ')}`);
  for (const { role, delivery, url } of answer.items as readonly JudgedItem[])
    console.log(`    ${role} ${delivery} ${url}`);
}

const isRight = ({ problems }: Row): boolean => problems.length === 0;
const countOf = (rows: readonly Row[]): string => `${rows.filter(isRight).length} of ${rows.length}`;

function printScores(rows: readonly Row[]): void {
  const kinds = [...Map.groupBy(rows, ({ page }) => page.page.kind), ['all', rows] as const];
  const part = (members: readonly Row[], isSealed: boolean): string =>
    countOf(members.filter(({ page }) => page.isSealed === isSealed));
  console.table(
    Object.fromEntries(
      kinds.map(([kind, members]) => [kind, { open: part(members, false), sealed: part(members, true) }]),
    ),
  );
}

function printCosts(rows: readonly Row[], cpuSeconds: number): void {
  const times = rows.map(({ elapsedMs }) => elapsedMs / 1_000).toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(2);
  const cpu = (cpuSeconds / Math.max(1, rows.length)).toFixed(2);
  console.log(`median ${at(0.5)} s, p90 ${at(0.9)} s, ${cpu} CPU-s a page, load ${loadavg()[0]?.toFixed(1)}`);
}
