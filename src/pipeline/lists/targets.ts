import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Source, SourceSpec } from '../../model/crawl/source.ts';
import {
  type CanonicalUrl,
  canonicalUrl,
  fetchAddress,
  formerSpelling,
  tryWebAddress,
  type WebAddress,
  webAddress,
} from '../../model/web/canonical-url.ts';
import { listing, sourceSpec } from '../../settings/scraper.ts';
import type { FrontierEntry } from '../../storage/frontier-port.ts';

/** Stable over runs and versions: 12 hex digits of the address as the first version spelled it, where that says which page it is. */
export function sourceId(url: CanonicalUrl): string {
  const former = formerSpelling(url);
  const key = former.includes('%EF%BF%BD') ? url : former;
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** Where a run begins. */
export interface Beginning {
  readonly sources: readonly Source[];
  /** Pages that were named by themselves. */
  readonly seeds: readonly FrontierEntry[];
  /** Hosts of the sites that are meant; null: all. */
  readonly sites: readonly string[] | null;
}

export interface TargetRequest {
  /** Hosts of scrapers, or addresses; none: all scrapers. */
  readonly targets: readonly string[];
  readonly sites: readonly Site[];
  readonly siteOf: (host: string) => Site;
  readonly now: Date;
  /** `watch` polls an address again and again; `crawl` reads it once, as a page. */
  readonly addressesAre: 'sources' | 'seeds';
  /** True: what was cut off goes on with what the frontier holds, also in a project without scrapers. */
  readonly mayBeEmpty?: boolean;
}

/**
 * What the targets of a run name: the sources of the scrapers whose hosts are given (none given: of all), and pages.
 * @throws CommandError (usage) for a target that is neither, (nothing found) where nothing remains
 */
export function beginningOf(request: TargetRequest): Beginning {
  const { targets, sites, now, addressesAre } = request;
  const named: NamedSource[] = targets.length === 0 ? sites.flatMap(ownSources) : [];
  const seeds: FrontierEntry[] = [];
  for (const target of targets) {
    const scraped = sites.find(({ host }) => host === target.toLowerCase());
    if (scraped !== undefined) named.push(...ownSources(scraped));
    else if (addressesAre === 'seeds') seeds.push(seedOf(addressOf(request, target), now));
    else named.push(sourceAt(addressOf(request, target)));
  }
  if (named.length + seeds.length === 0 && !request.mayBeEmpty) throw nothingToCrawl();
  const sources = [
    ...new Map(named.map(({ site, spec }) => [sourceId(canonicalUrl(spec.url)), newSource(site, spec, now)])).values(),
  ];
  const hosts = new Set([...sources, ...seeds].map(({ site }) => site));
  return { sources, seeds, sites: targets.length === 0 ? null : [...hosts] };
}

const nothingToCrawl = (): CommandError =>
  new CommandError(
    exitCodes.nothingFound,
    'There is nothing to crawl: no scraper names a source. Write scrapers/<host>/scraper.ts (`newshawk init` makes an example), or give an address.',
  );

interface NamedSource {
  readonly site: Site;
  readonly spec: SourceSpec;
}

interface Address {
  readonly address: WebAddress;
  readonly site: Site;
}

const ownSources = (site: Site): NamedSource[] => site.sources.map((spec) => ({ site, spec }));

function addressOf({ sites, siteOf }: TargetRequest, target: string): Address {
  const address = /^https?:\/\//i.test(target) ? tryWebAddress(target) : null;
  if (address !== null) return { address, site: siteOf(new URL(address.url).hostname) };
  const known = sites.map(({ host }) => host).join(', ') || 'none';
  throw new CommandError(
    exitCodes.usage,
    `"${target}" is neither an address (https://…) nor the host of a scraper (${known}).`,
  );
}

function sourceAt({ address, site }: Address): NamedSource {
  const url = fetchAddress(address);
  return { site, spec: sourceSpec(listing(url), url) };
}

/** From a source on, a page is at most so many links away. */
const defaultDepth = 2;

const seedOf = ({ address, site }: Address, dueAt: Date): FrontierEntry => namedPage(address, site.host, dueAt);

/** A page that is fetched for its own sake, whoever links to it. */
export const namedPage = (address: WebAddress, site: string, dueAt: Date): FrontierEntry => ({
  ...address,
  kind: 'page',
  host: new URL(address.url).host,
  site,
  sourceId: null,
  depth: 0,
  maxDepth: defaultDepth,
  linkTitle: null,
  priority: 1,
  dueAt,
});

export function newSource(site: Pick<Site, 'host'>, spec: SourceSpec, now: Date): Source {
  const address = webAddress(spec.url);
  return {
    ...spec,
    url: fetchAddress(address),
    id: sourceId(address.url),
    site: site.host,
    intervalMs: spec.baseIntervalMs,
    lastPolledAt: null,
    nextPollAt: now,
    plannedAt: now,
    contentHash: null,
    worker: null,
    enabled: true,
    namedBy: null,
  };
}

/** The task that polls a source. Polls go before pages. */
export function pollEntry(source: Source, dueAt: Date): FrontierEntry {
  const address = webAddress(source.url);
  return {
    ...address,
    kind: 'source',
    host: new URL(address.url).host,
    site: source.site,
    sourceId: source.id,
    depth: 0,
    maxDepth: source.maxDepth,
    linkTitle: null,
    priority: 1,
    dueAt,
  };
}
