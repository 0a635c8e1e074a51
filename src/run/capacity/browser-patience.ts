import { CommandError, exitCodes } from '../../errors.ts';
import type { BrowserAbsence } from '../../model/crawl/browser-health.ts';
import type { Run } from '../../model/crawl/run.ts';
import type { CrawlPorts, StorePorts } from '../../services.ts';

/** How long a crawl waits for a browser that ran before, when nothing else is left to do, ms. `watch` waits for ever. */
export const browserPatienceMs = 5 * 60_000;
/** How long it waits for its first browser, ms: longer than a busy machine or a slow disk needs. */
export const firstBrowserPatienceMs = 60_000;

interface BrowserPatienceOptions extends StorePorts {
  readonly browserHealth: CrawlPorts['browserHealth'];
  readonly kind: Run['kind'];
  /** Hosts of the run's sites; null: all. */
  readonly sites: readonly string[] | null;
  /** Called when no browser ever started here and pages need one: a person has to mend that. */
  readonly onFailure: (error: CommandError) => void;
}

/** Pages that need a browser while there is none: they are woken when it is back, and the run waits for it for a limited time. */
export class BrowserPatience {
  readonly #options: BrowserPatienceOptions;
  #wasAbsent = false;
  #gaveUp = false;

  constructor(options: BrowserPatienceOptions) {
    this.#options = options;
  }

  /** Whether the run ends with pages that still need a browser. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  isMissing(): boolean {
    return this.#options.browserHealth().state === 'absent';
  }

  /** Wakes waiting pages if the browser is back. Called once a second. */
  async wakePages(): Promise<void> {
    const { store, clock, log } = this.#options;
    const isAbsent = this.isMissing();
    if (this.#wasAbsent && !isAbsent) {
      const pages = await store.frontier.wake('browser', clock.now());
      if (pages > 0) log.info('browser.woke', { pages });
    }
    this.#wasAbsent = isAbsent;
  }

  /** Called when nothing else is due. @returns whether the run goes on, for pages that wait for a browser */
  async waits(): Promise<boolean> {
    const health = this.#options.browserHealth();
    if (health.state !== 'absent') {
      if (!this.#wasAbsent) return false;
      await this.wakePages(); // it has just come back
      return true;
    }
    const { store, sites, kind } = this.#options;
    if ((await store.frontier.waitingFor('browser', sites)) === 0) return false;
    return kind !== 'crawl' || this.#goesOn(health);
  }

  #goesOn({ hasRun, isLasting, forMs, message }: BrowserAbsence): boolean {
    if (hasRun) {
      this.#gaveUp = forMs >= browserPatienceMs;
      return !this.#gaveUp;
    }
    if (!isLasting && forMs < firstBrowserPatienceMs) return true;
    this.#options.onFailure(new CommandError(exitCodes.browser, message));
    return false;
  }
}
