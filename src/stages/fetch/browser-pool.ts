import type { BrowserPool, LivePage, PlayerPage, PlayerPlan, RenderPlan } from '../../browser-port.ts';
import { CommandError, kindOf, NewshawkError, TurnRefused } from '../../errors.ts';
import type { BrowserHealth } from '../../model/crawl/browser-health.ts';
import { BrowserProcess, type LaunchOptions, whileConnected } from './browser/browser-process.ts';
import { type ContextOptions, ContextPool, type OpenBrowser, type PageLease } from './browser/context-pool.ts';
import type { FrameControl } from './browser/frame-control.ts';
import { Deadline, withTimeout } from './deadline.ts';
import type { EgressGuard } from './guard/egress-guard.ts';
import { parseWebUrl } from './http/fetch-errors.ts';
import type { CookieJars } from './identity/identity-cookies.ts';
import { attributeTimeout, type ProxyProbe } from './identity/proxy-probe.ts';
import { PageFrames } from './page/page-frames.ts';
import { openPlayerPage } from './page/player-page.ts';
import { isPageGone, renderError } from './page/render-errors.ts';
import { renderPage } from './page/render-page.ts';

export interface BrowserPoolOptions extends LaunchOptions {
  readonly browsers: ContextOptions & LaunchOptions['browsers'] & { readonly block: readonly string[] };
  /** Shared with the HTTP client. */
  readonly cookies: CookieJars;
  /** Called after a timeout, to find out whether the proxy caused it. */
  readonly probeProxy: ProxyProbe;
  /** Reports why a tunnel failed. */
  readonly guard: EgressGuard;
  readonly maxBytes: number;
}

/** A page that takes longer to close hangs: then its target is closed through the browser, and at last its context. */
const closeTimeoutMs = 2_000;

/** Creates a pool of one browser, with a context per identity and a tab per page. The browser starts with the first page, and again after a crash. */
export const createBrowserPool = (options: BrowserPoolOptions): BrowserPool => new ContextBrowserPool(options);

type PagePlan = RenderPlan | PlayerPlan;

interface OpenedTab {
  readonly tab: Tab;
  readonly frames: FrameControl | null;
  readonly deadline: Deadline;
}

class ContextBrowserPool implements BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #contexts: ContextPool;
  readonly #process: BrowserProcess;
  #pages = 0;

  constructor(options: BrowserPoolOptions) {
    const { browsers, cookies, log } = options;
    this.#options = options;
    this.#contexts = new ContextPool(browsers, cookies);
    this.#process = new BrowserProcess(options, () => {
      this.#contexts.clear();
      log.debug('browser.ended', { launches: this.#process.launches });
    });
  }

  get stats(): BrowserPool['stats'] {
    return { pages: this.#pages, contexts: this.#contexts.size, launches: this.#process.launches };
  }

  get health(): BrowserHealth {
    return this.#process.health;
  }

  open(plan: RenderPlan): Promise<LivePage> {
    return this.#attributingTimeout(plan, this.#render(plan));
  }

  openPlayer(plan: PlayerPlan): Promise<PlayerPage> {
    return this.#attributingTimeout(plan, this.#play(plan));
  }

  async #attributingTimeout<T>({ identity }: PagePlan, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw await attributeTimeout(error, identity, this.#options.probeProxy);
    }
  }

  async #render(plan: RenderPlan): Promise<LivePage> {
    return await this.#inTab(
      plan,
      (contexts, browser) => contexts.lease(browser, plan.identity),
      async ({ tab, frames, deadline }) => {
        const { block, images } = this.#options.browsers;
        return await renderPage({
          lease: tab.current,
          frames: frames === null ? null : new PageFrames(frames, tab.current.cdp),
          plan,
          deadline,
          options: { block, fonts: images, maxBytes: this.#options.maxBytes, identity: plan.identity },
          lastError: (target) => this.#options.guard.lastError(plan.identity.guardUrl, target),
          close: () => tab.close(),
        });
      },
    );
  }

  async #play(plan: PlayerPlan): Promise<PlayerPage> {
    return await this.#inTab(
      plan,
      (contexts, browser) => contexts.leasePrivate(browser, plan.identity),
      ({ tab, deadline }) =>
        openPlayerPage({
          lease: tab.current,
          plan,
          deadline,
          block: this.#options.browsers.block,
          images: this.#options.browsers.images,
          lastError: (target) => this.#options.guard.lastError(plan.identity.guardUrl, target),
          close: () => tab.close(),
        }),
    );
  }

  /** Opens a tab and works in it. When that fails, the tab is closed and the error gets its kind. */
  async #inTab<T>(
    plan: PagePlan,
    lease: (contexts: ContextPool, browser: OpenBrowser) => Promise<PageLease>,
    work: (opened: OpenedTab) => Promise<T>,
  ): Promise<T> {
    parseWebUrl(plan.url);
    const running = await this.#process.running(); // a start does not count against the page's timeout
    const deadline = new Deadline(plan.timeoutMs, plan.url);
    const { browser, frames } = running;
    running.pageOpened();
    const tab = new Tab(running, () => running.pageClosed());
    const whileAlive = <W>(step: Promise<W>): Promise<W> => whileConnected(browser, step, () => browserGone(plan.url));
    let isOpen = false;
    try {
      await whileAlive(deadline.race(tab.lease(lease(this.#contexts, running)), 'the tab was opened'));
      isOpen = true;
      this.#pages++;
      const result = await whileAlive(work({ tab, frames, deadline }));
      running.hasServed = true;
      return result;
    } catch (error) {
      const isCrash = !browser.isConnected() || isPageGone(error) || kindOf(error) === 'browser-crashed';
      const [why] = await Promise.all([isCrash ? running.whyCrashed() : null, tab.close()]);
      if (why !== null)
        throw new NewshawkError('too-large', `the page was stopped: ${why}: ${plan.url}`, { cause: error });
      if (!isOpen && !browser.isConnected())
        throw new NewshawkError('no-browser', `the browser ended before the page was requested: ${plan.url}`, {
          cause: error,
        });
      if (
        error instanceof CommandError ||
        error instanceof TurnRefused ||
        (error instanceof NewshawkError && error.kind !== 'bug')
      )
        throw error;
      if (isCrash) throw browserGone(plan.url, error);
      throw renderError(error, plan, null);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/** A tab that closes once, even if its page hangs. */
class Tab {
  readonly #browser: OpenBrowser;
  readonly #afterClosed: () => void;
  #lease: PageLease | null = null;
  #isClosed = false;

  constructor(browser: OpenBrowser, afterClosed: () => void) {
    this.#browser = browser;
    this.#afterClosed = afterClosed;
  }

  get current(): PageLease {
    if (this.#lease === null) throw new NewshawkError('bug', 'a tab was used before it was opened');
    return this.#lease;
  }

  /** A page that opens after its deadline is closed at once. */
  async lease(opening: Promise<PageLease>): Promise<void> {
    this.#lease = await opening;
    if (this.#isClosed) await this.#end(this.#lease);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (this.#lease !== null) await this.#end(this.#lease);
    } finally {
      this.#afterClosed();
    }
  }

  async #end(lease: PageLease): Promise<void> {
    const { page, targetId } = lease;
    const isClosed = (): boolean => page.isClosed() || !this.#browser.browser.isConnected();
    await waitBriefly(page.close());
    if (!isClosed()) await waitBriefly(this.#closeTarget(targetId));
    await lease.release(!isClosed());
  }

  /** Closes the target through the browser, without the page's help. */
  async #closeTarget(targetId: string): Promise<void> {
    const cdp = await this.#browser.browser.newBrowserCDPSession();
    await cdp.send('Target.closeTarget', { targetId });
    await cdp.detach();
  }
}

const browserGone = (url: string, cause?: unknown): NewshawkError =>
  new NewshawkError('browser-crashed', `the browser ended while the page was open: ${url}`, { cause });

/** Waits at most `closeTimeoutMs`. Ignores errors: the page may be closed already, and the caller checks its state. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  await withTimeout(work, closeTimeoutMs, () => new Error('hangs')).catch(() => {});
}
