import type { Frame, Page, Request, Response } from 'playwright-core';
import type { NetworkEntry } from '../../../model/page/page.ts';

/** Requests recorded per page; further ones are ignored. */
const maxEntries = 3_000;
/** Resource types that a page's content may come from. */
const contentTypes = new Set(['xhr', 'fetch', 'script']);
const mediaLike = /\.(m3u8|mpd|mp4|m4[sva]|webm|flv|ts|mp3|aac|mov|mkv)(\?|$)|\/(playlist|manifest|master)\b/i;
const mediaTypes = /^(video|audio)\/|mpegurl|dash\+xml/i;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Records a page's requests, and which of them are in flight. */
export class NetworkLog {
  /** The last response to a navigation of the main frame. */
  main: Response | null = null;
  /** URL of the main frame's last document request, after redirects. */
  navigatingTo: string | null = null;
  readonly #page: Page;
  readonly #entries = new Map<Request, Mutable<NetworkEntry>>();
  readonly #inFlight = new Set<Request>();
  #started = 0;
  /** Called when no request is in flight. */
  #idleListeners: (() => void)[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => this.#begin(request));
    page.on('response', (response) => this.#recordResponse(response));
    page.on('requestfinished', (request) => this.#end(request, null));
    page.on('requestfailed', (request) => this.#end(request, request.failure()?.errorText ?? 'failed'));
  }

  entries(): readonly NetworkEntry[] {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }

  /** Scripts, XHRs and fetches that the page has begun so far. A page is quiet only while this does not grow. */
  get started(): number {
    return this.#started;
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0;
  }

  /** Resolves when no script, XHR or fetch of the page is in flight, or after the limit. */
  async whenIdle(limitMs: number): Promise<void> {
    if (this.isIdle || limitMs <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      this.#idleListeners.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #begin(request: Request): void {
    const type = request.resourceType();
    if (isMainDocument(request, this.#page) && /^https?:/.test(request.url())) this.navigatingTo = request.url();
    const from = request.redirectedFrom();
    const hop = from === null ? undefined : this.#entries.get(from);
    if (hop !== undefined) hop.redirectedTo = request.url();
    if (this.#entries.size < maxEntries)
      this.#entries.set(request, {
        url: request.url(),
        method: request.method(),
        type,
        status: 0,
        mimeType: '',
        requestHeaders: {},
        failure: null,
      });
    if (!contentTypes.has(type) || !this.#isOwn(request)) return;
    this.#started++;
    this.#inFlight.add(request);
  }

  #recordResponse(response: Response): void {
    const request = response.request();
    if (request.isNavigationRequest() && frameOf(request) === this.#page.mainFrame()) this.main = response;
    const entry = this.#entries.get(request);
    if (entry === undefined) return;
    entry.status = response.status();
    entry.mimeType = (response.headers()['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (request.resourceType() !== 'media' && !mediaLike.test(entry.url) && !mediaTypes.test(entry.mimeType)) return;
    entry.requestHeaders = request.headers();
    request.allHeaders().then(
      (headers) => {
        entry.requestHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':')));
      },
      () => {}, // the page was closed meanwhile: keep the provisional headers
    );
  }

  #end(request: Request, failure: string | null): void {
    const entry = this.#entries.get(request);
    if (entry !== undefined) entry.failure = failure;
    this.#inFlight.delete(request);
    if (!this.isIdle) return;
    const listeners = this.#idleListeners;
    this.#idleListeners = [];
    for (const listener of listeners) listener();
  }

  /** Whether the page's main frame or a frame of its origin made the request: advertisements may load for ever. */
  #isOwn(request: Request): boolean {
    const frame = frameOf(request);
    const main = this.#page.mainFrame();
    return frame === null || frame === main || sameOrigin(frame.url(), main.url());
  }
}

export const isMainDocument = (request: Request, page: Page): boolean =>
  request.resourceType() === 'document' && frameOf(request) === page.mainFrame();

function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null; // Playwright throws while a navigation has no frame yet
  }
}

const sameOrigin = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && (new URL(a).origin === new URL(b).origin || !/^https?:/.test(a));
