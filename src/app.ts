import type { AppCopy } from './app-copy.ts';
import type { Reading } from './model/article/draft.ts';
import type { Failure } from './model/crawl/failure.ts';
import type { Site } from './model/crawl/site.ts';
import type { RenderMode } from './model/crawl/task.ts';
import type { VisitOutcome } from './model/crawl/visit.ts';
import type { MediaItem } from './model/media/media-item.ts';
import type { StoredMedia } from './model/media/stored-media.ts';
import type { MediaTrace, NoMediaReason } from './model/page/page.ts';
import type { Snapshot } from './model/page/snapshot.ts';
import type { KnownTopic, Topic, TopicText } from './model/topic/topic.ts';
import type { CrawlProgress, CrawlReport } from './pipeline/run/report.ts';
import type { Explanation } from './pipeline/single/explain.ts';
import type { RescoreOptions } from './pipeline/topics/rescore.ts';
import type { RescoreReport } from './pipeline/topics/rescore-tally.ts';
import type { Clock, Log, Reader } from './ports.ts';
import type { BrowsersConfig } from './settings/browsers.ts';
import type { Config, ConfigOrigins } from './settings/config.ts';
import type { CommitResult, Store } from './storage/port.ts';
import type { StoryIndex } from './storage/story-index.ts';

/** What a command may ask for. Made by main.ts only; every part is opened at first use and closed with the app. */
export interface App extends AsyncDisposable {
  readonly config: Config;
  readonly origins: ConfigOrigins;
  readonly log: Log;
  readonly clock: Clock;
  /** Null: it can't be opened elsewhere. */
  readonly copy: AppCopy | null;
  /** All scrapers, checked. @throws CommandError (configuration) */
  sites(): Promise<readonly Site[]>;
  /** browsers.config.ts, or the defaults without it. @throws CommandError (configuration) */
  browsersConfig(): Promise<BrowsersConfig>;
  /** Asks every proxy for a sign of life, without its credentials in the answer; `silence` is null where it answers. @throws CommandError (configuration) */
  checkProxies(): Promise<readonly { readonly proxy: string; readonly silence: string | null }[]>;
  /** Of the topics file and the store, with the texts of their examples as far as they were read. @throws CommandError (configuration, store) */
  topics(): Promise<readonly Topic[]>;
  knownTopics(): Promise<readonly KnownTopic[]>;
  /** @throws CommandError (configuration) */
  topicsOfFile(): Promise<readonly Topic[]>;
  /** @throws CommandError (store) */
  store(): Promise<Store>;
  /** The newest articles: what topics with examples are grown from. @throws CommandError (store) */
  streamSample(): Promise<readonly TopicText[]>;
  /** The worker threads that parse and extract: `extract --batch` feeds them itself. @throws CommandError (configuration) */
  reader(): Promise<Reader>;
  /** An index of stories of its own, empty, gone when it is closed: `dedupe --batch`. @throws NewshawkError (store) */
  openStoryIndex(): Promise<StoryIndex>;
  crawl(options: CrawlOptions): Promise<CrawlReport>;
  watch(options: WatchOptions): Promise<CrawlReport>;
  /** One page, outside of any crawl: nothing is stored. @throws NewshawkError, CommandError */
  readPage(request: ReadRequest): Promise<ReadPageResult>;
  readMedia(request: MediaRequest): Promise<MediaReading>;
  /** A stored medium with an address that is good again; nothing is stored. Null: its page has it no more. @throws NewshawkError, CommandError */
  refreshMedia(item: StoredMedia): Promise<MediaItem | null>;
  /** How a tool asks for what was found on this page. */
  mediaRoute(pageUrl: string): Promise<MediaRoute>;
  /** Records what a page hands to MediaSource while it plays. @throws NewshawkError, CommandError */
  captureMedia(request: CaptureRequest): Promise<MediaCapture>;
  /** What the store knows of an address, a source id or the host of a scraper; null: nothing. `visits`: how many of the last ones. */
  explain(target: string, visits: number): Promise<Explanation | null>;
  /** Today's rules on a stored snapshot, offline. @throws CommandError where the failure or its snapshot is not in the store */
  replay(failureId: string): Promise<Replay>;
  /** The same, and stores what stands now: the failure is mended. @throws CommandError as `replay`, and where the page was stored later, or is being fetched */
  storeReplay(failureId: string): Promise<StoredReplay>;
  /** Judges stored articles by today's topics. @throws CommandError (configuration, store) */
  rescore(options: Omit<RescoreOptions, 'sites'>): Promise<RescoreReport>;
  /** How many stored articles other topics have judged than those of today. @throws CommandError (configuration, store) */
  countOutdatedArticles(): Promise<number>;
}

export interface CrawlOptions {
  /** Hosts of scrapers, or URLs; empty: all scrapers. */
  readonly targets: readonly string[];
  /** End after so many pages; null: no limit. */
  readonly limit: number | null;
  readonly depth: number | null;
  /** Null: as the configuration says. */
  readonly concurrency: number | 'auto' | null;
  readonly timeLimitMs: number | null;
  /** End with exit code 12 after so many failures. */
  readonly failureLimit: number | null;
  /** Only pages of this topic are published. */
  readonly topic: string | null;
  /** Go on with the newest run that was cut off: its sources are not polled again. */
  readonly resume: boolean;
  /** Aborted: drain, save, end. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CrawlProgress) => void;
}

export interface WatchOptions {
  readonly targets: readonly string[];
  /** Null: as the configuration says. */
  readonly concurrency: number | 'auto' | null;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: CrawlProgress) => void;
}

export interface ReadRequest {
  readonly url: string;
  /** Given: nothing is fetched. */
  readonly html: string | null;
  readonly fetchedAt: Date | null;
  readonly render: RenderMode;
  /** A line of the trace for each block of the page. */
  readonly explain: boolean;
}

export interface ReadPageResult {
  readonly snapshot: Snapshot;
  readonly reading: Reading;
}

export interface MediaRequest {
  readonly url: string;
  readonly render: RenderMode;
  /** A picture at each step of the play. */
  readonly explain: boolean;
}

export interface MediaReading {
  /** After redirects. */
  readonly url: string;
  /** Best first. */
  readonly media: readonly MediaItem[];
  /** Why there is none; null where there is. */
  readonly noMedia: NoMediaReason | null;
  /** Null: nothing was played. */
  readonly trace: MediaTrace | null;
  readonly route: MediaRoute;
}

export interface CaptureRequest {
  readonly url: string;
  /** An empty one: it gets a file for each track. */
  readonly folder: string;
  readonly maxBytes: number;
  readonly timeLimitMs: number;
  /** Aborted: what there is by then is what was recorded. */
  readonly signal: AbortSignal;
}

export interface CapturedTrack {
  readonly file: string;
  /** As the page has told the browser, codecs and all; empty: it did not. */
  readonly mimeType: string;
  readonly bytes: number;
}

export interface MediaCapture {
  readonly tracks: readonly CapturedTrack[];
  /** `silence`: nothing more came. */
  readonly endedBy: 'end' | 'silence' | 'bytes' | 'time' | 'stopped';
}

/** How a tool that takes over asks as who found the medium. */
export interface MediaRoute {
  readonly userAgent: string;
  /** Local address of the egress guard: a proxy that keeps the network policy and the identity's way out. */
  readonly guardUrl: string;
}

export interface StoredReplay extends Replay {
  /** Null: it still fails, and nothing was stored. */
  readonly stored: { readonly outcome: VisitOutcome; readonly article: CommitResult['article'] } | null;
}

export interface Replay {
  readonly failure: Failure;
  readonly snapshot: Snapshot;
  readonly reading: Reading;
  readonly elapsedMs: number;
}
