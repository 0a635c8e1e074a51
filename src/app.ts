import type { AppCopy } from './app-copy.ts';
import type { Explanation } from './commands/page/explain.ts';
import type { SiteStudy, StudyRequest } from './commands/scraper/site-study.ts';
import type { SourceProposals } from './commands/sources/discover-sources.ts';
import type { TopicForecast } from './crawl/topics/forecast-topics.ts';
import type { RescoreRequest } from './crawl/topics/rescore.ts';
import type { RescoreReport } from './crawl/topics/rescore-tally.ts';
import type { Reading } from './model/article/draft.ts';
import type { CrawlScope } from './model/crawl/crawl-scope.ts';
import type { Failure } from './model/crawl/failure.ts';
import type { Site } from './model/crawl/site.ts';
import type { RenderMode } from './model/crawl/task.ts';
import type { VisitOutcome } from './model/crawl/visit.ts';
import type { MediaItem } from './model/media/media-item.ts';
import type { StoredMedia } from './model/media/stored-media.ts';
import type { MediaTrace, NoMediaReason } from './model/page/page.ts';
import type { Snapshot } from './model/page/snapshot.ts';
import type { AlertRules } from './model/publish/alert-rules.ts';
import type { KnownTopic, Topic, TopicText } from './model/topic/topic.ts';
import type { Clock, Log, Reader } from './ports.ts';
import type { RedisQueue } from './queue/redis-queue.ts';
import type { LoadedScrapers } from './reader/site-brief.ts';
import type { CrawlProgress, CrawlReport } from './run/report.ts';
import type { BrowsersConfig } from './settings/browsers.ts';
import type { Config, ConfigOrigins } from './settings/config.ts';
import type { CommitResult, Store, StorePurpose } from './storage/port.ts';
import type { StoryIndex } from './storage/story-index.ts';
import type { CheckReport } from './watch/proxies/check-proxies.ts';
import type { CollectReport } from './watch/proxies/collect-proxies.ts';
import type { SeedReport, SeedRequest } from './watch/seeds/discover-seeds.ts';

/** What commands use. Only main.ts makes it. Each part is opened at its first use and closed with the app. */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly origins: ConfigOrigins;
  readonly log: Log;
  readonly clock: Clock;
  /** How a worker thread opens the same app; null where it can't. */
  readonly copy: AppCopy | null;
  /** All scrapers, validated. @throws CommandError (configuration) */
  sites(): Promise<readonly Site[]>;
  /** browsers.config.ts, or the defaults where the file is missing. @throws CommandError (configuration) */
  browsersConfig(): Promise<BrowsersConfig>;
  /** Of `alerts.config.ts`. @throws CommandError (configuration) that names every mistake */
  alertRules(): Promise<AlertRules>;
  /** Probes every proxy. Names are without credentials; `silence` says why a proxy does not answer, null where it does. @throws CommandError (configuration) */
  checkProxies(): Promise<readonly { readonly proxy: string; readonly silence: string | null }[]>;
  /** Fetches the configured lists of proxies. @throws CommandError (configuration) without a list */
  collectProxies(): Promise<CollectReport>;
  /** Checks the listed proxies against stored pages. @throws CommandError (nothing found) without such a page */
  checkListedProxies(signal: AbortSignal): Promise<CheckReport>;
  /** The topics of the file and of the store, with the texts of those examples that were read. @throws CommandError (configuration, store) */
  topics(): Promise<readonly Topic[]>;
  /** As `topics`, each with where it is defined. @throws CommandError (configuration, store) */
  knownTopics(): Promise<readonly KnownTopic[]>;
  /** The topics of the file alone. @throws CommandError (configuration) */
  topicsOfFile(): Promise<readonly Topic[]>;
  /** @throws CommandError (store) */
  store(): Promise<Store>;
  /** The queue of NEWSHAWK_QUEUE; null: there is none. @throws QueueError where it can't be used */
  queue(): Promise<RedisQueue | null>;
  /** Opens another store, which the caller closes. @param address as in NEWSHAWK_STORE @param purpose default: `use` @throws NewshawkError (store) */
  openStoreAt(address: string, purpose?: StorePurpose): Promise<Store>;
  /** The newest articles: topics with examples are learned from them. @throws CommandError (store) */
  streamSample(): Promise<readonly TopicText[]>;
  /** The worker threads that parse and extract. `extract --batch` feeds them directly. @throws CommandError (configuration) */
  reader(): Promise<Reader>;
  /** One offline thread of its own that reads snapshots and loads scrapers again at each save. The caller closes it. */
  openReplayReader(): Promise<ReplayReader>;
  /** A new, empty index of stories for `dedupe --batch`. Closing deletes it. @throws NewshawkError (store) */
  openStoryIndex(): Promise<StoryIndex>;
  crawl(request: RunRules): Promise<CrawlReport>;
  watch(run: EndlessRun & { readonly targets: readonly string[] }): Promise<CrawlReport>;
  /** @throws CommandError (configuration) without a queue */
  worker(run: EndlessRun): Promise<CrawlReport>;
  /** Reads one page outside of any crawl. Nothing is stored. @throws NewshawkError, CommandError */
  readPage(request: ReadPageRequest): Promise<ReadPageResult>;
  readMedia(request: ReadMediaRequest): Promise<MediaReading>;
  /** A stored medium with a fresh address; null where its page no longer has it. Nothing is stored. @throws NewshawkError, CommandError */
  refreshMedia(item: StoredMedia): Promise<MediaItem | null>;
  /** How a download tool requests the media of this page. */
  mediaRoute(pageUrl: string): Promise<MediaRoute>;
  /** Plays a page and records what it feeds to MediaSource. @throws NewshawkError, CommandError */
  captureMedia(request: CaptureRequest): Promise<MediaCapture>;
  /** What the store knows of an address, a source id or a scraper's host; null where it knows nothing. @param visits at most this many, the latest */
  explain(target: string, visits: number): Promise<Explanation | null>;
  /** Runs today's rules on the snapshot of a failure, offline. @throws CommandError where the failure or its snapshot is not in the store */
  replay(failureId: string): Promise<Replay>;
  /** As `replay`, and stores the result: the failure is mended. @throws CommandError as `replay`, and where the page was stored since, or is being fetched */
  storeReplay(failureId: string): Promise<StoredReplay>;
  /** Judges stored articles again by today's topics. @throws CommandError (configuration, store) */
  rescore(options: RescoreRequest): Promise<RescoreReport>;
  /** Reads a site's home page, feeds, sitemaps and channels, and says what each would bring a day. Nothing is stored. @param signal ends the waits for the host @throws CommandError (usage), NewshawkError */
  discoverSources(target: string, signal: AbortSignal): Promise<SourceProposals>;
  /** Reads a site's lists and some of its articles, and says what a scraper for it would say. Nothing is stored. @throws CommandError (usage, nothing found, refused), NewshawkError */
  studySite(target: string, request: StudyRequest & { readonly signal: AbortSignal }): Promise<SiteStudy>;
  /** Asks search engines for sites of a topic. @throws CommandError (configuration, store), NewshawkError (store) */
  discoverSeeds(request: Omit<SeedRequest, 'topic'> & { readonly topic: string }): Promise<SeedReport>;
  /** What these topics would do to the stored articles, beside those that there are. Nothing but the texts of their examples is stored. @throws CommandError (configuration, store) */
  forecastTopics(added: readonly Topic[]): Promise<TopicForecast>;
  /** How many stored articles were judged by topics that have changed since. @throws CommandError (configuration, store) */
  countOutdatedArticles(): Promise<number>;
}

/** Reads snapshots by the scrapers as they are on disk, without network access. */
export interface ReplayReader extends Reader, AsyncDisposable {
  /** The files of all scrapers. @throws CommandError (configuration) */
  files(): Promise<readonly string[]>;
  /** Loads scrapers again: later readings use these. @param files default: all @throws NewshawkError misconfigured, with all mistakes */
  load(files?: readonly string[]): Promise<LoadedScrapers>;
}

/** One pass over sites. */
export interface RunRules {
  /** Pages after which the crawl ends; null: no limit. */
  readonly limit: number | null;
  /** Links away from a source, at most; null: as each source says. */
  readonly depth: number | null;
  /** Absent: the whole site. */
  readonly scope?: CrawlScope | undefined;
  /** Null: as the configuration says. */
  readonly concurrency: number | 'auto' | null;
  readonly timeLimitMs: number | null;
  /** Failures after which the crawl ends with exit code 12; null: no limit. */
  readonly failureLimit: number | null;
  /** Continue an interrupted run, without polling its sources again. */
  readonly resume: boolean;
  /** Id of the run to continue; null or absent: the newest one. */
  readonly run?: string | null;
  /** When it aborts, the crawl drains, saves and ends. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CrawlProgress) => void;
  /** Called once, when the run is in the store. */
  readonly onRun?: (id: string) => void;
  /** Scrapers' hosts, or URLs; empty: all scrapers. */
  readonly targets: readonly string[];
  /** Only pages of this topic are published; null: of any topic. */
  readonly topic: string | null;
}

/** A run that has no end by itself. */
export interface EndlessRun {
  /** Null: as the configuration says. */
  readonly concurrency: number | 'auto' | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CrawlProgress) => void;
}

export interface ReadPageRequest {
  readonly url: string;
  /** The page's HTML; null: the page is fetched. */
  readonly html: string | null;
  readonly fetchedAt: Date | null;
  readonly render: RenderMode;
  /** Adds a line to the trace for each block of the page. */
  readonly explain: boolean;
}

/** One page that was read outside of a crawl. */
export interface ReadPageResult {
  readonly snapshot: Snapshot;
  readonly reading: Reading;
}

export interface ReadMediaRequest {
  readonly url: string;
  readonly render: RenderMode;
  /** Takes a screenshot at each step while the page plays. */
  readonly explain: boolean;
}

export interface MediaReading {
  /** After redirects. */
  readonly url: string;
  /** Best first. */
  readonly media: readonly MediaItem[];
  /** Why `media` is empty; null where it is not. */
  readonly noMedia: NoMediaReason | null;
  /** Null where nothing was played. */
  readonly trace: MediaTrace | null;
  readonly route: MediaRoute;
}

export interface CaptureRequest {
  readonly url: string;
  /** An empty folder; each track becomes a file in it. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly timeLimitMs: number;
  /** When it aborts, the recording ends and what there is counts. */
  readonly signal: AbortSignal;
}

export interface CapturedTrack {
  readonly file: string;
  /** With codecs, as the page declared it to the browser; empty where it did not. */
  readonly mimeType: string;
  readonly bytes: number;
}

export interface MediaCapture {
  readonly tracks: readonly CapturedTrack[];
  /** `silence`: the page fed no more data. */
  readonly endedBy: 'end' | 'silence' | 'bytes' | 'time' | 'stopped';
}

/** How a download tool sends requests with the identity that found the medium. */
export interface MediaRoute {
  readonly userAgent: string;
  /** Local address of the egress guard: a proxy that enforces the network policy and uses the identity's proxy. */
  readonly guardUrl: string;
}

export interface StoredReplay extends Replay {
  /** Null where the page still fails: nothing was stored. */
  readonly stored: { readonly outcome: VisitOutcome; readonly article: CommitResult['article'] } | null;
}

export interface Replay {
  readonly failure: Failure;
  readonly snapshot: Snapshot;
  readonly reading: Reading;
  readonly elapsedMs: number;
}
