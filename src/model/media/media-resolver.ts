import type { NoMediaReason } from '../page/page.ts';
import type { MediaItem, Probe } from './media-item.ts';

/** What a site's own functions see of a page. */
export interface MediaPage {
  /** After redirects. */
  readonly url: string;
  /** As served, or as the browser left it. */
  readonly html: string;
  /** Whether the page looks like one with something to watch or hear. */
  readonly isVideoPage: boolean;
  /** Media that its source names, best first; no server was asked yet. */
  readonly found: readonly MediaItem[];
}

/** `next`: addresses (relative ones too) of pages that play what this one is about; they become links of the crawl. */
export type PlayVerdict =
  | boolean
  | { readonly play: false; readonly reason: NoMediaReason; readonly next?: readonly string[] };

/** What a resolver knows of a medium; what is left out is found out: manifest, server and address are asked. */
export type PartialMediaItem = Pick<MediaItem, 'url'> & Partial<Omit<MediaItem, 'url'>>;

/** What `media.refresh` is given: an item as it was stored, and the page that it is from. */
export type MediaToRefresh = MediaItem & { readonly pageUrl: string };

/** How a site's media are found, where the generic resolver does not know it better (`media` of a scraper). */
export interface MediaResolver {
  /** Whether the page plays its medium itself; default: what looks like a video page does. */
  readonly isPlayPage?: (page: MediaPage) => PlayVerdict | Promise<PlayVerdict>;
  /** The page's media, best first; `generic`: as on any other site. Empty: there is none. */
  readonly resolve: (
    page: MediaPage,
    tools: MediaTools,
  ) => readonly PartialMediaItem[] | 'generic' | Promise<readonly PartialMediaItem[] | 'generic'>;
  /** The same medium with an address that is good again; null: there is none any more. Default: the page is resolved anew. */
  readonly refresh?: (
    item: MediaToRefresh,
    tools: MediaTools,
  ) => PartialMediaItem | null | Promise<PartialMediaItem | null>;
}

/** What a site's functions work with. All that they ask for leaves as the page's own requests do: same identity, proxy and network policy. */
export interface MediaTools {
  /** A plain GET. @throws NewshawkError unreachable, timed-out, too-large, misconfigured (refused by the network policy) */
  fetch(url: string, options?: MediaFetchOptions): Promise<MediaAnswer>;
  /** Asks for the first bytes with the item's headers; null where no answer comes. */
  probe(item: PartialMediaItem): Promise<Probe | null>;
  /** An HLS playlist, a DASH MPD or a Smooth Streaming manifest. @throws Error where the text is none */
  parseManifest(text: string, url: string): ParsedManifest;
  /** Opens a page in the browser and watches what it asks for. @throws NewshawkError also where there is no browser for this page */
  browser(plan?: MediaBrowserPlan): Promise<MediaBrowserFinding>;
  /** What the generic resolver makes of the page. */
  generic(): Promise<readonly MediaItem[]>;
  /** What the generic resolver makes of another site's player. @param referer default: the page */
  resolveEmbed(url: string, referer?: string): Promise<readonly MediaItem[]>;
  /** Aborted when the page's time is over. */
  readonly signal: AbortSignal;
}

export interface MediaFetchOptions {
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
  /** The text as JSON. @throws Error in words where it is none */
  json(): unknown;
}

/** What a manifest says of its medium. */
export interface ParsedManifest
  extends Pick<MediaItem, 'variants' | 'durationMs' | 'live' | 'dvrWindowMs' | 'protection' | 'drmSystems'> {
  readonly delivery: 'hls' | 'dash' | 'smooth';
  /** The first piece; null where the manifest names none. */
  readonly firstSegment: string | null;
}

export interface MediaBrowserPlan {
  /** Default: the page. */
  readonly url?: string;
  readonly referer?: string;
  /** Makes it play as the generic resolver does; default false: it is only watched. */
  readonly play?: boolean;
  /** Enough: what was waited for has been asked for. */
  readonly until?: (request: MediaRequestSeen) => boolean;
  /** An expression for the page's main frame, evaluated at the end; its value is `value`. */
  readonly evaluate?: string;
  /** Default 10 s; never longer than the page's time. */
  readonly timeoutMs?: number;
}

/** A request of a page that was watched. */
export interface MediaRequestSeen {
  readonly url: string;
  readonly method: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly mimeType: string;
  /** As sent, lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Of answers that may be manifests or configurations; else null. */
  readonly text: string | null;
}

export interface MediaBrowserFinding {
  readonly url: string;
  readonly status: number;
  readonly requests: readonly MediaRequestSeen[];
  /** With `play`: what was found. */
  readonly items: readonly MediaItem[];
  /** Of `evaluate`; null without one, or where the page did not answer. */
  readonly value: unknown;
}
