// What tuning does to polls and delays, on a simulated clock: `npm run bench:tuning`
import { parseArgs } from 'node:util';
import { nights, scoreTuning } from './freshness/source-table.ts';

const { values } = parseArgs({
  options: { sources: { type: 'string', default: '40' }, seeds: { type: 'string', default: '1,9001' } },
});
const titles = ['mean', 'of optimum', 'median', 'p90', 'polls/day'];

for (const seed of values.seeds.split(',').map(Number)) {
  for (const ofNights of nights) {
    console.log(`\n${values.sources} sources, ${ofNights}, minutes from a new link to its poll; seed ${seed}`);
    console.log(`${''.padEnd(30)}${titles.map((title) => title.padStart(13)).join('')}`);
    for (const { policy, mean, median, p90, polls, ratio } of scoreTuning(Number(values.sources), seed, ofNights)) {
      const row = [mean.toFixed(1), ratio?.toFixed(3) ?? '', median.toFixed(1), p90.toFixed(1), polls.toFixed(0)];
      console.log(`${policy.padEnd(30)}${row.map((cell) => cell.padStart(13)).join('')}`);
    }
  }
}
