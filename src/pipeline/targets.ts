import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../errors.ts';
import { canonicalUrl, tryCanonicalUrl } from '../model/canonical-url.ts';
import type { Site } from '../model/site.ts';
import type { Source, SourceSpec } from '../model/source.ts';
import { listing, sourceSpec } from '../scraper.ts';
import type { FrontierEntry } from '../storage/port.ts';

/** Stable over runs: 12 hex digits of the canonical address. */
const sourceId = (url: string): string => createHash('sha256').update(url).digest('hex').slice(0, 12);

/**
 * The sources that a crawl's targets name: those of the scrapers' hosts that are given (none given: of all), and given addresses as listings.
 * @throws CommandError (usage) for a target that is neither, (nothing found) where no source remains
 */
export function sourcesOf(
  targets: readonly string[],
  sites: readonly Site[],
  siteOf: (host: string) => Site,
  now: Date,
): Source[] {
  const named =
    targets.length === 0
      ? sites.flatMap(ownSources)
      : targets.flatMap((target) => targetSources(target, sites, siteOf));
  if (named.length === 0) {
    throw new CommandError(
      exitCodes.nothingFound,
      'There is nothing to crawl: no scraper names a source. Write scrapers/<host>/scraper.ts (`newshawk init` makes an example), or give an address.',
    );
  }
  const byId = new Map(named.map(({ site, spec }) => [sourceId(canonicalUrl(spec.url)), newSource(site, spec, now)]));
  return [...byId.values()];
}

interface NamedSource {
  readonly site: Site;
  readonly spec: SourceSpec;
}

const ownSources = (site: Site): NamedSource[] => site.sources.map((spec) => ({ site, spec }));

function targetSources(target: string, sites: readonly Site[], siteOf: (host: string) => Site): NamedSource[] {
  const scraped = sites.find(({ host }) => host === target.toLowerCase());
  if (scraped !== undefined) return ownSources(scraped);
  const url = /^https?:\/\//i.test(target) ? tryCanonicalUrl(target) : null;
  if (url === null) {
    const known = sites.map(({ host }) => host).join(', ') || 'none';
    throw new CommandError(
      exitCodes.usage,
      `"${target}" is neither an address (https://…) nor the host of a scraper (${known}).`,
    );
  }
  return [{ site: siteOf(new URL(url).hostname), spec: sourceSpec(listing(url), url) }];
}

function newSource(site: Site, spec: SourceSpec, now: Date): Source {
  const url = canonicalUrl(spec.url);
  return {
    ...spec,
    url,
    id: sourceId(url),
    site: site.host,
    intervalMs: spec.baseIntervalMs,
    lastPolledAt: null,
    nextPollAt: now,
    contentHash: null,
    worker: null,
    enabled: true,
  };
}

/** The task that polls a source. Polls go before pages. */
export function pollEntry(source: Source, dueAt: Date): FrontierEntry {
  const url = canonicalUrl(source.url);
  return {
    url,
    kind: 'source',
    host: new URL(url).host,
    site: source.site,
    sourceId: source.id,
    depth: 0,
    maxDepth: source.maxDepth,
    priority: 1,
    dueAt,
  };
}
