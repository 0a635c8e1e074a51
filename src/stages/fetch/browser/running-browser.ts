import type { Browser } from 'playwright-core';
import type { Log } from '../../../ports.ts';
import { endProcess } from './browser-ledger.ts';
import { BrowserMemory } from './browser-memory.ts';
import type { FrameControl } from './frame-control.ts';
import { MemoryWatch } from './memory-watch.ts';

/** When a browser is ended or given up (`limits` of browsers.config.ts). */
export interface BrowserLimits {
  /** Of one renderer, MB. */
  readonly pageMemoryMb: number;
  /** Of all processes, MB. */
  readonly browserMemoryMb: number;
  readonly pagesPerBrowser: number;
  readonly browserMaxAgeMs: number;
}

/** A browser that has just been started. */
export interface LaunchedBrowser {
  readonly browser: Browser;
  /** Of its first process. */
  readonly pid: number;
  readonly frames: FrameControl | null;
}

/** What open pages take at most in the ordinary case, MB: what is there beyond that, has been left behind by others. */
const perOpenPageMb = 150;
/** A browser that has so much of its limit left behind is given up before it meets it. */
const maxLeftoverShare = 0.5;

/** One process of the browser, with its pages counted and its memory watched. A retired one goes with its last page. */
export class RunningBrowser {
  readonly browser: Browser;
  /** Null: its pages draw by themselves. */
  readonly frames: FrameControl | null;
  readonly #limits: BrowserLimits;
  readonly #watch: MemoryWatch;
  readonly #bornAt = performance.now();
  #pages = 0;
  #open = 0;
  #isRetired = false;
  /** A page was read in it: it works. */
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
    this.#open++;
    this.#watch.pageOpened();
  }

  pageClosed(): void {
    this.#open--;
    this.#watch.pageClosed();
    if (this.#isRetired && this.#open === 0) this.#close();
  }

  /** By pages, by age, by what closed pages have left behind: time for a new one. */
  get isWorn(): boolean {
    const { pagesPerBrowser, browserMaxAgeMs, browserMemoryMb } = this.#limits;
    const leftBehindMb = this.#watch.totalBytes / 1e6 - this.#open * perOpenPageMb;
    return (
      this.#pages >= pagesPerBrowser ||
      performance.now() - this.#bornAt > browserMaxAgeMs ||
      leftBehindMb > browserMemoryMb * maxLeftoverShare
    );
  }

  retireAfterPages(): void {
    this.#isRetired = true;
    if (this.#open === 0) this.#close();
  }

  /** Why a page of it crashed, where its memory was the reason; null where the page is not to blame. */
  whyCrashed(): Promise<string | null> {
    return this.#watch.whyCrashed();
  }

  #close(): void {
    this.browser.close().catch(() => {}); // it ended by itself meanwhile
  }
}
