import type { NoMediaReason } from '../page/page.ts';
import type { MediaItem, Probe } from './media-item.ts';

/** A page as a scraper's media functions see it. */
export interface MediaPage {
  /** After redirects. */
  readonly url: string;
  /** As served, or as the browser left it. */
  readonly html: string;
  /** Whether the page looks like a video or audio page. */
  readonly isVideoPage: boolean;
  /** Media named in the page's source, best first; not probed yet. */
  readonly found: readonly MediaItem[];
}

/** `next`: absolute or relative addresses of pages that play this page's medium; the crawl follows them. */
export type PlayVerdict =
  | boolean
  | { readonly play: false; readonly reason: NoMediaReason; readonly next?: readonly string[] };

/** A medium as a resolver returns it; missing fields are read from manifest, server and address. */
export type PartialMediaItem = Pick<MediaItem, 'url'> & Partial<Omit<MediaItem, 'url'>>;

/** The argument of `media.refresh`: a stored item with the address of its page. */
export type MediaToRefresh = MediaItem & { readonly pageUrl: string };

/** A site's own media resolver (`media` of a scraper). */
export interface MediaResolver {
  /** Whether the page plays its medium itself; default: whether it looks like a video page. */
  readonly isPlayPage?: (page: MediaPage) => PlayVerdict | Promise<PlayVerdict>;
  /** The page's media, best first; `generic`: use the generic resolver. Empty: the page has no media. */
  readonly resolve: (
    page: MediaPage,
    tools: MediaTools,
  ) => readonly PartialMediaItem[] | 'generic' | Promise<readonly PartialMediaItem[] | 'generic'>;
  /** The same medium with a valid address; null: it no longer exists. Default: the page is resolved again. */
  readonly refresh?: (
    item: MediaToRefresh,
    tools: MediaTools,
  ) => PartialMediaItem | null | Promise<PartialMediaItem | null>;
}

/** Tools for a scraper's media functions. Their requests use the page's identity, proxy and network policy. */
export interface MediaTools {
  /** A request without the browser: by default a GET. @throws NewshawkError unreachable, timed-out, too-large, misconfigured (refused by the network policy) */
  fetch(url: string, options?: MediaFetchOptions): Promise<MediaAnswer>;
  /** Requests the first bytes with the item's headers; null without an answer. */
  probe(item: PartialMediaItem): Promise<Probe | null>;
  /** An HLS playlist, a DASH MPD or a Smooth Streaming manifest. @throws Error where the text is no manifest */
  parseManifest(text: string, url: string): ParsedManifest;
  /** Opens a page in the browser and records its requests. @throws NewshawkError also where no browser is available for this page */
  browser(plan?: MediaBrowserPlan): Promise<MediaBrowserFinding>;
  /** The page's media by the generic resolver. */
  generic(): Promise<readonly MediaItem[]>;
  /** The media of another site's player by the generic resolver. @param referer default: the page */
  resolveEmbed(url: string, referer?: string): Promise<readonly MediaItem[]>;
  /** Aborted at the page's time limit. */
  readonly signal: AbortSignal;
}

export interface MediaFetchOptions {
  /** Default GET; POST where there is a body. */
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Of a POST. A string is sent as `text/plain` unless `headers` have a `content-type`. */
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default 4 MB. */
  readonly maxBytes?: number;
}

export interface MediaAnswer {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The text parsed as JSON. @throws Error where it is not JSON */
  json(): unknown;
}

/** A parsed manifest. */
export interface ParsedManifest
  extends Pick<MediaItem, 'variants' | 'durationMs' | 'live' | 'dvrWindowMs' | 'protection' | 'drmSystems'> {
  readonly delivery: 'hls' | 'dash' | 'smooth';
  /** Address of the first segment; null where the manifest names none. */
  readonly firstSegment: string | null;
}

export interface MediaBrowserPlan {
  /** Default: the page. */
  readonly url?: string;
  readonly referer?: string;
  /** Plays the page as the generic resolver does; default false: its requests are only recorded. */
  readonly play?: boolean;
  /** Returns true for the request that ends the recording. */
  readonly until?: (request: MediaRequestSeen) => boolean;
  /** An expression for the page's main frame, evaluated at the end; the result is `value`. */
  readonly evaluate?: string;
  /** Default 10 s; at most the page's time limit. */
  readonly timeoutMs?: number;
}

/** A recorded request of a page. */
export interface MediaRequestSeen {
  readonly url: string;
  /** Where its redirects ended: the base of the addresses in `text`. Null: it was not redirected. */
  readonly redirectedTo: string | null;
  readonly method: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly mimeType: string;
  /** As sent, lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Text of answers that may be manifests or configurations; else null. */
  readonly text: string | null;
}

export interface MediaBrowserFinding {
  readonly url: string;
  readonly status: number;
  readonly requests: readonly MediaRequestSeen[];
  /** The media found with `play`. */
  readonly items: readonly MediaItem[];
  /** Result of `evaluate`; null without one, or where the page did not answer. */
  readonly value: unknown;
}
