import { CommandError, kindOf, NewshawkError, TurnsEnded } from '../../errors.ts';
import type { BrowserHealth } from '../../model/crawl/browser-health.ts';
import type { BrowserPool, LivePage, PlayerPage, PlayerPlan, RenderPlan } from '../../ports.ts';
import { BrowserProcess, type LaunchOptions } from './browser/browser-process.ts';
import { type ContextOptions, ContextPool, type OpenBrowser, type PageLease } from './browser/context-pool.ts';
import type { FrameControl } from './browser/frame-control.ts';
import { whileConnected } from './browser/while-connected.ts';
import { Deadline, withTimeout } from './deadline.ts';
import type { EgressGuard } from './guard/egress-guard.ts';
import { parseWebUrl } from './http/fetch-errors.ts';
import type { CookieJars } from './identity/identity-cookies.ts';
import { attributeTimeout, type ProxyProbe } from './identity/proxy-probe.ts';
import { PageFrames } from './page/page-frames.ts';
import { openPlayerPage } from './page/player-page.ts';
import { isPageGone, renderError } from './page/render-errors.ts';
import { renderPage } from './page/render-page.ts';

export interface BrowserPoolOptions
  extends Pick<
    LaunchOptions,
    'chromium' | 'sandbox' | 'locate' | 'queueStart' | 'pauses' | 'launchTimeoutMs' | 'random' | 'log'
  > {
  readonly browsers: ContextOptions &
    Pick<LaunchOptions, 'images' | 'limits' | 'frames'> & { readonly block: readonly string[] };
  /** Shared with the static client. */
  readonly cookies: CookieJars;
  /** Asked whether a time-out was the proxy's. */
  readonly probeProxy: ProxyProbe;
  /** Asked for the reason when a tunnel comes to nothing. */
  readonly guard: Pick<EgressGuard, 'lastError'>;
  readonly maxBytes: number;
}

/** A page that takes longer to close hangs: its target is closed over its head, then its context. */
const closeTimeoutMs = 2_000;

/** One browser, in it a context per identity, in that a tab per page. The browser starts with the first page and anew after a crash. */
export const createBrowserPool = (options: BrowserPoolOptions): BrowserPool => new ContextBrowserPool(options);

/** One whose browser runs. @throws NewshawkError no-browser when it doesn't start */
export async function openBrowserPool(options: BrowserPoolOptions): Promise<BrowserPool> {
  const pool = new ContextBrowserPool(options);
  try {
    await pool.start();
    return pool;
  } catch (error) {
    await pool[Symbol.asyncDispose]();
    throw error;
  }
}

type PagePlan = RenderPlan | PlayerPlan;

interface OpenedTab {
  readonly tab: Tab;
  readonly frames: FrameControl | null;
  readonly deadline: Deadline;
}

class ContextBrowserPool implements BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #shelf: ContextPool;
  readonly #process: BrowserProcess;
  #pages = 0;

  constructor(options: BrowserPoolOptions) {
    const { browsers, cookies, log } = options;
    this.#options = options;
    this.#shelf = new ContextPool(browsers, cookies);
    const { images, limits, frames } = browsers;
    this.#process = new BrowserProcess({ ...options, images, limits, frames }, () => {
      this.#shelf.clear();
      log.debug('browser.ended', { launches: this.#process.launches });
    });
  }

  get stats(): BrowserPool['stats'] {
    return { pages: this.#pages, contexts: this.#shelf.size, launches: this.#process.launches };
  }

  get health(): BrowserHealth {
    return this.#process.health;
  }

  async start(): Promise<void> {
    await this.#process.running();
  }

  open(plan: RenderPlan): Promise<LivePage> {
    return this.#blaming(plan, this.#render(plan));
  }

  openPlayer(plan: PlayerPlan): Promise<PlayerPage> {
    return this.#blaming(plan, this.#play(plan));
  }

  async #blaming<T>({ identity }: PagePlan, work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw await attributeTimeout(error, identity, this.#options.probeProxy);
    }
  }

  async #render(plan: RenderPlan): Promise<LivePage> {
    return await this.#inTab(
      plan,
      (shelf, host) => shelf.lease(host, plan.identity),
      async ({ tab, frames, deadline }) => {
        const { block } = this.#options.browsers;
        return await renderPage({
          lease: tab.current,
          frames: frames === null ? null : new PageFrames(frames, tab.current.cdp),
          plan,
          deadline,
          options: { block, maxBytes: this.#options.maxBytes, identity: plan.identity },
          lastError: (target) => this.#options.guard.lastError(plan.identity.guardUrl, target),
          close: () => tab.close(),
        });
      },
    );
  }

  async #play(plan: PlayerPlan): Promise<PlayerPage> {
    return await this.#inTab(
      plan,
      (shelf, host) => shelf.leasePrivate(host, plan.identity),
      ({ tab, deadline }) =>
        openPlayerPage({
          lease: tab.current,
          plan,
          deadline,
          block: this.#options.browsers.block,
          lastError: (target) => this.#options.guard.lastError(plan.identity.guardUrl, target),
          close: () => tab.close(),
        }),
    );
  }

  /** Work in a tab that is closed, and counted, whatever comes of it. */
  async #inTab<T>(
    plan: PagePlan,
    take: (shelf: ContextPool, host: OpenBrowser) => Promise<PageLease>,
    work: (opened: OpenedTab) => Promise<T>,
  ): Promise<T> {
    parseWebUrl(plan.url);
    const running = await this.#process.running(); // a start takes nothing from the page's time
    const deadline = new Deadline(plan.timeoutMs, plan.url);
    const { browser, frames } = running;
    running.pageOpened();
    const tab = new Tab(running, () => running.pageClosed());
    const whileThere = <W>(step: Promise<W>): Promise<W> => whileConnected(browser, step, () => browserGone(plan.url));
    let isOpen = false;
    try {
      await whileThere(deadline.race(tab.lease(take(this.#shelf, running)), 'the tab was opened'));
      isOpen = true;
      this.#pages++;
      const result = await whileThere(work({ tab, frames, deadline }));
      running.hasServed = true;
      return result;
    } catch (error) {
      const isCrash = !browser.isConnected() || isPageGone(error) || kindOf(error) === 'browser-crashed';
      const [why] = await Promise.all([isCrash ? running.whyCrashed() : null, tab.close()]);
      if (why !== null)
        throw new NewshawkError('too-large', `the page was stopped: ${why}: ${plan.url}`, { cause: error });
      if (!isOpen && !browser.isConnected())
        throw new NewshawkError('no-browser', `the browser ended before the page was asked for: ${plan.url}`, {
          cause: error,
        });
      if (
        error instanceof CommandError ||
        error instanceof TurnsEnded ||
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

/** A tab and its guarded end. */
class Tab {
  readonly #host: OpenBrowser;
  readonly #onClosed: () => void;
  #lease: PageLease | null = null;
  #isClosed = false;

  constructor(host: OpenBrowser, onClosed: () => void) {
    this.#host = host;
    this.#onClosed = onClosed;
  }

  get current(): PageLease {
    if (this.#lease === null) throw new NewshawkError('bug', 'a tab was used before it was opened');
    return this.#lease;
  }

  /** A tab that comes after its deadline is closed at once. */
  async lease(taking: Promise<PageLease>): Promise<void> {
    this.#lease = await taking;
    if (this.#isClosed) await this.#end(this.#lease);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      if (this.#lease !== null) await this.#end(this.#lease);
    } finally {
      this.#onClosed();
    }
  }

  async #end(lease: PageLease): Promise<void> {
    const { page, targetId } = lease;
    const isClosed = (): boolean => page.isClosed() || !this.#host.browser.isConnected();
    await waitBriefly(page.close());
    if (!isClosed()) await waitBriefly(this.#closeTarget(targetId));
    await lease.release(!isClosed());
  }

  /** Over the page's head; the context goes where that does not help either. */
  async #closeTarget(targetId: string): Promise<void> {
    const cdp = await this.#host.browser.newBrowserCDPSession();
    await cdp.send('Target.closeTarget', { targetId });
    await cdp.detach();
  }
}

const browserGone = (url: string, cause?: unknown): NewshawkError =>
  new NewshawkError('browser-crashed', `the browser went away under the page: ${url}`, { cause });

/** Waits, but not for ever; how it ended is read from the page, since an error may mean that it was gone already. */
async function waitBriefly(work: Promise<void>): Promise<void> {
  await withTimeout(work, closeTimeoutMs, () => new Error('hangs')).catch(() => {});
}
