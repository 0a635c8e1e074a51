import { LRUCache } from 'lru-cache';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressVerdict, LinkPlace, SeenAddress, SitePatterns } from '../../model/web/url-pattern.ts';
import type { Clock } from '../../ports.ts';
import { addressClassifier } from '../../stages/url-patterns/classify-address.ts';
import { learnSitePatterns } from '../../stages/url-patterns/learn.ts';
import { isFruitful, learnPlaces, sightsOnList } from '../../stages/url-patterns/learn-places.ts';
import { type LinkDecision, type LinkNaming, linkDecision } from '../../stages/url-patterns/skip-link.ts';
import { isBarren, placeDecision } from '../../stages/url-patterns/skip-place.ts';
import { siteOf } from '../../stages/url-patterns/typed-address.ts';

/** What is known of a site's addresses at the moment. */
export interface SiteAddresses {
  /** Oldest first. */
  readonly known: readonly SeenAddress[];
  readonly patterns: SitePatterns;
  /** Of links on the site's lists, by place. */
  readonly places: ReadonlyMap<string, LinkPlace>;
  readonly classify: (url: CanonicalUrl) => AddressVerdict;
}

interface CachedSite extends SiteAddresses {
  readonly readAt: number;
  /** Addresses seen since then by this process. */
  newlySeen: number;
}

/** A link of a page. */
export interface NamedLink {
  readonly url: CanonicalUrl;
  /** Where it stands on its list; none: unknown, or the page is no list. */
  readonly places?: readonly string[] | undefined;
}

/** What is done with a link, and what decided. */
export interface NamedDecision extends LinkDecision {
  readonly by: 'pattern' | 'place';
}

/** Patterns are learned again after this share of new addresses, or this many, whichever is more. */
const learnAgain = { share: 0.1, addresses: 10 };
/** And after this time, ms: other processes see addresses too. */
const maxAgeMs = 5 * 60_000;
/** Sites in memory, at most. */
const maxSites = 500;

/** All that the store has seen of a site. */
type SeenOfSite = (site: string) => Promise<readonly SeenAddress[]>;

/** The URL patterns of sites, learned from what visits showed, and kept up to date while a run goes on. */
export class LinkPatterns {
  readonly #seenOfSite: SeenOfSite;
  readonly #clock: Clock;
  readonly #sites = new LRUCache<string, CachedSite>({ max: maxSites });

  constructor(seenOfSite: SeenOfSite, clock: Clock) {
    this.#seenOfSite = seenOfSite;
    this.#clock = clock;
  }

  /** The patterns of the site that an address belongs to. */
  async of(url: CanonicalUrl): Promise<SiteAddresses> {
    const site = siteOf(url);
    const cached = this.#sites.get(site);
    const nowMs = this.#clock.monotonicMs();
    if (cached !== undefined && isCurrent(cached, nowMs)) return cached;
    const learned = { ...learnSeen(await this.#seenOfSite(site), site), readAt: nowMs, newlySeen: 0 };
    this.#sites.set(site, learned);
    return learned;
  }

  /** After the commit of a visit. An article where none was expected is learned from at once. */
  note(seen: SeenAddress | null): void {
    const cached = seen === null ? undefined : this.#sites.get(seen.site);
    if (seen === null || cached === undefined) return;
    cached.newlySeen++;
    if (seen.label !== 'article') return;
    const isFromBarrenPlace = seen.places?.some((place) => isBarren(cached.places.get(place))) === true;
    if (isFromBarrenPlace || cached.classify(seen.url).class === 'other') this.#sites.delete(seen.site);
  }

  /** Places of a list from which articles came, as a rule. */
  async fruitfulPlaces(list: CanonicalUrl, links: readonly NamedLink[]): Promise<ReadonlySet<string>> {
    const { known } = await this.of(list);
    const places = learnPlaces(sightsOnList(known, new Map(links.map(({ url, places = [] }) => [url, places]))));
    return new Set([...places.values()].filter(isFruitful).map(({ place }) => place));
  }

  /** What is done with the links of a page, by address. */
  async decide(links: readonly NamedLink[], naming: LinkNaming): Promise<ReadonlyMap<CanonicalUrl, NamedDecision>> {
    const decisions = new Map<CanonicalUrl, NamedDecision>();
    const onList = new Map(links.map(({ url, places = [] }) => [url, places]));
    const placesBySite = new Map<string, ReadonlyMap<string, LinkPlace>>();
    for (const { url, places = [] } of links) {
      const { known, patterns, classify } = await this.of(url);
      const verdict = classify(url);
      const byPattern = linkDecision(url, verdict, patterns, naming);
      decisions.set(url, { ...byPattern, by: 'pattern' });
      if (byPattern.isSkipped || byPattern.isExplored || places.length === 0) continue;
      const ofSite = placesBySite.get(patterns.site) ?? learnPlaces(sightsOnList(known, onList));
      placesBySite.set(patterns.site, ofSite);
      const byPlace = placeDecision({ url, places }, ofSite, verdict, patterns.addresses);
      if (byPlace.isSkipped || byPlace.isExplored) decisions.set(url, { ...byPlace, by: 'place' });
    }
    return decisions;
  }
}

function isCurrent({ readAt, newlySeen, patterns }: CachedSite, nowMs: number): boolean {
  const { article, listing, other } = patterns.addresses;
  const many = Math.max(learnAgain.addresses, learnAgain.share * (article + listing + other));
  return nowMs - readAt < maxAgeMs && newlySeen < many;
}

/** Learns a site's patterns from all that the store has seen of it. */
export function learnSeen(known: readonly SeenAddress[], site: string): SiteAddresses {
  const patterns = learnSitePatterns(site, known);
  return { known, patterns, places: learnPlaces(known), classify: addressClassifier(patterns) };
}
