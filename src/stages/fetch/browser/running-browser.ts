import type { Browser } from 'playwright-core';
import type { Log } from '../../../ports.ts';
import { endProcess } from './browser-ledger.ts';
import { BrowserMemory } from './browser-memory.ts';
import type { FrameControl } from './frame-control.ts';
import { MemoryWatch } from './memory-watch.ts';

/** When a browser is killed or replaced (`limits` of browsers.config.ts). */
export interface BrowserLimits {
  /** Limit of one renderer, MB. */
  readonly pageMemoryMb: number;
  /** Limit of all processes, MB. */
  readonly browserMemoryMb: number;
  readonly pagesPerBrowser: number;
  readonly browserMaxAgeMs: number;
}

/** A browser that was just started. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Number of its first process. */
  readonly pid: number;
  readonly frames: FrameControl | null;
}

/** Most memory of an ordinary open page, MB. Memory beyond this counts as left over from closed pages. */
const perOpenPageMb = 150;
/** Share of `browserMemoryMb`: a browser with more left-over memory is replaced before it reaches the limit. */
const maxLeftoverShare = 0.5;

/** A running browser: counts its pages and watches its memory. A retired one closes with its last page. */
export class RunningBrowser {
  readonly browser: Browser;
  /** Null: its pages draw continuously. */
  readonly frames: FrameControl | null;
  readonly #limits: BrowserLimits;
  readonly #watch: MemoryWatch;
  readonly #bornAt = performance.now();
  /** Pages opened so far. */
  #pages = 0;
  #openPages = 0;
  #isRetired = false;
  /** Whether it has read a page: then it works. */
  hasServed = false;

  constructor({ browser, pid, frames }: LaunchedBrowser, limits: BrowserLimits, log: Log) {
    this.browser = browser;
    this.frames = frames;
    this.#limits = limits;
    this.#watch = new MemoryWatch({
      limits,
      log,
      memory: new BrowserMemory(pid),
      kill: endProcess,
      onBrowserTooLarge: (why) => {
        log.warn('browser.memory', { pid, why });
        endProcess(pid);
      },
    });
    browser.once('disconnected', () => this.#watch[Symbol.dispose]());
  }

  pageOpened(): void {
    this.#pages++;
    this.#openPages++;
    this.#watch.pageOpened();
  }

  pageClosed(): void {
    this.#openPages--;
    this.#watch.pageClosed();
    if (this.#isRetired && this.#openPages === 0) this.#close();
  }

  /** Whether it should be replaced: by its pages, its age, or the memory left over from closed pages. */
  get isWorn(): boolean {
    const { pagesPerBrowser, browserMaxAgeMs, browserMemoryMb } = this.#limits;
    const leftoverMb = this.#watch.totalBytes / 1e6 - this.#openPages * perOpenPageMb;
    return (
      this.#pages >= pagesPerBrowser ||
      performance.now() - this.#bornAt > browserMaxAgeMs ||
      leftoverMb > browserMemoryMb * maxLeftoverShare
    );
  }

  retireAfterPages(): void {
    this.#isRetired = true;
    if (this.#openPages === 0) this.#close();
  }

  /** Why a page crashed, if its memory was the reason; null: the page is not to blame. */
  whyCrashed(): Promise<string | null> {
    return this.#watch.whyCrashed();
  }

  #close(): void {
    this.browser.close().catch(() => {}); // it has ended already
  }
}
