import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressVerdict, SeenAddress, SitePatterns } from '../../model/web/url-pattern.ts';
import { addressClassifier } from '../../stages/url-patterns/classify-address.ts';
import { learnSite } from '../../stages/url-patterns/learn.ts';
import { type LinkDecision, type LinkNaming, linkDecision } from '../../stages/url-patterns/skip-link.ts';
import { siteOf } from '../../stages/url-patterns/typed-address.ts';
import type { CrawlPorts } from '../ports.ts';

/** What is known of a site's addresses at the moment. */
export interface SiteAddresses {
  readonly patterns: SitePatterns;
  readonly classify: (url: CanonicalUrl) => AddressVerdict;
}

interface CachedSite extends SiteAddresses {
  readonly readAt: number;
  /** Addresses seen since then by this process. */
  newlySeen: number;
}

/** Patterns are learned again after this share of new addresses, or this many, whichever is more. */
const learnAgain = { share: 0.1, addresses: 10 };
/** And after this time, ms: other processes see addresses too. */
const maxAgeMs = 5 * 60_000;
/** Sites in memory, at most. */
const maxSites = 500;

export interface LinkPatternPorts {
  readonly store: { readonly knownAddresses: Pick<CrawlPorts['store']['knownAddresses'], 'ofSite'> };
  readonly clock: Pick<CrawlPorts['clock'], 'monotonicMs'>;
}

/** The URL patterns of sites, learned from what visits showed, and kept up to date while a run goes on. */
export class LinkPatterns {
  readonly #io: LinkPatternPorts;
  readonly #sites = new Map<string, CachedSite>();

  constructor(io: LinkPatternPorts) {
    this.#io = io;
  }

  /** The patterns of the site that an address belongs to. */
  async of(url: CanonicalUrl): Promise<SiteAddresses> {
    const site = siteOf(url);
    const cached = this.#sites.get(site);
    const nowMs = this.#io.clock.monotonicMs();
    if (cached !== undefined && isCurrent(cached, nowMs)) return cached;
    const learned = { ...(await learnFromStore(this.#io, site)), readAt: nowMs, newlySeen: 0 };
    this.#sites.delete(site);
    const [oldest] = this.#sites.keys();
    if (this.#sites.size >= maxSites && oldest !== undefined) this.#sites.delete(oldest);
    this.#sites.set(site, learned);
    return learned;
  }

  /** After the commit of an ending. An article where none was expected is learned from at once. */
  note(seen: SeenAddress | null): void {
    const cached = seen === null ? undefined : this.#sites.get(seen.site);
    if (seen === null || cached === undefined) return;
    cached.newlySeen++;
    if (seen.label === 'article' && cached.classify(seen.url).class === 'other') this.#sites.delete(seen.site);
  }

  /** What is done with links, by address. */
  async decide(urls: readonly CanonicalUrl[], naming: LinkNaming): Promise<ReadonlyMap<CanonicalUrl, LinkDecision>> {
    const decisions = new Map<CanonicalUrl, LinkDecision>();
    for (const url of urls) {
      const { patterns, classify } = await this.of(url);
      decisions.set(url, linkDecision(url, classify(url), patterns, naming));
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
export async function learnFromStore({ store }: Pick<LinkPatternPorts, 'store'>, site: string): Promise<SiteAddresses> {
  const patterns = learnSite(site, await store.knownAddresses.ofSite(site));
  return { patterns, classify: addressClassifier(patterns) };
}
