import type { Reading } from './model/article/draft.ts';
import type { BrowserHealth } from './model/crawl/browser-health.ts';
import type { LoadSample } from './model/crawl/load.ts';
import type { Task } from './model/crawl/task.ts';
import type { MediaItem } from './model/media/media-item.ts';
import type { Sighting } from './model/media/media-sighting.ts';
import type { Identity, NetworkEntry, Page } from './model/page/page.ts';
import type { PageStep, StepTaken } from './model/page/page-step.ts';
import type { Snapshot } from './model/page/snapshot.ts';
import type { LinearWeights } from './model/topic/linear-weights.ts';
import type { GrownPack } from './model/topic/topic.ts';
import type { CanonicalUrl } from './model/web/canonical-url.ts';
import type { Exchange, SocketTraffic } from './model/web/exchange.ts';
import type { ListReading, ListText } from './model/web/list-reading.ts';

/** The time: an argument everywhere, so that a test or a simulation brings its own. */
export interface Clock {
  /** The calendar's time, for what is stored or shown. It may be set back or forward while a process runs. */
  now(): Date;
  /** Milliseconds that only grow, since any moment: for every pause and time limit inside a process. */
  monotonicMs(): number;
}

/** Uniform in [0, 1). */
export type Random = () => number;

export type LogFields = Readonly<Record<string, unknown>>;

/** One line an outcome: an event's name from a fixed vocabulary (`page.stored`, `source.polled`), then fields. Never stores, never exits. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** An identity with the way out that it uses; made by the identity list only. */
export interface IdentityRoute extends Identity {
  /** Local address of the egress guard for this identity: all its traffic goes through there. */
  readonly guardUrl: string;
  readonly userAgent: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly viewport: Viewport;
}

export interface Viewport {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** `timed-out`: by the site, as far as one can tell. */
export type VisitResult = 'ok' | 'blocked' | 'timed-out' | 'proxy-failed';

/** Picks who asks: the same identity for a site as long as that is well. */
export interface Identities {
  /** By which hosts are asked; null: the direct way. */
  readonly proxies: readonly (string | null)[];
  /** @param rests whether the site is not to be asked by this identity now: then another one is better, if there is one */
  pick(site: string, rests?: (identity: Identity) => boolean): Promise<IdentityRoute>;
  /** Blocked there means rest there. */
  report(identity: Identity, site: string, result: VisitResult): void;
}

/** Whose turn it is at which host: every document's request asks here before it leaves. What a page asks for by itself does not. */
export interface Turns {
  /** Resolves when the host of this address may be asked, and takes nothing: to wait where nothing is held up. @throws TurnsEnded */
  free(url: string): Promise<void>;
  /** Waits for the turn and takes it: the request leaves right after. The wait counts against no time limit. @throws TurnsEnded */
  take(url: string): Promise<void>;
  /** A request left without asking: a browser followed a redirect. */
  note(url: string): void;
  /** The answer to the last request begins to come. */
  answered(url: string): void;
}

export interface HttpRequest {
  readonly url: string;
  readonly identity: IdentityRoute;
  readonly method?: 'GET' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** More than this many bytes after decompression end the request as `too-large`. */
  readonly maxBytes: number;
  /** So many bytes are enough: the rest is not waited for, and `maxBytes` does not count. */
  readonly enoughBytes?: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Each hop takes its turn; default: it is no document, and waits for nobody. */
  readonly turns?: Turns | undefined;
}

export interface HttpResponse {
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Uint8Array;
  /** As sent, compressed. */
  readonly wireBytes: number;
  readonly elapsedMs: number;
}

/** Plain HTTP with a browser's manners, through the identity's proxy and the egress guard. */
export interface HttpClient extends AsyncDisposable {
  /** Follows redirects (at most 10). @throws NewshawkError unreachable, timed-out, too-large, proxy, misconfigured (refused by the network policy) */
  fetch(request: HttpRequest): Promise<HttpResponse>;
}

export interface RenderPlan {
  readonly url: string;
  readonly identity: IdentityRoute;
  /** The scraper's own sign that the content is there; null: wait for quiet. */
  readonly waitFor: string | null;
  readonly steps: readonly PageStep[];
  /** Default: it waits for nobody. */
  readonly turns?: Turns | undefined;
  /** Hard limit for all of it, ms. */
  readonly timeoutMs: number;
}

/** What a browser made of a page, with the page still open. Closing is the opener's duty (`await using`). */
export interface LivePage extends AsyncDisposable {
  readonly finalUrl: CanonicalUrl;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The serialised DOM: open shadow roots, same-origin frames, `data-v="0"` on what is not shown, `data-g` with where texts stand. */
  readonly html: string;
  readonly settledBy: Page['settledBy'];
  readonly steps: readonly StepTaken[];
  readonly elapsedMs: number;
  /** All that was asked for so far. */
  network(): readonly NetworkEntry[];
  console(): readonly string[];
  bytes(): number;
  /** Evaluates an expression in the page's main frame and returns its JSON-like value. @throws NewshawkError timed-out */
  evaluate<T>(expression: string, timeoutMs: number): Promise<T>;
  /** The DOM as it is now, as `html`, with `data-r="x,y,width,height"` (CSS px of the page) on the elements of the body; null when the renderer does not answer in time. */
  htmlWithRectangles(): Promise<string | null>;
  /** The visible part, JPEG; null when the renderer does not answer in time. */
  screenshot(): Promise<Uint8Array | null>;
}

export interface PlayerPlan {
  readonly url: string;
  /** Sent with the document's request; undefined: none. */
  readonly referer?: string;
  readonly identity: IdentityRoute;
  /** Runs before the page's own scripts, in every frame. */
  readonly script: string;
  /** As in RenderPlan. */
  readonly turns?: Turns | undefined;
  /** Hard limit for all of it, ms. */
  readonly timeoutMs: number;
}

/** An answer of one frame of a page; `frame` is its number for `click`. */
export interface InFrame<T> {
  readonly frame: number;
  readonly url: string;
  readonly value: T;
}

/** A page that is open to be played: in a context of its own, which goes with it, service workers, pop-ups and all. */
export interface PlayerPage extends AsyncDisposable {
  /** Of the document; 0 before its answer. */
  readonly status: number;
  url(): string;
  exchanges(): readonly Exchange[];
  sockets(): readonly SocketTraffic[];
  /** Asks every frame; one that does not answer in time is left out. */
  inFrames<T>(expression: string, timeoutMs: number): Promise<readonly InFrame<T>[]>;
  /** A trusted click, at CSS px from the frame's upper left corner. False: the frame is gone, or not to be seen. */
  click(frame: number, x: number, y: number): Promise<boolean>;
  wheel(deltaY: number): Promise<void>;
  /** Answers a consent dialog. @returns whether there was one */
  consent(): Promise<boolean>;
  /** To the document before, after a click that left it. */
  back(): Promise<void>;
  /** Patterns of addresses that the page is not given any more. */
  block(patterns: readonly string[]): Promise<void>;
  /** The visible part, JPEG; null when the renderer does not answer in time. */
  screenshot(): Promise<Uint8Array | null>;
}

export interface BrowserPool extends AsyncDisposable {
  /** Loads, settles, takes the steps, serialises. @throws NewshawkError unreachable, blocked, timed-out, too-large, browser-crashed, no-browser (at once, while a start is tried again), proxy */
  open(plan: RenderPlan): Promise<LivePage>;
  /** Loads up to DOMContentLoaded, to be played. @throws NewshawkError as `open` */
  openPlayer(plan: PlayerPlan): Promise<PlayerPage>;
  readonly health: BrowserHealth;
  readonly stats: { readonly pages: number; readonly contexts: number; readonly launches: number };
}

/** Media seen in a page's markup: pure, found in a worker thread. */
export interface MediaFinding {
  readonly isVideoPage: boolean;
  readonly items: readonly MediaItem[];
  readonly sightings: readonly Sighting[];
  /** The page's; '' without. */
  readonly pageTitle: string;
  /** A script of the page plays: what the markup names may not be it. */
  readonly isScripted: boolean;
}

/** Filter lists of advertisements. */
export interface AdLists {
  /** Whether a list names the address as an advertisement's, for a page. */
  isAd(url: string, pageUrl: string): boolean;
  /** Files that were read. */
  readonly files: readonly string[];
}

/** A text that was put together, and what is wanted of it. */
export interface WholeText extends Required<Pick<ReadOptions, 'terms' | 'grown' | 'categories'>> {
  readonly title: string;
  readonly body: string;
  readonly headings: readonly string[];
  readonly lang: string | null;
  /** The page's own keywords and description. */
  readonly meta: readonly string[];
  readonly section: string | null;
  readonly url: string;
}

/** What tells an article's category. Its arrays are in shared memory: it is handed to threads for nothing. */
export interface CategoryModel {
  /** Null: the section that the page names, its address and its words. */
  readonly model: LinearWeights | null;
}

export interface ReadOptions {
  /** A draft of whatever is there, also where the page is no article. */
  readonly draftAlways?: boolean;
  /** A line of the trace for each block. */
  readonly explain?: boolean;
  /** Terms whose weights are wanted; default: none. */
  readonly terms?: readonly string[];
  /** Without it no category is looked for. */
  readonly categories?: CategoryModel;
  /** Topics whose scores are wanted; default: none. */
  readonly grown?: GrownPack | null;
}

/** What a text as a whole gives, however it was read. */
export type Weighing = Pick<Reading, 'fingerprint' | 'terms' | 'grown' | 'category'>;

/** The pure, CPU-heavy stages, in worker threads. */
export interface Reader extends AsyncDisposable {
  /**
   * Links, draft, fingerprint, terms: all from one parse.
   * @throws NewshawkError misconfigured (a scraper throws), too-large, timed-out, bug
   */
  read(snapshot: Snapshot, options?: ReadOptions): Promise<Reading>;
  findMedia(page: {
    readonly html: string;
    readonly finalUrl: string;
    readonly network: readonly NetworkEntry[];
  }): Promise<MediaFinding>;
  /** Fingerprint, terms, scores of grown topics and category of a text that was put together of several readings. @throws NewshawkError timed-out, bug */
  weigh(text: WholeText): Promise<Weighing>;
  /** @throws NewshawkError layout-changed (it is no such list), timed-out, bug */
  readList(list: ListText): Promise<ListReading>;
}

/** robots.txt, cached for a day a host. */
export interface Robots {
  /** Asks as the identity that will ask for the page. @returns whether the address may be fetched, and the delay that the host asks for (ms, null: none) */
  check(
    task: Pick<Task, 'url' | 'asWritten' | 'site'>,
    identity: IdentityRoute,
    turns?: Turns | undefined,
  ): Promise<{ readonly allowed: boolean; readonly crawlDelayMs: number | null }>;
  /** The sitemaps that the robots.txt of this address' origin names, as it writes them; none where it does not answer. */
  sitemaps(url: string, identity: IdentityRoute, turns?: Turns | undefined): Promise<readonly string[]>;
}

/** What machine and process are doing. */
export interface LoadSampler extends Disposable {
  /** Cores that we may use: the machine's, or the container's quota (may be less than one). */
  readonly cores: number;
  /** Since the last call, or since it was opened. Takes less than a millisecond, now and then some. */
  sample(): LoadSample;
}
