import { LinkPatterns } from '../../src/crawl/links/link-patterns.ts';
import { type AddressClass, maxSeenPerLabel, type SeenAddress } from '../../src/model/web/url-pattern.ts';
import { listingLinks } from '../../src/stages/discover/source-links.ts';
import { findLinks } from '../../src/stages/extract/links/links.ts';
import { parsePage } from '../../src/stages/extract/page/parse.ts';
import { siteOf } from '../../src/stages/url-patterns/typed-address.ts';
import { Chance } from './fill.ts';
import { type Change, generateListSite, type ListSite } from './list-site.ts';

const allChanges: readonly Change[] = ['nothing', 'a box gets articles', 'a box loses its articles', 'a new layout'];

/** Share of visits whose outcome is wrong, as in the simulation of addresses. */
const wrongOutcomes = 0.03;

interface Count {
  /** Addresses on the polled pages, by what they are, and how many were never fetched. */
  readonly shown: Record<AddressClass, number>;
  readonly missed: Record<AddressClass, number>;
}

/** Polls generated lists with the product's own decisions, with and without the places of links. */
export async function simulateLists(
  title: string,
  seeds: readonly number[],
  worst: number,
  changes = allChanges,
): Promise<void> {
  console.log(`\n${title}: lists of ${seeds.length} sites, 80 polls each; what is never fetched`);
  for (const change of changes) {
    const sites = seeds.map((seed) => generateListSite(seed, change));
    const [without, withPlaces] = await Promise.all(
      [false, true].map((usesPlaces) => Promise.all(sites.map((site) => poll(site, usesPlaces)))),
    );
    for (const [name, counts] of [
      ['patterns', without ?? []],
      ['patterns, places', withPlaces ?? []],
    ] as const)
      console.log(`  ${change.padEnd(25)} ${name.padEnd(17)} ${summary(counts)}`);
    if (title === 'open') printWorst(sites, withPlaces ?? [], worst);
  }
}

function summary(counts: readonly Count[]): string {
  const share = (label: AddressClass): string => {
    const [missed, shown] = (['missed', 'shown'] as const).map((key) =>
      counts.reduce((sum, count) => sum + count[key][label], 0),
    );
    return `${((100 * (missed ?? 0)) / Math.max(1, shown ?? 0)).toFixed(2)} %`;
  };
  const most = Math.max(...counts.map(lostShare));
  return `articles ${share('article')} (worst site ${(100 * most).toFixed(1)} %), lists ${share('listing')}, other pages ${share('other')}`;
}

const lostShare = ({ missed, shown }: Count): number => missed.article / Math.max(1, shown.article);

function printWorst(sites: readonly ListSite[], counts: readonly Count[], worst: number): void {
  const ranked = sites.map((site, at) => ({ site, lost: lostShare(counts[at]!) })).sort((a, b) => b.lost - a.lost);
  for (const { site, lost } of ranked.slice(0, worst))
    if (lost > 0) console.log(`    lost ${(100 * lost).toFixed(1)} %  seed ${site.seed}: ${site.axes}`);
}

async function poll({ seed, url: foundOn, pages }: ListSite, usesPlaces: boolean): Promise<Count> {
  const chance = new Chance(seed + 9);
  const seen: SeenAddress[] = [];
  const patterns = new LinkPatterns(async () => seen, { now: () => new Date(0), monotonicMs: () => 0 });
  const truth = new Map<string, AddressClass>();
  const fetched = new Set<string>();
  for (const [number, page] of pages.entries()) {
    const all = findLinks({ document: parsePage(page.html).document, baseUrl: foundOn, foundOn, selector: null });
    // half of the sites are polled, of the others the page is found by the crawl
    const links = (seed % 2 === 0 ? listingLinks(all) : all).filter(({ url }) => page.truth.has(url));
    for (const { url } of links) truth.set(url, page.truth.get(url) ?? 'other');
    const named = links.map(({ url, places }) => ({ url, places: usesPlaces ? places : [] }));
    const decisions = await patterns.decide(named, 'page');
    for (const { url, places = [] } of named) {
      if (decisions.get(url)?.isSkipped === true || fetched.has(url)) continue;
      fetched.add(url);
      const label = page.truth.get(url) ?? 'other';
      const outcome: AddressClass = chance.next() < wrongOutcomes ? (label === 'article' ? 'other' : 'article') : label;
      const sight = { site: siteOf(url), url, label: outcome, at: new Date(number), places };
      seen.push(sight);
      const ofLabel = seen.filter((one) => one.label === outcome);
      if (ofLabel.length > maxSeenPerLabel) seen.splice(seen.indexOf(ofLabel[0]!), 1);
      patterns.note(sight);
    }
  }
  const count: Count = { shown: noAddresses(), missed: noAddresses() };
  for (const [url, label] of truth) {
    count.shown[label]++;
    if (!fetched.has(url)) count.missed[label]++;
  }
  return count;
}

const noAddresses = (): Record<AddressClass, number> => ({ article: 0, listing: 0, other: 0 });
