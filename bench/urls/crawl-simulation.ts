import { LinkPatterns } from '../../src/crawl/links/link-patterns.ts';
import { type AddressClass, maxSeenPerLabel, type SeenAddress } from '../../src/model/web/url-pattern.ts';
import { siteOf } from '../../src/stages/url-patterns/typed-address.ts';
import { Chance } from './fill.ts';
import { streamOf, type TrueAddress } from './generate-site.ts';

/** What a crawl of a site would have fetched and left out. */
interface CrawlCount {
  articles: number;
  lostArticles: number;
  listings: number;
  lostListings: number;
  others: number;
  savedOthers: number;
}

/** In which order a crawl meets addresses, and what changes on the way. */
const orders = {
  'in any order': (stream: readonly TrueAddress[]) => stream,
  'other pages first': (stream: readonly TrueAddress[]) => {
    const early = stream.filter(({ label }) => label === 'other').slice(0, 120);
    return [...early, ...stream.filter((address) => !early.includes(address))];
  },
  // from the middle on, half of the pages of templates without articles are articles
  'a template changes': (stream: readonly TrueAddress[]) =>
    stream.map((address, at) =>
      at > stream.length / 2 && at % 2 === 0 && address.label === 'other'
        ? { ...address, label: 'article' as const }
        : address,
    ),
};

const length = 1_500;
/** Share of visits whose outcome is wrong: articles that were not recognised, and other pages taken for articles. */
const wrongOutcomes = 0.03;

/** Crawls generated sites with the product's own decisions about links. */
export async function simulateCrawls(title: string, seeds: readonly number[]): Promise<void> {
  console.log(`\n${title}: crawls of ${seeds.length} sites, ${length} links each; what patterns leave out`);
  for (const [name, order] of Object.entries(orders)) {
    const counts = await Promise.all(seeds.map((seed) => crawl(order(streamOf(seed, length)), seed)));
    const sum = (key: keyof CrawlCount): number => counts.reduce((total, count) => total + count[key], 0);
    const worst = Math.max(...counts.map(({ articles, lostArticles }) => lostArticles / Math.max(1, articles)));
    const share = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
    console.log(
      `  ${name.padEnd(20)} articles lost ${share(sum('lostArticles'), sum('articles'))} (worst site ${(100 * worst).toFixed(1)} %), lists lost ${share(sum('lostListings'), sum('listings'))}, other pages not fetched ${share(sum('savedOthers'), sum('others'))}`,
    );
  }
}

async function crawl(stream: readonly TrueAddress[], seed: number): Promise<CrawlCount> {
  const chance = new Chance(seed + 5);
  const seen: SeenAddress[] = [];
  const patterns = new LinkPatterns(async () => seen, { now: () => new Date(0), monotonicMs: () => 0 });
  const count = { articles: 0, lostArticles: 0, listings: 0, lostListings: 0, others: 0, savedOthers: 0 };
  for (const [at, { url, label }] of stream.entries()) {
    const isSkipped = (await patterns.decide([{ url }], 'page')).get(url)?.isSkipped === true;
    if (label === 'article') count.articles++;
    else if (label === 'listing') count.listings++;
    else count.others++;
    if (isSkipped) {
      if (label === 'article') count.lostArticles++;
      else if (label === 'listing') count.lostListings++;
      else count.savedOthers++;
      continue;
    }
    const outcome: AddressClass = chance.next() < wrongOutcomes ? (label === 'article' ? 'other' : 'article') : label;
    const sight = { site: siteOf(url), url, label: outcome, at: new Date(at) };
    seen.push(sight);
    const ofLabel = seen.filter((one) => one.label === outcome);
    if (ofLabel.length > maxSeenPerLabel) seen.splice(seen.indexOf(ofLabel[0]!), 1);
    patterns.note(sight);
  }
  return count;
}
