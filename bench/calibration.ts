// Calibrating a threshold with labels of which one in twenty is wrong: the real draw, estimate and step rule over simulated scores. `npm run bench:calibration`
import { runs, shapes, summary } from './calibration/simulation.ts';

const results = runs({ seeds: 8, baseRates: [0.02, 0.1, 0.25, 0.5], wrong: 0.05 });
const head = [
  'scores',
  'base rate',
  'runs',
  'steady',
  'rounds',
  'labels',
  'turns',
  'precision',
  'of best',
  'recall',
  'of best',
  'worst F1 gap',
];
const rows = shapes.flatMap(({ name }) => summary(results, name));
const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)));
for (const row of [head, ...rows]) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
