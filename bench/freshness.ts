// Re-visits of pages and polls of sources on a simulated clock: the product's policies, which don't know the rates, beside the optima that know them. `npm run bench:freshness`
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { drawDelays } from './freshness/delay-chart.ts';
import { meanScores, type PolicyScore, scoreWorld } from './freshness/page-table.ts';
import { pageWorlds } from './freshness/page-world.ts';
import { scoreSources } from './freshness/source-table.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    sources: { type: 'string', default: '500' },
    seeds: { type: 'string', default: '1' },
    world: { type: 'string', default: '' },
    chart: { type: 'string' },
  },
});
/** Nothing is tuned on these seeds: their table stands beside that of the open ones. */
const sealedSeeds = [9_001];
const head = ['freshness', 'of optimum', 'mean delay', 'of optimum', 'p90 delay', 'visits/day', 'predicted'];
const worlds = pageWorlds.filter(({ name }) => name.includes(values.world));
const charted: { readonly world: string; readonly scores: readonly PolicyScore[] }[] = [];

for (const [kind, seeds] of [
  ['open seeds', values.seeds.split(',').map(Number)],
  ['sealed seeds', sealedSeeds],
] as const) {
  console.log(`\n${values.pages} pages, 60 days, results of the last 30, delays in hours; ${kind} ${seeds.join(', ')}`);
  for (const world of worlds) {
    const scores = meanScores(seeds.map((seed) => scoreWorld(world, Number(values.pages), seed)));
    console.log(`\n${world.name.padEnd(24)}${head.map((title) => title.padStart(12)).join('')}`);
    for (const score of scores) console.log(`${score.policy.padEnd(24)}${cells(score).join('')}`);
    if (kind === 'sealed seeds') charted.push({ world: world.name, scores });
  }
}
for (const [kind, seed] of [
  ['open seed', Number(values.seeds.split(',')[0])],
  ['sealed seed', sealedSeeds[0] ?? 0],
] as const) {
  if (values.sources === '0') break;
  console.log(`\n${values.sources} sources, delays from a new link to its poll in minutes; ${kind} ${seed}`);
  console.log(
    `${''.padEnd(12)}${['mean', 'of optimum', 'median', 'p90', 'polls/day'].map((title) => title.padStart(12)).join('')}`,
  );
  for (const { policy, mean, median, p90, polls, ratio } of scoreSources(Number(values.sources), seed)) {
    const row = [mean.toFixed(1), ratio?.toFixed(3) ?? '', median.toFixed(1), p90.toFixed(1), polls.toFixed(0)];
    console.log(`${policy.padEnd(12)}${row.map((cell) => cell.padStart(12)).join('')}`);
  }
}
if (values.chart !== undefined) await writeFile(values.chart, drawDelays(charted));

function cells(score: PolicyScore): string[] {
  const { freshness, freshnessRatio, meanDelay, delayRatio, p90Delay, visits, predicted } = score;
  const ratio = (value: number | null): string => value?.toFixed(3) ?? '';
  return [
    freshness.toFixed(3),
    ratio(freshnessRatio),
    meanDelay.toFixed(2),
    ratio(delayRatio),
    p90Delay.toFixed(1),
    visits.toFixed(0),
    ratio(predicted),
  ].map((cell) => cell.padStart(12));
}
