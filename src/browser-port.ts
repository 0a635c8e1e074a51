import type { BrowserHealth } from './model/crawl/browser-health.ts';
import type { FoundLink, ListExpansion } from './model/page/list-expansion.ts';
import type { NetworkEntry, Page, RequestRecord } from './model/page/page.ts';
import type { PageAnswers } from './model/page/page-api.ts';
import type { PageStep, StepTaken } from './model/page/page-step.ts';
import type { CanonicalUrl } from './model/web/canonical-url.ts';
import type { Exchange, SocketTraffic } from './model/web/exchange.ts';
import type { IdentityRoute, Turns } from './ports.ts';

export interface RenderPlan {
  readonly url: string;
  readonly identity: IdentityRoute;
  /** The scraper's selector for complete content; null: wait until the page is quiet. */
  readonly waitFor: string | null;
  readonly steps: readonly PageStep[];
  /** Keeps the answers to the page's scripts for `LivePage.answers`. Default: they are dropped as soon as the page has them. */
  readonly keepAnswers?: boolean;
  /** Default: the page takes no turns. */
  readonly turns?: Turns | undefined;
  /** Hard limit for all of it, ms. */
  readonly timeoutMs: number;
}

/** How a list is made to show more. */
export interface ExpandPlan {
  /** Whether an address belongs to the site and was not on the page before. */
  readonly isNew: (url: CanonicalUrl) => boolean;
  /** Whether one of the links leads to a page that the crawl does not know. Default: the list is expanded to its end. */
  readonly hasUnknown?: (links: readonly FoundLink[]) => Promise<boolean>;
  /** Links, at most. */
  readonly maxLinks: number;
  /** Hard limit, ms. */
  readonly timeMs: number;
}

/** A rendered page that is still open. Whoever opened it closes it (`await using`). */
export interface LivePage extends AsyncDisposable {
  readonly finalUrl: CanonicalUrl;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The serialised DOM with open shadow roots and same-origin frames; `data-v="0"` marks hidden elements, `data-g` holds the positions of texts. */
  readonly html: string;
  readonly settledBy: Page['settledBy'];
  readonly steps: readonly StepTaken[];
  readonly elapsedMs: number;
  /** The answers to the requests of the page's scripts so far, and its shell; empty unless the plan asked for them. Never rejects: what does not arrive is counted in `leftOut`. */
  answers(): Promise<PageAnswers>;
  /** All requests so far. */
  network(): readonly NetworkEntry[];
  /** The same with their headers and times, for a failure. */
  requests(): readonly RequestRecord[];
  console(): readonly string[];
  bytes(): number;
  /** Evaluates an expression in the page's main frame and returns its JSON-like value. @throws NewshawkError timed-out */
  evaluate<T>(expression: string, timeoutMs: number): Promise<T>;
  /** Scrolls a list and clicks its "load more" and page controls until nothing new comes. Only reads: see `RequestGate`. The page is another one afterwards. Never rejects. */
  expandList(plan: ExpandPlan): Promise<ListExpansion>;
  /** The current DOM, as `html`, with `data-r="x,y,width,height"` (CSS px of the page) on the elements of the body; null when the renderer does not answer in time. */
  htmlWithRectangles(): Promise<string | null>;
  /** Makes the whole page visible, up to a height: the last thing before the pictures of a failure, as scripts may notice. Never rejects. */
  showAll(): Promise<void>;
  /** The visible part, JPEG; null when the renderer does not answer in time. */
  screenshot(): Promise<Uint8Array | null>;
}

export interface PlayerPlan {
  readonly url: string;
  /** Sent with the document's request; undefined: no referrer. */
  readonly referer?: string;
  readonly identity: IdentityRoute;
  /** Runs before the page's own scripts, in every frame. */
  readonly script: string;
  /** Is put before the scripts of dedicated workers that frames load from an address; default: these stay as they are. */
  readonly workerScript?: string;
  /** Whether requests that may have an effect (POST, PUT, PATCH, DELETE, beacons) fail as on a broken network. Default: they are sent. */
  readonly readsOnly?: boolean;
  /** As in RenderPlan. */
  readonly turns?: Turns | undefined;
  /** Hard limit for all of it, ms. */
  readonly timeoutMs: number;
}

/** The result from one frame of a page; `frame` is its number for `click`. */
export interface InFrame<T> {
  readonly frame: number;
  readonly url: string;
  readonly value: T;
}

/** `long`: the button is held as long as pages that want a hold ask for. */
export type ClickKind = 'once' | 'twice' | 'long';

/** A page that is open to be played, in a separate browser context. Closing it closes the context with its service workers and pop-ups. */
export interface PlayerPage extends AsyncDisposable {
  /** The document's; 0 before its response. */
  readonly status: number;
  url(): string;
  exchanges(): readonly Exchange[];
  sockets(): readonly SocketTraffic[];
  /** The `cookie` header that the browser would send from this page with a request for a medium; '' without cookies. Never rejects. */
  cookieFor(url: string): Promise<string>;
  /** Evaluates in every frame, or in the one with this number; frames that do not answer in time are left out. */
  inFrames<T>(expression: string, timeoutMs: number, frame?: number): Promise<readonly InFrame<T>[]>;
  /** As `inFrames`, in the dedicated workers of all frames; `frame` is the number of the worker. */
  inWorkers<T>(expression: string, timeoutMs: number): Promise<readonly InFrame<T>[]>;
  /** Upper left corner of a frame in the viewport, CSS px; null where the frame is gone or not visible. */
  cornerOf(frame: number): Promise<{ readonly x: number; readonly y: number } | null>;
  /** A trusted click, in CSS px from the frame's upper left corner. @param how default: once @returns false where the frame is gone or not visible */
  click(frame: number, x: number, y: number, how?: ClickKind): Promise<boolean>;
  /** Presses a key, for the element that has the focus. */
  press(key: 'Space' | 'Enter'): Promise<void>;
  wheel(deltaY: number): Promise<void>;
  /** Accepts in a consent dialog, as players may wait for it. @returns whether the page has one */
  consent(): Promise<boolean>;
  /** Returns to the previous document, after a click that left it. */
  back(): Promise<void>;
  /** From now on, refuses requests whose address matches one of the patterns. */
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
