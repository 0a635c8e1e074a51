import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Source, SourceKind } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import { type CanonicalUrl, webAddress, webUrl } from '../../model/web/canonical-url.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { IdentityRoute, Log } from '../../ports.ts';
import { sourceSpec } from '../../settings/scraper.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { newSource, pollEntry, sourceId } from './targets.ts';

type DiscoveryPorts = Pick<CrawlPorts, 'store' | 'clock' | 'siteOf' | 'robots' | 'turns'> & {
  readonly config: Pick<CrawlPorts['config'], 'discover'>;
};

/** A page that may name feeds. */
export interface NamingPage {
  readonly task: Task;
  /** After redirects. */
  readonly url: CanonicalUrl;
  readonly reading: Pick<Reading, 'feeds' | 'pageType'>;
  /** Of the page's visit. */
  readonly log: Log;
}

/** Feeds that a page names, and sitemaps that its host's robots.txt names. */
export interface Discovered {
  /** Of the page, after redirects. */
  readonly host: string;
  readonly sources: readonly Source[];
  /** For the visit's detail; '' without sources. */
  readonly summary: string;
}

export const nothingDiscovered: Discovered = { host: '', sources: [], summary: '' };

/** Feeds per host and run, and sitemaps: sites name one feed in several formats. */
const maxPerKind = 3;
/** Between two polls. Sitemaps are long, and change less often than feeds. */
const intervals = { feed: '15m', sitemap: '1h' } as const;
/** The links of a list are followed, their pages' links are not. */
const maxDepth = 1;

/**
 * Discovers feeds and sitemaps of sites without a scraper, once per host and run: the feeds that a home page or listing names, and the sitemaps in its robots.txt.
 * They become sources, which are polled like any other. A person must have named the page's address; an article names no sources.
 */
export class Autodiscovery {
  readonly #io: DiscoveryPorts;
  /** Kinds and hosts whose sources were opened. */
  readonly #opened = new Set<string>();

  constructor(io: DiscoveryPorts) {
    this.#io = io;
  }

  /** Fetches robots.txt if it is not cached, in its host's turn. @throws TurnsEnded */
  async discover(
    { maxDepth: depth }: Pick<RunContext, 'maxDepth'>,
    page: NamingPage,
    identity: IdentityRoute,
  ): Promise<Discovered> {
    const { config, siteOf } = this.#io;
    const { host, origin } = new URL(page.url);
    const isPlain = siteOf(page.task.site).file === null && siteOf(host).file === null;
    // the links of a list are one level deeper: at depth 0 none is followed
    if (config.discover === 'off' || depth === 0 || !isPlain || !isNamed(page.task) || !isList(page))
      return nothingDiscovered;
    const robotsUrl = `${origin}/robots.txt`;
    const feeds = await this.#sourcesOf('feed', page, page.url, async () => page.reading.feeds);
    const sitemaps = await this.#sourcesOf('sitemap', page, robotsUrl, () => this.#sitemapsOf(page, identity));
    const sources = [...feeds, ...sitemaps];
    return {
      host,
      sources,
      summary: sources.length === 0 ? '' : `polled too: ${sources.map(({ url }) => url).join(', ')}`,
    };
  }

  /** Puts the sources into the store and opens their polls. Call it before the page's commit: a process that dies in between discovers them again. */
  async openSources({ host, sources: discovered }: Discovered, log: Log): Promise<void> {
    const { store, clock } = this.#io;
    const now = clock.now();
    // another page of the host may have opened them meanwhile
    const sources = discovered.filter(({ kind }) => !this.#opened.has(keyOf(kind, host)));
    for (const { kind } of sources) this.#opened.add(keyOf(kind, host));
    for (const source of sources) {
      const stored = await store.sources.get(source.id);
      // a crawl does not switch off a source that a watch polls
      if (stored === null || source.enabled) await store.sources.define(source);
      log.info('source.discovered', { source: source.url, kind: source.kind, namedBy: source.namedBy });
    }
    if (sources.length > 0)
      await store.frontier.reopen(
        sources.map((source) => pollEntry(source, now)),
        { revisit: false, now },
      );
  }

  async #sitemapsOf({ url, log }: NamingPage, identity: IdentityRoute): Promise<readonly string[]> {
    const { robots, turns } = this.#io;
    try {
      return await robots.sitemaps(url, identity, turns);
    } catch (error) {
      if (!(error instanceof NewshawkError)) throw error;
      log.warn('source.not-discovered', { url, detail: error.message }); // the page itself was read
      return [];
    }
  }

  async #sourcesOf(
    kind: Exclude<SourceKind, 'listing'>,
    { task, url }: NamingPage,
    namedBy: string,
    read: () => Promise<readonly string[]>,
  ): Promise<Source[]> {
    if (this.#opened.has(keyOf(kind, new URL(url).host))) return [];
    const addresses = (await read()).flatMap((raw) => webUrl(raw, namedBy) ?? []);
    const ownAddresses = newsFirst([...new Set(addresses)]).filter((address) => this.#isOwn(address, task));
    const sources: Source[] = [];
    for (const address of ownAddresses) {
      const stored = await this.#io.store.sources.get(sourceId(webAddress(address).url));
      // a source that a person or scraper names keeps its settings
      if (stored !== null && !stored.namedBy) continue;
      sources.push(this.#source(kind, address, { task, namedBy }));
      if (sources.length === maxPerKind) break;
    }
    return sources;
  }

  #isOwn(address: string, task: Task): boolean {
    const host = siteKey(address);
    const { siteOf } = this.#io;
    return isOfSite(host, task.site) && siteOf(host).file === null && webAddress(address).url !== task.url;
  }

  /** Under `watch` the task is a poll, and the source stays enabled; `crawl` polls it once. */
  #source(
    kind: Exclude<SourceKind, 'listing'>,
    url: string,
    { task, namedBy }: { readonly task: Task; readonly namedBy: string },
  ): Source {
    const spec = sourceSpec({ kind, url, every: intervals[kind], maxDepth }, url);
    return {
      ...newSource({ host: task.site }, spec, this.#io.clock.now()),
      enabled: task.kind === 'source',
      namedBy,
    };
  }
}

/** Whether a stored source is polled: a discovered one only while discovery is on and its site has no scraper. */
export const isPolled =
  ({ config, siteOf }: Pick<DiscoveryPorts, 'config' | 'siteOf'>) =>
  ({ namedBy, site }: Source): boolean =>
    !namedBy || (config.discover === 'on' && siteOf(site).file === null);

const keyOf = (kind: SourceKind, host: string): string => `${kind} ${host}`;

/** Sitemaps of news have the last two days, others all pages of the site. The order stays otherwise. */
const newsFirst = (addresses: readonly string[]): string[] =>
  addresses.toSorted((a, b) => Number(isOfNews(b)) - Number(isOfNews(a)));
const isOfNews = (address: string): boolean => /news[^/]*$/i.test(new URL(address).pathname);

/** A poll, or a page that no link and no source led to. */
const isNamed = ({ kind, depth, sourceId: source, revisit }: Task): boolean =>
  kind === 'source' || (depth === 0 && source === null && !revisit);

/** A home page is a list, whatever its type: many blogs show their newest article there. A polled page is a list unless it is an article. */
const isList = ({ task, url, reading }: NamingPage): boolean =>
  reading.pageType === 'listing' ||
  (task.kind === 'source' && reading.pageType === 'other') ||
  new URL(url).pathname + new URL(url).search === '/';
