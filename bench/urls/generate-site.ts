import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { AddressClass, KnownAddress } from '../../src/model/web/url-pattern.ts';
import { Chance, fill, type Language, languages, type SiteNames } from './fill.ts';
import { type AddressStyle, openStyles, sealedStyles } from './styles.ts';

/** Seeds from here on are sealed: only totals are printed. */
export const sealedFrom = 5_000;

/** A site's addresses: those that are learned from, and those that are asked for. */
export interface GeneratedSite {
  readonly seed: number;
  readonly host: string;
  /** The combination of axes, for people. */
  readonly axes: string;
  readonly style: string;
  readonly known: readonly TrueAddress[];
  readonly heldOut: readonly TrueAddress[];
}

export interface TrueAddress extends KnownAddress {
  readonly label: AddressClass;
  /** That it was made from. */
  readonly template: string;
}

/** Sections that appear after learning. */
const newSections = 2;
/** Addresses that are asked for. */
const heldOutCount = 120;
const sizes = [10, 14, 20, 30, 50, 80, 120, 200];

/** What is drawn first of a site. */
function drawNames(chance: Chance, seed: number) {
  const styles = seed >= sealedFrom ? [...sealedStyles, ...sealedStyles, ...openStyles] : openStyles;
  const style = chance.pick(styles);
  const language: Language = chance.pick(['en', 'en', 'de', 'es']);
  const all = [...languages[language].sections];
  const sections = all.slice(0, 3 + chance.below(all.length - 4));
  const shortTitles = chance.next() < 0.15;
  const names: SiteNames = {
    sections,
    subs: languages[language].subs,
    language,
    slugWords: shortTitles ? [2, 6] : [5, 11],
    separator: chance.next() < 0.1 ? '_' : '-',
    script: chance.pick(['ru', 'ja'] as const),
  };
  return { style, language, sections, shortTitles, names };
}

/** Addresses of a site in the order in which a crawl meets them, each once. */
export function streamOf(seed: number, length: number): TrueAddress[] {
  const chance = new Chance(seed);
  const { style, names } = drawNames(chance, seed);
  const stream = new Map<string, TrueAddress>();
  const axes = { origin: `https://www.site${seed}.example`, articleShare: 0.5, chance };
  for (let tries = 0; stream.size < length && tries < length * 3; tries++) add(stream, addressOf(style, names, axes));
  return [...stream.values()];
}

export function generateSite(seed: number): GeneratedSite {
  const chance = new Chance(seed);
  const { style, language, sections, shortTitles, names } = drawNames(chance, seed);
  const size = chance.pick(sizes);
  const articleShare = chance.pick([0.35, 0.5, 0.65, 0.8]);
  const subdomain = chance.pick(['www.', 'www.', '', 'news.']);
  const origin = `https://${subdomain}site${seed}.example`;
  const known = new Map<string, TrueAddress>();
  const heldOut = new Map<string, TrueAddress>();
  const fewerSections = { ...names, sections: sections.slice(0, Math.max(2, sections.length - newSections)) };
  for (let tries = 0; known.size < size && tries < size * 10; tries++)
    add(known, addressOf(style, fewerSections, { origin, articleShare, chance }));
  // at least ten articles: the bar is for such hosts
  for (let tries = 0; articlesOf(known) < 10 && tries < 200; tries++)
    add(known, addressOf(style, fewerSections, { origin, articleShare: 1, chance }));
  for (let tries = 0; heldOut.size < heldOutCount && tries < heldOutCount * 10; tries++) {
    const address = addressOf(style, names, { origin, articleShare: 0.5, chance });
    if (!known.has(address.url)) add(heldOut, address);
  }
  const axes = `${style.name}, ${language}, ${known.size} known, ${articleShare} articles, ${shortTitles ? 'short' : 'long'} titles, ${sections.length} sections${subdomain === 'news.' ? ', subdomain' : ''}`;
  return {
    seed,
    host: new URL(origin).host,
    axes,
    style: style.name,
    known: [...known.values()],
    heldOut: [...heldOut.values()],
  };
}

const add = (addresses: Map<string, TrueAddress>, address: TrueAddress): void => {
  if (!addresses.has(address.url)) addresses.set(address.url, address);
};

const articlesOf = (addresses: ReadonlyMap<string, TrueAddress>): number =>
  addresses
    .values()
    .filter(({ label }) => label === 'article')
    .toArray().length;

interface AddressAxes {
  readonly origin: string;
  readonly articleShare: number;
  readonly chance: Chance;
}

/** Parameters that lead to the same page. */
const referrers = ['?ref=home', '?utm_source=feed', '?from=top'];

function addressOf(style: AddressStyle, names: SiteNames, { origin, articleShare, chance }: AddressAxes): TrueAddress {
  const roll = chance.next();
  const label: AddressClass =
    roll < articleShare ? 'article' : roll < articleShare + (1 - articleShare) * 0.65 ? 'listing' : 'other';
  const templates =
    label === 'article'
      ? style.articles
      : label === 'other'
        ? style.others
        : chance.next() < 0.5
          ? style.sections
          : style.listings;
  const template = chance.pick(templates);
  const path = fill(template, names, chance);
  const referrer = chance.next() < 0.05 && !path.includes('?') ? chance.pick(referrers) : '';
  return { url: canonicalUrl(`${origin}${path}${referrer}`), label, template };
}

/** The labels of a site as somebody gives them: wrong ones for a share of the addresses. */
export function withNoise(known: readonly TrueAddress[], share: number, seed: number): KnownAddress[] {
  const chance = new Chance(seed + 77);
  return known.map(({ url, label }) => {
    if (chance.next() >= share) return { url, label };
    return { url, label: label === 'article' ? chance.pick(['listing', 'other'] as const) : 'article' };
  });
}
