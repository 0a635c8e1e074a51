import { openPage } from '../../crawl/fetch/open-page.ts';
import { readList } from '../../crawl/links/read-list.ts';
import { sourceId } from '../../crawl/links/targets.ts';
import { refuseErrorPage } from '../../crawl/links/validators.ts';
import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import type { SourceKind } from '../../model/crawl/source.ts';
import { type Task, taskAt } from '../../model/crawl/task.ts';
import type { FetchWay } from '../../model/page/page.ts';
import { canonicalUrl, tryWebAddress, webUrl } from '../../model/web/canonical-url.ts';
import type { Link } from '../../model/web/link.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { IdentityRoute } from '../../ports.ts';
import type { PolitePorts } from '../../services.ts';
import { soundSite } from '../../settings/broken-scrapers.ts';
import { isFeedText } from '../../stages/discover/feed.ts';
import { listingLinks } from '../../stages/discover/source-links.ts';
import {
  channelLinks,
  chooseLists,
  intervalFor,
  type ListSample,
  type ListYield,
} from '../../stages/discover/source-yield.ts';
import { listShortfall } from '../../stages/schedule/same-article.ts';
import { isOfSite } from '../../stages/schedule/scope.ts';
import { snapshotOf } from '../../stages/snapshot/freeze.ts';
import type { Store } from '../../storage/port.ts';

export interface DiscoverPorts extends PolitePorts {
  readonly store: Store;
  /** Aborted: no further page is asked for, and the call rejects with its reason. */
  readonly signal: AbortSignal;
}

/** A source that a site offers. */
export interface SourceProposal extends ListYield {
  /** Page or robots.txt that names it. */
  readonly namedBy: string;
  /** To begin with, as `sources add --every` takes it. */
  readonly every: string;
  readonly isPolled: boolean;
}

/** A list of the site that was read. */
export interface ListOfSite extends Candidate {
  readonly links: readonly Link[];
  /** All links of a page, those of menus and pagers too; empty for a feed or sitemap. */
  readonly shown: readonly Link[];
}

export interface SourceProposals {
  /** As its server names it, after redirects. */
  readonly homeUrl: string;
  /** How pages were fetched: `browser` where a static fetch gave no list. */
  readonly way: FetchWay;
  readonly lists: readonly ListOfSite[];
  readonly proposals: readonly SourceProposal[];
  /** Lists that could not be read, and why. */
  readonly unread: readonly { readonly url: string; readonly why: string }[];
}

interface Candidate {
  readonly url: string;
  readonly kind: SourceKind;
  readonly namedBy: string;
}

/** Candidates of each kind that are read, at most: sites name one feed in several formats. */
const maxOfKind = { feed: 10, sitemap: 4, listing: 9 } as const;
/** Of a list: its newest links. */
const limits = { maxLinks: 2_000, maxParts: 3, since: null };
/** Where lists are that no page names. */
const usualPlaces: Readonly<Record<'feed' | 'sitemap', readonly string[]>> = {
  feed: ['/feed', '/rss', '/rss.xml', '/feed.xml', '/atom.xml'],
  sitemap: ['/sitemap-news.xml', '/news-sitemap.xml', '/sitemap.xml'],
};

/**
 * Reads a site's home page, the feeds that it and its channel pages name, the sitemaps of robots.txt (else the usual places of both) and the channel pages, each once and
 * by the rules of a crawl (robots.txt, pauses of the host), and says what each would bring a day. Nothing is stored.
 * @param target host or address
 * @throws CommandError (usage) for no address; NewshawkError where the home page can't be read
 */
export async function discoverSources(io: DiscoverPorts, target: string): Promise<SourceProposals> {
  const address = tryWebAddress(/^https?:/i.test(target) ? target : `https://${target}/`);
  if (address === null || !/\.|localhost/.test(new URL(address.url).hostname))
    throw new CommandError(
      exitCodes.usage,
      `"${target}" is neither a host nor an address: write it like news.example.`,
    );
  const site = soundSite(io.siteOf(siteKey(address.url)));
  const scout = new Scout(io, site, await io.identities.pick(site.host));
  const home = await scout.readHome(address.url);
  const channels = channelLinks(home.url, home.links).filter((url) => url !== home.url);
  if (!home.isFeed) scout.addPage(home.url, home.url, home.links);
  await scout.readPages(channels, home.url);
  await scout.readLists(
    'feed',
    home.feeds.map((url) => ({ url, kind: 'feed', namedBy: home.url })),
    home.url,
  );
  await scout.readLists('sitemap', await scout.sitemaps(home.url), home.url);
  return {
    homeUrl: home.url,
    way: scout.way,
    lists: scout.lists,
    proposals: await scout.proposals(),
    unread: scout.unread,
  };
}

/** The site's robots.txt does not allow an address. */
export class ForbiddenByRobots extends NewshawkError {
  override readonly name = 'ForbiddenByRobots';

  constructor(url: string) {
    super('misconfigured', 'robots.txt forbids it', { at: url });
  }
}

/** Says which page can't be read, and what to do. */
function refuseHome(url: string, error: unknown): never {
  if (!(error instanceof NewshawkError)) throw error;
  const { kind, message, retryAfterMs, evidence, fault, at } = error;
  if (message.includes(url) && kind !== 'blocked') throw error;
  const sentence =
    kind === 'blocked'
      ? `${message}. If it opens in your browser, it may answer another address of ours: docs/proxies.md.`
      : `${url} can't be read: ${message}. Is the address right, also in a browser?`;
  throw new NewshawkError(kind, sentence, { cause: error, retryAfterMs, evidence, fault, at });
}

interface HomePage {
  readonly url: string;
  readonly links: readonly Link[];
  readonly feeds: readonly string[];
  /** The address is that of a feed. */
  readonly isFeed: boolean;
}

class Scout {
  readonly unread: { url: string; why: string }[] = [];
  readonly #io: DiscoverPorts;
  readonly #site: Site;
  readonly #identity: IdentityRoute;
  readonly #samples = new Map<string, ListSample & ListOfSite>();
  readonly #feedsOfChannels: Candidate[] = [];
  #way: FetchWay;

  constructor(io: DiscoverPorts, site: Site, identity: IdentityRoute) {
    this.#io = io;
    this.#site = site;
    this.#identity = identity;
    this.#way = site.render === 'browser' ? 'browser' : 'static';
  }

  get way(): FetchWay {
    return this.#way;
  }

  get lists(): readonly ListOfSite[] {
    return [...this.#samples.values()];
  }

  add(candidate: Candidate, links: readonly Link[]): void {
    this.#samples.set(sourceId(canonicalUrl(candidate.url)), { ...candidate, links, shown: [] });
  }

  addPage(url: string, namedBy: string, shown: readonly Link[]): void {
    const list: ListOfSite = { url, namedBy, kind: 'listing', links: listingLinks(shown), shown };
    this.#samples.set(sourceId(canonicalUrl(url)), list);
  }

  /** Where a static fetch gives too few links for a list and the browser more, the channels are read in the browser too. */
  async readHome(url: string): Promise<HomePage> {
    const task = await this.#allowed(url);
    const plain = await this.#readOneWay(task, this.#way).catch((error: unknown) => refuseHome(url, error));
    const isEnough = listShortfall(listingLinks(plain.links)) === null;
    if (isEnough || plain.isFeed || this.#site.render !== 'auto') return plain;
    const rendered = await this.#readOneWay(task, 'browser').catch((error: unknown) => {
      if (!(error instanceof NewshawkError || error instanceof CommandError)) throw error;
      this.#io.log.warn('source.not-rendered', { url, detail: error.message }); // the static page counts
      return plain;
    });
    if (listingLinks(rendered.links).length <= listingLinks(plain.links).length) return plain;
    this.#way = 'browser';
    return rendered;
  }

  async #readOneWay(task: Task, way: FetchWay): Promise<HomePage> {
    const request = { task, site: this.#site, identity: this.#identity, headers: {} };
    await using opened = await openPage(this.#io, way, request);
    refuseErrorPage(opened.page);
    const { finalUrl, html } = opened.page;
    if (isFeedText(html)) return { url: finalUrl, links: [], feeds: [finalUrl], isFeed: true };
    const snapshot = snapshotOf(opened.page);
    const { links, feeds } = await this.#io.reader.read(snapshot);
    return { url: finalUrl, links, feeds: feeds.flatMap((feed) => webUrl(feed, finalUrl) ?? []), isFeed: false };
  }

  async readPages(urls: readonly string[], namedBy: string): Promise<void> {
    for (const url of urls)
      await this.#unlessBroken(url, async () => {
        const page = await this.#readOneWay(await this.#allowed(url), this.#way);
        this.addPage(url, namedBy, page.links);
        this.#feedsOfChannels.push(...page.feeds.map((feed) => ({ url: feed, kind: 'feed' as const, namedBy: url })));
      });
  }

  async sitemaps(homeUrl: string): Promise<Candidate[]> {
    const namedBy = `${new URL(homeUrl).origin}/robots.txt`;
    const named = await this.#io.robots.sitemaps(homeUrl, this.#identity, this.#io.turns);
    const urls = named.flatMap((raw) => webUrl(raw, namedBy) ?? []);
    const newsFirst = urls.toSorted((a, b) => Number(/news/i.test(b)) - Number(/news/i.test(a)));
    return newsFirst.map((url) => ({ url, kind: 'sitemap', namedBy }));
  }

  /** Where none is named, the usual places are tried; what is missing there is no failure. */
  async readLists(kind: 'feed' | 'sitemap', named: readonly Candidate[], homeUrl: string): Promise<void> {
    const all = kind === 'feed' ? [...named, ...this.#feedsOfChannels] : named;
    const own = all.filter(({ url }) => isOfSite(siteKey(url), this.#site.host));
    const byId = new Map(own.map((candidate) => [sourceId(canonicalUrl(candidate.url)), candidate]));
    for (const candidate of [...byId.values()].slice(0, maxOfKind[kind]))
      await this.#unlessBroken(candidate.url, () => this.#readList(kind, candidate));
    if (byId.size > 0) return;
    for (const place of usualPlaces[kind]) {
      const url = new URL(place, homeUrl).href;
      const before = this.unread.length;
      await this.#unlessBroken(url, () => this.#readList(kind, { url, kind, namedBy: 'its usual place' }));
      if (this.unread.length === before) return;
      this.unread.length = before;
    }
  }

  async proposals(): Promise<SourceProposal[]> {
    const samples = [...this.#samples.values()];
    const namedBy = new Map(samples.map((sample) => [sample.url, sample.namedBy]));
    const proposals: SourceProposal[] = [];
    for (const list of chooseLists(samples, this.#io.clock.now())) {
      const stored = await this.#io.store.sources.get(sourceId(canonicalUrl(list.url)));
      proposals.push({
        ...list,
        namedBy: namedBy.get(list.url) ?? '',
        every: intervalFor(list.perDay),
        isPolled: stored !== null,
      });
    }
    return proposals;
  }

  async #readList(kind: 'feed' | 'sitemap', candidate: Candidate): Promise<void> {
    const task = await this.#allowed(candidate.url);
    const request = { task, site: this.#site, identity: this.#identity, limits, headers: {} };
    const list = await readList(this.#io, kind, request);
    if ('links' in list) this.add(candidate, list.links);
  }

  /** @throws NewshawkError misconfigured, where robots.txt forbids the address */
  async #allowed(url: string): Promise<Task> {
    const { robots, gate, turns, signal } = this.#io;
    signal.throwIfAborted();
    const task = taskAt(listTask(url, this.#site), { url: canonicalUrl(url) });
    const { allowed, crawlDelayMs } = await robots.check(task, this.#identity, turns);
    gate.setCrawlDelay(task.host, crawlDelayMs);
    if (!allowed) throw new ForbiddenByRobots(url);
    return task;
  }

  async #unlessBroken(url: string, read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof NewshawkError)) throw error;
      this.unread.push({ url, why: error.message });
    }
  }
}

/** A page that lists others, outside of a run. */
export const listTask = (url: string, site: Site): Task => ({
  url: canonicalUrl(url),
  kind: 'source',
  host: new URL(url).host,
  site: site.host,
  sourceId: null,
  depth: 0,
  maxDepth: 1,
  linkTitle: null,
  priority: 1,
  attempts: 0,
  revisit: false,
  lease: 'none',
});
