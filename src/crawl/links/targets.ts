import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { Source, SourceSpec } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import {
  type CanonicalUrl,
  canonicalUrl,
  fetchAddress,
  tryWebAddress,
  type WebAddress,
  webAddress,
} from '../../model/web/canonical-url.ts';
import { namedSite, siteKey } from '../../model/web/site-key.ts';
import { type BrokenScraper, brokenError, brokenScrapers, isBroken } from '../../settings/broken-scrapers.ts';
import { listing, sourceSpec } from '../../settings/scraper.ts';
import type { FrontierEntry } from '../../storage/crawl/frontier-port.ts';

/** Stable over runs: 12 hex digits of the address's hash. */
export const sourceId = (url: CanonicalUrl): string => createHash('sha256').update(url).digest('hex').slice(0, 12);

/** What a run begins with. */
export interface Beginning {
  readonly sources: readonly Source[];
  /** Pages that the command names. */
  readonly seeds: readonly FrontierEntry[];
  /** Hosts of the run's sites; null: all. */
  readonly sites: readonly string[] | null;
  /** Scrapers of these targets that can't be used: their sites are left out. */
  readonly broken: readonly BrokenScraper[];
}

export interface TargetRequest {
  /** Hosts of scrapers, or addresses; empty: all scrapers. */
  readonly targets: readonly string[];
  /** Broken ones too. */
  readonly sites: readonly Site[];
  readonly siteOf: (host: string) => Site;
  readonly now: Date;
  /** `watch` polls an address as a source; `crawl` fetches it once, as a page. */
  readonly addressesAre: 'sources' | 'seeds';
  /** True: no target is no error, because the run goes on with the tasks or sources of the store. */
  readonly mayBeEmpty?: boolean;
}

/**
 * The sources and pages that the targets of a run name. Default: the sources of all scrapers.
 * @throws CommandError (usage) for a target that is neither a scraper's host nor an address, (configuration) where only broken scrapers are named, (nothing found)
 * without any source or page
 */
export function beginningOf(request: TargetRequest): Beginning {
  const { targets, sites, now, addressesAre } = request;
  const named: NamedSource[] = targets.length === 0 ? sites.flatMap(ownSources) : [];
  const seeds: FrontierEntry[] = [];
  const broken = new Set(targets.length === 0 ? sites.filter(isBroken) : []);
  for (const target of targets) {
    const scraped = namedSite(sites, target);
    const at = scraped === null ? addressOf(request, target) : null;
    const site = scraped ?? at?.site;
    if (site !== undefined && isBroken(site)) broken.add(site);
    else if (at === null) named.push(...(scraped === null ? [] : ownSources(scraped)));
    else if (addressesAre === 'seeds') seeds.push(seedOf(at, now));
    else named.push(sourceAt(at));
  }
  const unusable = brokenScrapers([...new Map([...broken].map((site) => [site.file, site])).values()]);
  if (named.length + seeds.length === 0 && (!request.mayBeEmpty || (targets.length > 0 && unusable.length > 0)))
    throw unusable.length > 0 ? brokenError(unusable) : nothingToCrawl();
  const sources = [
    ...new Map(
      named.map(({ site, spec }) => [sourceId(canonicalUrl(spec.url)), newSource(site.host, spec, now)]),
    ).values(),
  ];
  const hosts = new Set([...sources, ...seeds].map(({ site }) => site));
  return { sources, seeds, sites: targets.length === 0 ? null : [...hosts], broken: unusable };
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
  if (address !== null) return { address, site: siteOf(siteKey(address.url)) };
  const hosts = sites.map(({ host }) => host).join(', ') || 'none';
  throw new CommandError(
    exitCodes.usage,
    `"${target}" is neither an address (https://…) nor the host of a scraper (${hosts}).`,
  );
}

function sourceAt({ address, site }: Address): NamedSource {
  const url = fetchAddress(address);
  return { site, spec: sourceSpec(listing(url), url) };
}

/** Links away from a named page, at most: a section, a list in it, an article. Further pages of a list have its depth. */
const defaultDepth = 3;

const seedOf = ({ address, site }: Address, dueAt: Date): FrontierEntry => namedPage(address, site.host, dueAt);

/** The frontier entry of a page that is fetched without a link or source. */
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

export function newSource(host: string, spec: SourceSpec, now: Date): Source {
  const address = webAddress(spec.url);
  return {
    ...spec,
    url: fetchAddress(address),
    id: sourceId(address.url),
    site: host,
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

/** The frontier entry that polls a source. Polls go before pages. */
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

/** Whether a page is where a person begins: an address that was named, or a front page. */
export const isEntrance = ({ depth, sourceId, revisit }: Task, url: CanonicalUrl): boolean =>
  (depth === 0 && sourceId === null && !revisit) || isFrontPage(url);

/** Whether an address is its host's front page. */
export const isFrontPage = (url: CanonicalUrl): boolean => new URL(url).pathname + new URL(url).search === '/';
