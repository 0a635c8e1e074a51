// Extraction against broken pages: `node bench/fuzz-extract.ts [--pages 10000] [--seed 1] [corpus-dir ...]`. Pages of the corpora are cut, doubled, spliced and strewn with odd
// mark-up; ends with exit code 1 where one throws or takes more than a second of CPU. Seeded: the same pages each time.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Snapshot } from '../src/model/snapshot.ts';
import { siteFor } from '../src/pipeline/load-scrapers.ts';
import { extract } from '../src/stages/extract/extract.ts';
import { casesOf, corporaFolder, snapshotOf } from '../tools/train-extractor/corpus-pages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
/** Pages of a corpus that serve as seeds, and the most that a mutated one may have, in characters. */
const seedsOfCorpus = 40;
const longestPage = 3_000_000;
const slowestMs = 1_000;
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

function fuzz(pages: number): void {
  const random = randomFrom(Number(values.seed));
  const errors = new Map<string, number>();
  const times: number[] = [];
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
    times.push((user + system) / 1_000);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  console.log(`${pages} pages: CPU ms median ${at(0.5)}, 99 % ${at(0.99)}, most ${at(1)}; errors: ${errors.size}`);
  for (const [error, count] of errors) console.log(`${count}x ${error}`);
  if (errors.size > 0 || at(1) > slowestMs) process.exitCode = 1;
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
