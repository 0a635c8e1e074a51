// Extraction against broken pages: `npm run bench:fuzz -- [--pages 10000] [--seed 1] [corpus-dir ...]`. Pages of the corpora are cut, doubled, spliced and strewn with odd
// mark-up; then pages made to cost time (fuzz-bombs.ts) go through a worker thread. Ends with exit code 1 where a page throws, a mutated one takes more than a second
// of CPU, memory grows beyond bounds, or the thread does not answer. Seeded: the same pages each time.
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { siteFor } from '../src/config-files/load-scrapers.ts';
import { kindOf } from '../src/errors.ts';
import { type Snapshot, snapshotOfSource } from '../src/model/page/snapshot.ts';
import { canonicalUrl } from '../src/model/web/canonical-url.ts';
import { openReader } from '../src/reader/reader.ts';
import { extract } from '../src/stages/extract/extract.ts';
import { casesOf, corporaFolder, snapshotOf } from '../tools/train-extractor/corpus-pages.ts';
import { bombs } from './fuzz-bombs.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const takenAt = new Date('2026-11-21T12:00:00Z');
/** Pages of a corpus that serve as seeds, and the most that a mutated one may have, in characters. */
const seedsOfCorpus = 40;
const longestPage = 3_000_000;
const slowestMs = 1_000;
/** What the process may take, MB: V8 lets a heap grow before it looks for garbage. */
const mostMemoryMb = 1_500;
const oddities = [
  ...['<table>', '</div></div></div>', '<p>', '<b><i><a href=x>', '<svg>', '<template>', '<!--', '-->', '<script>'],
  ...['</script>', '<select>', '<pre>\n', '&#x0;', '\u0000', '<time datetime="x">', '<h1><h1><span>', '<frameset>'],
  ...['<math><mtext><table>', '<div class="author comment sidebar teaser">', '31.02.2026', '\ud800'],
];

const folders = (
  positionals.length > 0
    ? positionals
    : ['html-hostile', 'zyte', 'zh-web', 'fundus-evaluation'].map((name) => join(corporaFolder, name))
).map((folder) => resolve(folder));
const seeds = folders
  .filter((folder) => existsSync(join(folder, 'cases.jsonl')))
  .flatMap((folder) =>
    casesOf(folder)
      .slice(0, seedsOfCorpus)
      .map((one) => snapshotOf(folder, one)),
  );
if (seeds.length === 0) console.log(`skipped: no corpus (a folder with cases.jsonl) in ${folders.join(', ')}`);
else fuzz(Number(values.pages));
await explode();

function fuzz(pages: number): void {
  const random = randomFrom(Number(values.seed));
  const errors = new Map<string, number>();
  const times: number[] = [];
  let memoryMb = 0;
  for (let page = 0; page < pages; page++) {
    const seed = seeds[random(seeds.length)] as Snapshot;
    const html = mutated(seed.html, random).slice(0, longestPage);
    const before = process.threadCpuUsage();
    try {
      extract({ ...seed, html }, siteFor([], seed.site), { draftAlways: true });
    } catch (error) {
      const said =
        error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 2).join(' ') : `${error}`;
      errors.set(said, (errors.get(said) ?? 0) + 1);
    }
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    times.push(ms);
    if (ms > slowestMs) keepSlow(html, page, ms);
    memoryMb = Math.max(memoryMb, process.memoryUsage.rss() / 2 ** 20);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  console.log(
    `${pages} pages: CPU ms median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}; memory at most ${Math.round(memoryMb)} MB; errors: ${errors.size}`,
  );
  for (const [error, count] of errors) console.log(`${count}x ${error}`);
  if (errors.size > 0 || at(1) > slowestMs || memoryMb > mostMemoryMb) process.exitCode = 1;
}

/** A page that took too long is kept for who looks into it. */
function keepSlow(html: string, page: number, ms: number): void {
  const file = join(tmpdir(), `newshawk-slow-${values.seed}-${page}.html`);
  writeFileSync(file, html);
  console.log(`page ${page} took ${Math.round(ms)} ms: ${file}`);
}

/** Each bomb through a worker thread, a plain page after it: the bomb may end with a reason, the page must be read. */
async function explode(): Promise<void> {
  await using reader = await openReader({ workers: 1, sites: { files: [] }, pageLimitMs: 30_000 });
  const url = canonicalUrl('https://a.example/2026/11/20/harbour-bridge-reopens');
  const read = (html: string) =>
    reader.read(snapshotOfSource({ url, html, takenAt }, { via: 'browser' }), { draftAlways: true });
  const slow: string[] = [];
  const ended: string[] = [];
  for (const [name, make] of Object.entries(bombs)) {
    const html = make();
    const before = process.cpuUsage();
    await read(html).catch((error: unknown) => {
      ended.push(`${name} (${kindOf(error)})`);
      if (kindOf(error) !== 'too-large') process.exitCode = 1;
    });
    const { user, system } = process.cpuUsage(before);
    if (user + system > slowestMs * 1_000) slow.push(`${name} ${Math.round((user + system) / 1_000)}`);
    const after = await read('<h1>Still there</h1><p>After all that a page is read.</p>');
    if (after.draft?.title !== 'Still there') throw new Error(`after ${name} the thread reads ${after.draft?.title}`);
  }
  console.log(
    `${Object.keys(bombs).length} bombs: ended early: ${ended.join(', ') || 'none'}; over 1 s of CPU, ms: ${slow.join(', ') || 'none'}`,
  );
}

/** Some wounds at random places. */
function mutated(source: string, random: (below: number) => number): string {
  let html = source;
  for (let wounds = 1 + random(12); wounds > 0; wounds--) {
    const [at, length] = [random(html.length + 1), random(2_000)];
    const [start, cut, end] = [html.slice(0, at), html.slice(at, at + length), html.slice(at + length)];
    const other = seeds[random(seeds.length)]?.html ?? '';
    const from = random(other.length + 1);
    const ways = [
      () => start + end,
      () => start + cut.repeat(2 + random(5)) + end,
      () => start + oddities[random(oddities.length)] + cut + end,
      () => start + other.slice(from, from + length) + cut + end,
      () => start + String.fromCharCode(random(0x10000)) + cut + end,
    ];
    html = ways[random(ways.length)]?.() ?? html;
  }
  return html;
}

/** Numbers from 0 to below a bound; mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
