import { parseArgs } from 'node:util';
import { type CostName, costs, costsWith, isMeasured } from './storage/sizes/costs.ts';
import { type Needs, needsOf } from './storage/sizes/needs.ts';

// What a million, a hundred million and ten thousand million addresses need, from unit costs (bench/storage/sizes/costs.ts), and what breaks first.
// usage: npm run bench:sizes -- [--addresses 1e6,1e8,1e10] [--set renderedShare=.5 --set days=7] [--costs]: with the unit costs and where they come from

const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '1e6,1e8,1e10' },
    set: { type: 'string', multiple: true, default: [] },
    costs: { type: 'boolean', default: false },
  },
});
const sizes = values.addresses.split(',').map(Number);
if (sizes.some((size) => !(size >= 1_000))) throw new RangeError('--addresses are numbers from 1000 on');
const given = costsWith(values.set);

const number = (value: number): string =>
  value >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString('en')
    : value.toPrecision(2).replace(/^0\./, '.');
const steps = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
function bytes(value: number): string {
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${number(value / 1_000 ** step)} ${steps[step]}`;
}
const dollars = (value: number): string => `$${value.toFixed(2)}`;

const rows: readonly (readonly [string, (needs: Needs) => string])[] = [
  ['visits', ({ visits }) => number(visits)],
  ['claims, endings and fetches a second', ({ visitsPerSecond }) => number(visitsPerSecond)],
  ['records in SQLite', ({ sqliteBytes }) => bytes(sqliteBytes)],
  ['records in MongoDB, uncompressed, with indexes', ({ mongoBytes }) => bytes(mongoBytes)],
  ['of these: indexes of frontier and articles', ({ mongoIndexBytes }) => bytes(mongoIndexBytes)],
  ['snapshots', ({ blobBytes }) => bytes(blobBytes)],
  ['MongoDB: commands a second', ({ commandsPerSecond }) => number(commandsPerSecond)],
  ['MongoDB: shards', ({ shards }) => number(shards)],
  ['cores', ({ cores }) => number(cores)],
  ['pages open in browsers', ({ openPages }) => number(openPages)],
  ['workers with a browser', ({ workers }) => number(workers)],
  ['their memory', ({ workerBytes }) => bytes(workerBytes)],
  ['hosts', ({ hosts }) => number(hosts)],
  ['memory of Redis, for hosts', ({ redisBytes }) => bytes(redisBytes)],
  ['incoming traffic', ({ bitsPerSecond }) => `${number(bitsPerSecond / 1e6)} Mbit/s`],
  ['a million visits: computing', ({ millionCosts }) => dollars(millionCosts.computing)],
  ['a million visits: a month of disk', ({ millionCosts }) => dollars(millionCosts.disk)],
  ['a million visits: traffic', ({ millionCosts }) => dollars(millionCosts.traffic)],
  ['a million visits: sum', ({ millionCosts: { computing, disk, traffic } }) => dollars(computing + disk + traffic)],
];

const needs = sizes.map((size) => needsOf(size, given));
console.log(`| addresses | ${sizes.map((size) => number(size)).join(' | ')} |\n|${'---|'.repeat(sizes.length + 1)}`);
for (const [name, cell] of rows) console.log(`| ${name} | ${needs.map(cell).join(' | ')} |`);
console.log(
  `\n| share of what one can carry | ${sizes.map((size) => number(size)).join(' | ')} | remedy |\n|${'---|'.repeat(sizes.length + 2)}`,
);
for (const { what, remedy } of needs.at(-1)?.limits ?? []) {
  const used = needs.map(({ limits }) => share(limits.find((limit) => limit.what === what)?.used ?? 0));
  console.log(`| ${what} | ${used.join(' | ')} | ${remedy} |`);
}
if (values.costs) {
  console.log('\n| cost | | |\n|---|---|---|');
  for (const [name, { unit, from }] of Object.entries(costs))
    console.log(
      `| ${name}${isMeasured(name as CostName) ? '' : ' (assumed)'} | ${given[name as CostName]} ${unit} | ${from} |`,
    );
}

function share(used: number): string {
  const text = used < 0.001 ? '< .1 %' : `${number(100 * used)} %`;
  return used > 1 ? `**${text}**` : text;
}
