import type { Draft, Reading, Weighing } from './model/article/draft.ts';
import type { LoadSample } from './model/crawl/load.ts';
import type { ProxyUse } from './model/crawl/proxy.ts';
import type { MediaItem } from './model/media/media-item.ts';
import type { AboutMedium, Sighting } from './model/media/media-sighting.ts';
import type { PlayLinks } from './model/media/play-links.ts';
import type { ListApiSample } from './model/page/list-api.ts';
import type { Identity, NetworkEntry, Page } from './model/page/page.ts';
import type { ApiSample, PageAnswers } from './model/page/page-api.ts';
import type { Snapshot } from './model/page/snapshot.ts';
import type { CategoryModel } from './model/topic/linear-weights.ts';
import type { GrownPack } from './model/topic/topic.ts';
import type { CanonicalUrl, WebAddress } from './model/web/canonical-url.ts';
import type { Link } from './model/web/link.ts';
import type { ListReading, ListText } from './model/web/list-reading.ts';
import type { Correction } from './model/wrapper/correction.ts';
import type { PageBlocks } from './model/wrapper/page-blocks.ts';
import type { DataPageToLearn, PageProfile } from './model/wrapper/page-profile.ts';
import type { JudgedWrapper } from './model/wrapper/wrapper-verdict.ts';

/** Time is an argument everywhere, so that tests and simulations pass their own. */
export interface Clock {
  /** Wall-clock time, for what is stored or shown. It may be set back or forward while a process runs. */
  now(): Date;
  /** Milliseconds since an arbitrary moment, never decreasing: for every pause and time limit inside a process. */
  monotonicMs(): number;
}

/** The waits of a run, apart from the time limits of requests. A simulation passes its own with its clock. */
export interface Timers {
  /** Resolves after this time, ms. Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `look` each time this many ms have passed. @returns what ends it */
  every(ms: number, look: () => void): () => void;
}

/** Uniform in [0, 1). */
export type Random = () => number;

export type LogFields = Readonly<Record<string, unknown>>;

/** One line per outcome: an event's name from a fixed vocabulary (`page.stored`, `source.polled`), then fields. Never stores, never exits. */
export interface Log {
  debug(event: string, fields?: LogFields): void;
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** An identity with its egress. Only the identity list makes it. */
export interface IdentityRoute extends Identity {
  /** Local address of the egress guard for this identity, which all its traffic goes through. */
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

/** `timed-out`: the site did not answer in time, as far as is known. */
export type IdentityReport = 'ok' | 'blocked' | 'timed-out' | 'proxy-failed';

/** Picks the identity for each request: a site keeps its identity while that one works. */
export interface Identities {
  /** All proxies in use; null: a direct connection. */
  readonly proxies: readonly (string | null)[];
  /** @throws NewshawkError no-proxy where there is no proxy that may be used and no direct connection is allowed @param rests whether this identity pauses for the site now; another one is preferred then */
  pick(site: string, rests?: (identity: Identity) => boolean): Promise<IdentityRoute>;
  /** A blocked identity pauses for that site. */
  report(identity: Identity, site: string, result: IdentityReport): void;
  /** Adds the bytes of a visit to those of its proxy. */
  countBytes(identity: Identity, site: string, bytes: number): void;
  /** What each proxy did for each site today and yesterday (UTC), as counted by this process. */
  uses(): readonly ProxyUse[];
  /** From now on these listed proxies are used beside the configured ones. Visits in progress keep their identity. */
  useProxies(round: ProxyRound): Promise<void>;
}

/** The listed proxies of a round. */
export interface ProxyRound {
  /** Another number chooses anew for each site. */
  readonly number: number;
  /** With credentials. */
  readonly proxies: readonly string[];
  /** What proxies did on the last days, by all processes: the choice is weighted by it. */
  readonly uses: readonly ProxyUse[];
}

/** Politeness: each host grants turns. Every request for a document takes one before it is sent; a page's own sub-requests do not. */
export interface Turns {
  /** Resolves when the host of this address has a free turn, without taking it: callers wait here while they hold no resources. @throws TurnsEnded */
  free(url: string): Promise<void>;
  /** Waits for a turn and takes it; the request is sent right after. No time limit includes the wait. @throws TurnsEnded */
  take(url: string): Promise<void>;
  /** Records a request that took no turn: a browser followed a redirect. */
  note(url: string): void;
  /** Records that the response to the last request begins to arrive. */
  answered(url: string): void;
}

export interface HttpRequest {
  readonly url: string;
  readonly identity: IdentityRoute;
  /** Default GET. A redirect (301, 302, 303) makes a POST a GET without a body, as in browsers; 307 and 308 repeat it. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. */
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** What would send it in a browser, which its headers show. Default: navigation. */
  readonly as?: 'navigation' | 'fetch' | 'script';
  /** After decompression; more end the request as `too-large`. */
  readonly maxBytes: number;
  /** Ends the request after this many bytes, successfully; `maxBytes` does not apply. */
  readonly enoughBytes?: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Each redirect hop takes a turn; default: the request is not for a document and takes none. */
  readonly turns?: Turns | undefined;
}

export interface HttpResponse {
  /** As `Page.requests`. */
  readonly requests?: Page['requests'];
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

/** A plain HTTP client with a browser's headers, through the identity's proxy and the egress guard. */
export interface HttpClient extends AsyncDisposable {
  /** Follows redirects (at most 10). @throws NewshawkError unreachable, timed-out, too-large, proxy, misconfigured (refused by the network policy) */
  fetch(request: HttpRequest): Promise<HttpResponse>;
}

/** Media in a page's markup. Computed by a pure function in a worker thread. */
export interface MediaFinding {
  readonly isVideoPage: boolean;
  readonly items: readonly MediaItem[];
  readonly sightings: readonly Sighting[];
  /** Empty where the page has no title, or says nowhere that it is about a medium. */
  readonly pageTitle: string;
  /** What the page's structured data say of its only medium, whose address they may leave out; null or absent: nothing, or of several. */
  readonly about?: AboutMedium | null;
  /** Whether a script runs the player: the media in the markup may be others. */
  readonly isScripted: boolean;
  /** Links to the pages that play its media, where they play elsewhere. */
  readonly playLinks: PlayLinks;
  /** Addresses of frames that may hold a player; absent: there are none. */
  readonly frames?: readonly string[];
}

/** Filter lists that recognise advertisements. */
export interface AdLists {
  /** Whether a list classifies the address as an advertisement on this page. */
  isAd(url: string, pageUrl: string): boolean;
  /** The list files in use. */
  readonly files: readonly string[];
}

/** A text that was joined from several pages, and what to compute for it. */
export interface WholeText {
  readonly terms: readonly string[];
  readonly grown: GrownPack | null;
  readonly categories: CategoryModel;
  readonly title: string;
  readonly body: string;
  readonly headings: readonly string[];
  readonly lang: string | null;
  /** The page's own keywords and description. */
  readonly meta: readonly string[];
  readonly section: string | null;
  readonly url: string;
}

export interface ReadOptions {
  /** Makes a draft even where the page is not an article. */
  readonly draftAlways?: boolean;
  /** Adds a line to the trace for each block. */
  readonly explain?: boolean;
  /** Says where headline and text stand also by the positions that a stored page has of its texts. Default: only by those of an open page. */
  readonly places?: boolean;
  /** Terms to weigh; default: none. */
  readonly terms?: readonly string[];
  /** Predicts the category with this model; default: no category. */
  readonly categories?: CategoryModel;
  /** Topics to score; default: none. */
  readonly grown?: GrownPack | null;
  /** What is learned of the page's site; default: nothing. */
  readonly learned?: WrapperText | null;
}

/** A learned wrapper as JSON: threads parse it once. Its key differs for different contents. */
export interface WrapperText {
  readonly key: string;
  readonly json: string;
}

/** A page to learn from. */
export interface PageToProfile {
  readonly id: string;
  readonly snapshot: Snapshot;
  /** What is right about the page; null: nobody has looked at it. */
  readonly correction: Correction | null;
  readonly hasAddress: boolean;
}

/** A page that a person corrects. */
export interface PageToCorrect {
  readonly snapshot: Snapshot;
  /** What is right about the page; null: nobody has looked at it. */
  readonly correction: Correction | null;
  readonly learned: WrapperText | null;
}

/** A site to learn. */
export interface SiteToLearn {
  readonly site: string;
  readonly profiles: readonly PageProfile[];
  /** The wrapper in use; null: none. */
  readonly live: WrapperText | null;
  readonly dataPages: readonly DataPageToLearn[];
}

/** A rendered article with the answers to its page's scripts. */
export interface AnsweredPage {
  readonly url: string;
  readonly takenAt: Date;
  readonly draft: Draft;
  readonly media: readonly MediaItem[];
  readonly answers: PageAnswers;
}

/** A rendered list with what its scripts were answered. */
export interface AnsweredList {
  readonly url: CanonicalUrl;
  readonly takenAt: Date;
  /** Of its content, in the order of the page. */
  readonly links: readonly Link[];
  readonly answers: PageAnswers;
}

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
  /** Fingerprint, terms, scores of grown topics and category of a text that was joined from several readings. @throws NewshawkError timed-out, bug */
  weigh(text: WholeText): Promise<Weighing>;
  /** What a rendered page's answers say of the API behind it; null: none has its text. @throws NewshawkError timed-out, bug */
  sampleAnswers(page: AnsweredPage): Promise<ApiSample | null>;
  /** Finds a list's links in its answers; null: they are in none. @throws NewshawkError too-large, timed-out, bug */
  sampleList(list: AnsweredList): Promise<ListApiSample | null>;
  /** What a page says about its site; null: it has no visible text. @throws NewshawkError too-large, timed-out, bug */
  profile(page: PageToProfile): Promise<PageProfile | null>;
  /** A page's visible blocks, and what extraction takes from them now. @throws NewshawkError misconfigured (a scraper throws), too-large, timed-out, bug */
  blocks(page: PageToCorrect): Promise<PageBlocks>;
  /** Learns a site's wrapper and judges it on pages held back; null: too few pages. @throws NewshawkError timed-out, bug */
  learn(site: SiteToLearn): Promise<JudgedWrapper | null>;
  /** @throws NewshawkError layout-changed (the text is not a list of that kind), timed-out, bug */
  readList(list: ListText): Promise<ListReading>;
}

/** robots.txt, cached for a day per host. */
export interface Robots {
  /** Fetches robots.txt with the identity that will fetch the page. @returns whether the address may be fetched, and the crawl delay (null: not given) */
  check(
    address: WebAddress & { readonly site: string },
    identity: IdentityRoute,
    turns?: Turns | undefined,
  ): Promise<{ readonly allowed: boolean; readonly crawlDelayMs: number | null }>;
  /** The sitemaps in the robots.txt of this origin, as written; empty where the host does not answer. */
  sitemaps(url: string, identity: IdentityRoute, turns?: Turns | undefined): Promise<readonly string[]>;
}

/** Measures the load of the machine and of this process. */
export interface LoadSampler extends Disposable {
  /** Cores that the process may use: the machine's, or the container's quota (may be below 1). */
  readonly cores: number;
  /** The load since the last call, or since it was opened. Takes less than 1 ms; every fifth call takes longer. */
  sample(): LoadSample;
}
