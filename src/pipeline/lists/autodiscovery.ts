import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { Source, SourceKind } from '../../model/crawl/source.ts';
import type { Task } from '../../model/crawl/task.ts';
import { type CanonicalUrl, webAddress, webUrl } from '../../model/web/canonical-url.ts';
import type { IdentityRoute } from '../../ports.ts';
import { sourceSpec } from '../../settings/scraper.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { newSource, pollEntry, sourceId } from './targets.ts';

type DiscoveryPorts = Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'siteOf' | 'robots' | 'turns'> & {
  readonly config: Pick<CrawlPorts['config'], 'discover'>;
};

/** A page that a person named, as it was read. */
export interface NamedPage {
  readonly task: Task;
  /** Where it was read. */
  readonly url: CanonicalUrl;
  readonly reading: Pick<Reading, 'feeds' | 'pageType'>;
}

/** What a page and its host's robots.txt name beside it. */
export interface Discovered {
  /** Where the page was read. */
  readonly host: string;
  readonly sources: readonly Source[];
  /** For the visit's detail; '' where there is nothing. */
  readonly inWords: string;
}

export const nothingDiscovered: Discovered = { host: '', sources: [], inWords: '' };

/** Of each kind, a host and run: sites name one feed in several formats, and a few sitemaps. */
const mostOfAKind = 3;
/** Sitemaps are long, and change less often than feeds. */
const intervals = { feed: '15m', sitemap: '1h' } as const;
/** What a list names is meant; what that links to is not. */
const maxDepth = 1;

/**
 * Feeds and sitemaps of sites for which nobody wrote a scraper: what the home page or listing that a person named says of feeds, and its robots.txt of
 * sitemaps. They become sources, which are polled like any other; once a host and run. An article that was named leads nowhere.
 */
export class Autodiscovery {
  readonly #io: DiscoveryPorts;
  /** Kinds and hosts of what was opened. */
  readonly #done = new Set<string>();

  constructor(io: DiscoveryPorts) {
    this.#io = io;
  }

  /** Reads robots.txt where that is not known, in its host's turn. @throws TurnsEnded */
  async look(
    { maxDepth: depth }: Pick<RunContext, 'maxDepth'>,
    page: NamedPage,
    identity: IdentityRoute,
  ): Promise<Discovered> {
    const { config, siteOf } = this.#io;
    const { host, hostname, origin } = new URL(page.url);
    const isPlain = siteOf(page.task.site).file === null && siteOf(hostname).file === null;
    // a poll leads one link further: at depth 0 to nothing
    if (config.discover === 'off' || depth === 0 || !isPlain || !isNamed(page.task) || !isList(page))
      return nothingDiscovered;
    const robotsUrl = `${origin}/robots.txt`;
    const feeds = await this.#sourcesOf('feed', page, page.url, async () => page.reading.feeds);
    const sitemaps = await this.#sourcesOf('sitemap', page, robotsUrl, () => this.#sitemapsOf(page.url, identity));
    const sources = [...feeds, ...sitemaps];
    return {
      host,
      sources,
      inWords: sources.length === 0 ? '' : `polled too: ${sources.map(({ url }) => url).join(', ')}`,
    };
  }

  /** Before the page's own ending: a process that dies in between looks again. */
  async open({ host, sources: all }: Discovered): Promise<void> {
    const { store, clock, log } = this.#io;
    const now = clock.now();
    // another page of the host may have been faster
    const sources = all.filter(({ kind }) => !this.#done.has(keyOf(kind, host)));
    for (const { kind } of sources) this.#done.add(keyOf(kind, host));
    for (const source of sources) {
      const stored = await store.sources.get(source.id);
      // a crawl does not end what a watch keeps
      if (stored === null || source.enabled) await store.sources.define(source);
      log.info('source.discovered', { source: source.url, kind: source.kind, namedBy: source.namedBy });
    }
    if (sources.length > 0)
      await store.frontier.reopen(
        sources.map((source) => pollEntry(source, now)),
        { revisit: false, now },
      );
  }

  async #sitemapsOf(url: string, identity: IdentityRoute): Promise<readonly string[]> {
    const { robots, turns, log } = this.#io;
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
    { task, url }: NamedPage,
    namedBy: string,
    read: () => Promise<readonly string[]>,
  ): Promise<Source[]> {
    if (this.#done.has(keyOf(kind, new URL(url).host))) return [];
    const addresses = (await read()).flatMap((raw) => webUrl(raw, namedBy) ?? []);
    const own = newsFirst([...new Set(addresses)]).filter((address) => this.#isOwn(address, task));
    const sources: Source[] = [];
    for (const address of own) {
      const stored = await this.#io.store.sources.get(sourceId(webAddress(address).url));
      // what a person or scraper names is polled as they say
      if (stored !== null && !stored.namedBy) continue;
      sources.push(this.#source(kind, address, { task, namedBy }));
      if (sources.length === mostOfAKind) break;
    }
    return sources;
  }

  #isOwn(address: string, task: Task): boolean {
    const { hostname } = new URL(address);
    const { siteOf } = this.#io;
    return isOfSite(hostname, task.site) && siteOf(hostname).file === null && webAddress(address).url !== task.url;
  }

  /** `watch` polls a listing, and keeps what it names; `crawl` reads a page, and polls once. */
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

/** Whether a source that the store holds is polled by itself: one that was discovered, as long as that is wanted and its site has no scraper. */
export const isWanted =
  ({ config, siteOf }: Pick<DiscoveryPorts, 'config' | 'siteOf'>) =>
  ({ namedBy, site }: Source): boolean =>
    !namedBy || (config.discover === 'on' && siteOf(site).file === null);

const keyOf = (kind: SourceKind, host: string): string => `${kind} ${host}`;

/** A sitemap of news holds two days, the others all that the site ever had. Else the order stays. */
const newsFirst = (addresses: readonly string[]): string[] =>
  addresses.toSorted((a, b) => Number(isOfNews(b)) - Number(isOfNews(a)));
const isOfNews = (address: string): boolean => /news[^/]*$/i.test(new URL(address).pathname);

/** Polled, or a page that no link and no source led to. */
const isNamed = ({ kind, depth, sourceId: source, revisit }: Task): boolean =>
  kind === 'source' || (depth === 0 && source === null && !revisit);

/** A site's home page is a list, whatever it looks like: many a blog shows its newest article there. What is watched is one, unless it is an article. */
const isList = ({ task, url, reading }: NamedPage): boolean =>
  reading.pageType === 'listing' ||
  (task.kind === 'source' && reading.pageType === 'other') ||
  new URL(url).pathname + new URL(url).search === '/';
