import { CommandError, exitCodes } from '../../errors.ts';
import type { BrowserAbsence } from '../../model/crawl/browser-health.ts';
import type { Run } from '../../model/crawl/run.ts';
import type { CrawlPorts } from '../ports.ts';

/** A crawl whose browser has run ends without it after this time, when nothing else is left to do, ms. `watch` waits for ever. */
export const browserPatienceMs = 5 * 60_000;
/** One that never had a browser: longer than a full machine or a slow disk needs. */
export const firstBrowserPatienceMs = 60_000;

export interface BrowserPatienceOptions extends Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'browserHealth'> {
  readonly kind: Run['kind'];
  /** The run's; null: all. */
  readonly sites: readonly string[] | null;
  /** No browser could ever be started here, and pages need one: that is for a person. */
  readonly fail: (error: CommandError) => void;
}

/** What a run does about pages that need a browser while there is none: it wakes them when one is back, and does not wait for ever. */
export class BrowserPatience {
  readonly #options: BrowserPatienceOptions;
  #wasAbsent = false;
  #gaveUp = false;

  constructor(options: BrowserPatienceOptions) {
    this.#options = options;
  }

  /** Pages were left that need a browser. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  isMissing(): boolean {
    return this.#options.browserHealth().state === 'absent';
  }

  /** Several times a minute at least. */
  async look(): Promise<void> {
    const { store, clock, log } = this.#options;
    const isAbsent = this.isMissing();
    if (this.#wasAbsent && !isAbsent) {
      const pages = await store.frontier.wake('browser', clock.now());
      if (pages > 0) log.info('browser.woke', { pages });
    }
    this.#wasAbsent = isAbsent;
  }

  /** Asked when nothing else is due. @returns whether the run goes on, for pages that wait for a browser */
  async waits(): Promise<boolean> {
    const health = this.#options.browserHealth();
    if (health.state !== 'absent') {
      if (!this.#wasAbsent) return false;
      await this.look(); // it has just come back
      return true;
    }
    const { store, sites, kind } = this.#options;
    if ((await store.frontier.waitingFor('browser', sites)) === 0) return false;
    return kind === 'watch' || this.#goesOn(health);
  }

  #goesOn({ hasRun, isLasting, forMs, message }: BrowserAbsence): boolean {
    if (hasRun) {
      this.#gaveUp = forMs >= browserPatienceMs;
      return !this.#gaveUp;
    }
    if (!isLasting && forMs < firstBrowserPatienceMs) return true;
    this.#options.fail(new CommandError(exitCodes.browser, message));
    return false;
  }
}
