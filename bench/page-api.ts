import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { firstSealedSeed } from '../test/support/api-sites/open-api-site.ts';
import { styleNames, styleOf } from '../test/support/api-sites/styles.ts';
import { measureSite, type SiteScore } from './page-api/measure-site.ts';
import { rowOf, summaryOf } from './page-api/score-table.ts';

// The API behind a page: generated client-rendered sites (test/support/api-sites), crawled with `render: auto` and beside it in the browser only. By style: after
// how many rendered pages the first comes without a browser, later pages by way, and whether the articles are the same. Of sealed seeds only scores are shown.
// usage: npm run bench:page-api -- [--styles rest-id,nonce] [--seeds 1,2] [--sealed] [--pages 40] [--concurrency 4] [--source sitemap|list|clicked-list] [--bump-at 0.6] [--no-compare] [--differences 3]

const { values } = parseArgs({
  allowNegative: true,
  options: {
    styles: { type: 'string', default: styleNames.join(',') },
    seeds: { type: 'string', default: '1' },
    /** Adds as many sealed seeds as there are open ones, from 1000 on. */
    sealed: { type: 'boolean', default: false },
    pages: { type: 'string', default: '40' },
    concurrency: { type: 'string', default: '4' },
    source: { type: 'string', default: 'sitemap' },
    /** Share of the pages, 0 to 1: after that many answers with an article the site gets a new release; empty: none. */
    'bump-at': { type: 'string', default: '' },
    /** Without the second crawl in the browser only. */
    compare: { type: 'boolean', default: true },
    /** Lines of pages that are not the truth, at most, for each site with an open seed. */
    differences: { type: 'string', default: '0' },
  },
});
const styles = values.styles.split(',').map((name) => styleOf(name).name);
const open = values.seeds.split(',').map(Number);
const seeds = values.sealed ? [...open, ...open.map((_, index) => firstSealedSeed + index)] : open;
const pages = Number(values.pages);
const bumpAt = values['bump-at'] === '' ? null : Number(values['bump-at']);
const release = bumpAt === null ? {} : { bumpAfterAnswers: Math.ceil(bumpAt * pages) };
const { source } = values;
if (seeds.some((seed) => !Number.isInteger(seed))) throw new RangeError('--seeds are whole numbers, as in --seeds 1,2');
if (!(pages >= 10)) throw new RangeError('--pages is a number from 10 on: formats are learned from several pages');
if (bumpAt !== null && !(bumpAt > 0 && bumpAt < 1)) throw new RangeError('--bump-at is a share between 0 and 1');
if (source !== 'sitemap' && source !== 'list' && source !== 'clicked-list')
  throw new RangeError('--source is sitemap, list or clicked-list');

const isSealed = (seed: number): boolean => seed >= firstSealedSeed;
const scores: SiteScore[] = [];
for (const style of styles)
  for (const seed of seeds) {
    const plan = {
      style,
      seed,
      pages,
      concurrency: Number(values.concurrency),
      source,
      ...release,
      compare: values.compare,
    } as const;
    const score = await measureSite(plan, isSealed(seed));
    scores.push(score);
    console.error(`${style}, seed ${seed}: ${score.seconds.toFixed(0)} s, load ${loadavg()[0]?.toFixed(1)}`);
    for (const line of score.differences.slice(0, Number(values.differences))) console.error(`  ${line}`);
  }

for (const [name, part] of [
  ['open seeds', scores.filter(({ seed }) => !isSealed(seed))],
  ['sealed seeds', scores.filter(({ seed }) => isSealed(seed))],
] as const) {
  if (part.length === 0) continue;
  console.log(`\n${name}, ${pages} pages a site, source ${source}`);
  console.table(
    Object.fromEntries([...Map.groupBy(part, ({ style }) => style)].map(([style, sites]) => [style, rowOf(sites)])),
  );
  for (const line of summaryOf(part)) console.log(line);
}
process.exit(0);
