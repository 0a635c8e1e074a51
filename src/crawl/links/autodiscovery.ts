import { NewshawkError } from '../../errors.ts';
import { type CrawlScope, isUnder } from '../../model/crawl/crawl-scope.ts';
import type { Source, SourceKind } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import { type CanonicalUrl, webAddress, webUrl } from '../../model/web/canonical-url.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { IdentityRoute, Log } from '../../ports.ts';
import type { CrawlPorts, OfflinePorts, RunContext } from '../../services.ts';
import { sourceSpec } from '../../settings/scraper.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import type { ListFacts } from './link-list.ts';
import { isEntrance, isFrontPage, newSource, pollEntry, sourceId } from './targets.ts';

/** A page that may name feeds. */
export interface NamingPage {
  readonly task: Task;
  /** After redirects. */
  readonly url: CanonicalUrl;
  readonly reading: ListFacts;
  /** Whether it gives an article: such a page names no lists, unless a person named its address. */
  readonly isArticle: boolean;
  /** Of the page's visit. */
  readonly log: Log;
}

/** Feeds that a page names, and sitemaps that its host's robots.txt names. */
export interface Discovered {
  /** The page's host, after redirects; the address of a list that is crawled by itself. */
  readonly of: string;
  readonly sources: readonly Source[];
  /** For the visit's detail; '' without sources. */
  readonly summary: string;
}

export const nothingDiscovered: Discovered = { of: '', sources: [], summary: '' };

/** Feeds per host and run, and sitemaps: sites name one feed in several formats. */
const maxPerKind = 3;
/** Sitemaps of an index that are read, at most. */
export const maxParts = 20;
/** Between two polls. Sitemaps are long, and change less often than feeds. */
const intervals = { feed: '15m', sitemap: '1h' } as const;
/** The links of a list are followed, and those of their pages: a sitemap names lists, too. */
const maxDepth = 2;

/**
 * Discovers feeds and sitemaps of sites without a scraper, once per host and run: the feeds that a page names, and the sitemaps in its host's robots.txt. They become sources,
 * which are polled like any other. Every address that a person named and every front page is asked, and each page that is no article until one names a feed.
 */
export class Autodiscovery {
  readonly #io: CrawlPorts;
  /** Kinds and hosts whose sources were opened. */
  readonly #opened = new Set<string>();

  constructor(io: CrawlPorts) {
    this.#io = io;
  }

  /** Fetches robots.txt if it is not cached, in its host's turn. @throws TurnsEnded */
  async discover(
    { maxDepth: runDepth, scope }: RunContext,
    page: NamingPage,
    identity: IdentityRoute,
  ): Promise<Discovered> {
    const { siteOf } = this.#io;
    const { host, origin } = new URL(page.url);
    const isPlain = siteOf(page.task.site).file === null && siteOf(host).file === null;
    // the links of a list are one level deeper: at depth 0 none is followed
    const kinds = this.#kindsOf(scope);
    if (kinds.length === 0 || runDepth === 0 || !isPlain || !namesLists(page)) return nothingDiscovered;
    // `--depth 1` of a section or tag means its own articles, not those of the whole site
    const isOneList = runDepth === 1 && page.task.kind === 'page' && !isFrontPage(page.url);
    const of = isOneList ? page.url : host;
    const sources: Source[] = [];
    if (kinds.includes('feeds')) {
      const named = page.reading.feeds.filter((feed) => !isOneList || isFeedOf(feed, page.url));
      sources.push(...(await this.#sourcesOf('feed', page, { of, namedBy: page.url }, async () => named)));
    }
    if (kinds.includes('sitemaps') && !isOneList) {
      const namedBy = `${origin}/robots.txt`;
      sources.push(
        ...(await this.#sourcesOf('sitemap', page, { of, namedBy }, () => this.#sitemapsOf(page, identity))),
      );
    }
    return {
      of,
      sources,
      summary: sources.length === 0 ? '' : `polled too: ${sources.map(({ url }) => url).join(', ')}`,
    };
  }

  /** Puts the sources into the store and opens their polls. Call it before the page's commit: a process that dies in between discovers them again. */
  async openSources({ of, sources: discovered }: Discovered, log: Log): Promise<void> {
    const { store, clock } = this.#io;
    const now = clock.now();
    // another page of the host may have opened them meanwhile
    const sources = discovered.filter(({ kind }) => !this.#opened.has(keyOf(kind, of)));
    for (const { kind } of sources) this.#opened.add(keyOf(kind, of));
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

  /** The sitemaps that an index names, the newest first. @param index its address */
  partsOf(task: Task, index: CanonicalUrl, sitemaps: readonly CanonicalUrl[]): Discovered {
    const parts = sitemaps.toReversed().filter((part) => this.#isOwn(part, task));
    const sources = parts.slice(0, maxParts).map((part) => this.#source('sitemap', part, { task, namedBy: index }));
    const isCut = parts.length > sources.length;
    const summary =
      parts.length === 0 ? '' : `${sources.length}${isCut ? ` of ${parts.length}` : ''} parts are polled too`;
    return { of: index, sources, summary };
  }

  #kindsOf({ discover }: CrawlScope): readonly ('feeds' | 'sitemaps')[] {
    const kinds = ['feeds', 'sitemaps'] as const;
    if (discover === null) return this.#io.config.discover === 'on' ? kinds : [];
    return kinds.filter((kind) => discover.includes(kind));
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
    { task }: NamingPage,
    { of, namedBy }: { readonly of: string; readonly namedBy: string },
    read: () => Promise<readonly string[]>,
  ): Promise<Source[]> {
    if (this.#opened.has(keyOf(kind, of))) return [];
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
      ...newSource(task.site, spec, this.#io.clock.now()),
      enabled: task.kind === 'source',
      namedBy,
    };
  }
}

/** Whether a stored source is polled: a discovered one only while discovery is on and its site has no scraper. */
export const isPolled =
  ({ config, siteOf }: OfflinePorts) =>
  ({ namedBy, site }: Source): boolean =>
    !namedBy || (config.discover === 'on' && siteOf(site).file === null);

const keyOf = (kind: SourceKind, of: string): string => `${kind} ${of}`;

/** Sitemaps of news have the last two days, others all pages of the site. The order stays otherwise. */
const newsFirst = (addresses: readonly string[]): string[] =>
  addresses.toSorted((a, b) => Number(isOfNews(b)) - Number(isOfNews(a)));
const isOfNews = (address: string): boolean => /news[^/]*$/i.test(new URL(address).pathname);

/** Whether a page is asked for feeds and sitemaps: a poll, an address that a person named, a front page, and each page that is no article. */
const namesLists = ({ task, url, isArticle }: NamingPage): boolean =>
  task.kind === 'source' || isEntrance(task, url) || (!isArticle && !task.revisit);

/** Whether a feed is that of one list: below its address (`/tag/rivers/feed/`), or with all of its parameters (`/?cat=3&feed=rss2`). */
function isFeedOf(feed: string, list: CanonicalUrl): boolean {
  const address = webUrl(feed, list);
  if (address === null) return false;
  const [ofFeed, ofList] = [new URL(address), new URL(list)];
  if (ofFeed.host !== ofList.host) return false;
  const path = ofList.pathname.replace(/[^/]*\.\w+$/, '');
  const hasParameters = [...ofList.searchParams].every(([name, value]) => ofFeed.searchParams.get(name) === value);
  const isBelow = path !== '/' && isUnder([path], address);
  return ofList.search === '' ? isBelow : hasParameters;
}
