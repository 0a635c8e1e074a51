import { z } from 'zod';
import type { Task } from '../crawl/task.ts';
import type { MediaItem } from '../media/media-item.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';

/** `api`: the requests that the page's scripts would send for its article, without a browser (docs/page-api.md). */
export const fetchWaySchema = z.enum(['static', 'browser', 'api']);
export type FetchWay = z.infer<typeof fetchWaySchema>;

/** Who sends a request: one browser context or cookie jar, bound to one proxy. */
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
  /** 0 without an answer. */
  readonly status: number;
  readonly mimeType: string;
  /** Request headers as sent, lower-case names; only kept for media-like requests. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly failure: string | null;
  /** Target of its redirect, which is an entry too; absent without a redirect. */
  readonly redirectedTo?: string;
}

export interface Page {
  readonly task: Task;
  readonly via: FetchWay;
  readonly finalUrl: CanonicalUrl;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text, or the serialised DOM (fetch/in-page/serializer.ts: `data-v="0"` marks invisible elements, `data-g` gives text positions). */
  readonly html: string;
  readonly fetchedAt: Date;
  /** Time from request to finished content. */
  readonly elapsedMs: number;
  /** Bytes received for this page, sub-resources included, as compressed on the wire. */
  readonly bytes: number;
  readonly identity: Identity;
  readonly network: readonly NetworkEntry[];
  readonly console: readonly string[];
  /** Of a fetch without a browser, for a failure; absent: the open page has them. */
  readonly requests?: readonly RequestRecord[];
  /** What ended the wait. */
  readonly settledBy: 'static' | 'quiet' | 'selector' | 'cap';
  /** WHATWG name of the encoding in which the body was decoded. Null: a browser decoded it, or it is unknown. */
  readonly encoding: string | null;
}

export interface ResolvedPage {
  readonly page: Page;
  readonly media: readonly MediaItem[];
  /** Why there is no media item; null where there is one. */
  readonly noMedia: NoMediaReason | null;
  /** Addresses of pages that play this page's medium, where this page does not. */
  readonly playLinks: readonly string[];
  /** Null: the page was not played. */
  readonly trace: MediaTrace | null;
}

/** Trace of the search for a page's media, for a person who studies it. */
export interface MediaTrace {
  readonly steps: readonly {
    readonly atMs: number;
    readonly what: string;
    /** JPEG; null: not requested, or the page did not answer. */
    readonly screenshot: Uint8Array | null;
  }[];
  /** `sure`, `likely`, `capture`, …, or an error message. */
  readonly endedBy: string;
  /** All candidates before manifests and servers were read; best first. */
  readonly candidates: readonly MediaItem[];
}

export const noMediaReasonSchema = z.enum([
  'not-video-page',
  'not-play-page',
  'no-media',
  'drm-only',
  'login-required',
  'bot-wall',
  'domain-not-allowed',
  'no-resolver',
]);
export type NoMediaReason = z.infer<typeof noMediaReasonSchema>;

/** One request of a page with its answer, for the network log of a failure. Bodies are not kept. */
export interface RequestRecord {
  readonly url: string;
  readonly method: string;
  /** Chromium's resource type; `document` for a fetch without a browser. */
  readonly type: string;
  /** Since the visit's first request, ms. */
  readonly atMs: number;
  /** Null: no end was seen. */
  readonly elapsedMs: number | null;
  /** 0 without an answer. */
  readonly status: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** Of the answer's body, compressed; null: unknown. */
  readonly bytes: number | null;
  readonly failure: string | null;
  /** Null: it was not redirected. */
  readonly redirectedTo: string | null;
}
