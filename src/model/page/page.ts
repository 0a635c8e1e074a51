import type { Task } from '../crawl/task.ts';
import type { MediaItem } from '../media/media-item.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';

export type FetchWay = 'static' | 'browser';

/** Who asked: one browser context or cookie jar, bound to one proxy. */
export interface Identity {
  readonly id: string;
  /** The proxy without its credentials, or null for a direct connection. */
  readonly proxy: string | null;
}

export interface NetworkEntry {
  readonly url: string;
  readonly method: string;
  /** Chromium's resource type: document, script, xhr, fetch, media, … */
  readonly type: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly mimeType: string;
  /** Request headers as sent, lower-case names; only kept for media-like requests. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly failure: string | null;
}

export interface Page {
  readonly task: Task;
  readonly via: FetchWay;
  readonly finalUrl: CanonicalUrl;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text, or the serialised DOM (`data-v="0"` marks what the browser does not show, `data-g` says where texts stand: fetch/in-page/serializer.ts). */
  readonly html: string;
  readonly fetchedAt: Date;
  /** From request to finished content. */
  readonly elapsedMs: number;
  /** What came over the network for this page, sub-resources included, compressed. */
  readonly bytes: number;
  readonly identity: Identity;
  readonly network: readonly NetworkEntry[];
  readonly console: readonly string[];
  /** What ended the wait. */
  readonly settledBy: 'static' | 'quiet' | 'selector' | 'cap';
  /** WHATWG name of the encoding that the answer's bytes were read in. Null: a browser read them, or it is not known. */
  readonly encoding: string | null;
}

export interface ResolvedPage {
  readonly page: Page;
  readonly media: readonly MediaItem[];
  /** Why there is no media item; null where there is one. */
  readonly noMedia: NoMediaReason | null;
  /** Addresses of pages that play what this one is about, where this one does not. */
  readonly playLinks: readonly string[];
  /** Null: nothing was played. */
  readonly trace: MediaTrace | null;
}

/** What was done to find a page's media, for whoever looks into it. */
export interface MediaTrace {
  readonly steps: readonly {
    readonly atMs: number;
    readonly what: string;
    /** JPEG; null: none was asked for, or the page did not answer. */
    readonly screenshot: Uint8Array | null;
  }[];
  /** `sure`, `likely`, `capture`, …, or an error in words. */
  readonly endedBy: string;
  /** All that was seen, before manifests and servers were asked; best first. */
  readonly candidates: readonly MediaItem[];
}

export type NoMediaReason =
  | 'not-video-page'
  | 'not-play-page'
  | 'no-media'
  | 'drm-only'
  | 'login-required'
  | 'bot-wall'
  | 'domain-not-allowed'
  | 'no-resolver';
