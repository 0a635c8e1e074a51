// Classes of addresses before they are fetched, on generated sites: `npm run bench:urls [-- --seeds 1-400 --sealed 5000-5399] [FOLDER of corpora]`
import { parseArgs } from 'node:util';
import { simulateCrawls } from './urls/crawl-simulation.ts';
import { generateSite, sealedFrom } from './urls/generate-site.ts';
import { simulateLists } from './urls/list-simulation.ts';
import { scoreCorpora } from './urls/real-addresses.ts';
import { type SiteScore, scoreSite, summary, ways } from './urls/score-site.ts';

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-400' },
    sealed: { type: 'string', default: `${sealedFrom}-${sealedFrom + 399}` },
    /** Sites that are crawled in simulation, of each half. */
    crawls: { type: 'string', default: '1-12' },
    /** Sites whose lists are polled in simulation, of each half. */
    lists: { type: 'string', default: '1-24' },
    worst: { type: 'string', default: '8' },
  },
  allowPositionals: true,
});

const [folder] = positionals;
const range = (text: string): number[] => {
  const [from = 1, to = from] = text.split('-').map(Number);
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
};

for (const [title, seeds] of [
  ['open', range(values.seeds)],
  ['sealed', range(values.sealed)],
] as const) {
  const sites = seeds.map(generateSite);
  console.log(
    `\n${title}: ${sites.length} hosts, ${new Set(sites.map(({ style }) => style)).size} styles; precision and recall of \`article\` on addresses held back`,
  );
  for (const way of ways) {
    const scores = sites.map((site) => scoreSite(site, way));
    console.log(summary(way.name, scores));
    if (title === 'open') printWorst(scores);
  }
}
for (const [title, seeds] of [
  ['open', range(values.crawls)],
  ['sealed', range(values.crawls).map((seed) => seed + sealedFrom)],
] as const)
  await simulateCrawls(title, seeds);
for (const [title, seeds] of [
  ['open', range(values.lists)],
  ['sealed', range(values.lists).map((seed) => seed + sealedFrom)],
] as const)
  await simulateLists(title, seeds, Number(values.worst));
if (folder !== undefined) await scoreCorpora(folder);

function printWorst(scores: readonly SiteScore[]): void {
  const low = scores.toSorted((a, b) => Math.min(a.precision, a.recall) - Math.min(b.precision, b.recall));
  for (const { precision, recall, site } of low.slice(0, Number(values.worst)))
    console.log(`    P ${precision.toFixed(3)} R ${recall.toFixed(3)}  seed ${site.seed}: ${site.axes}`);
}
