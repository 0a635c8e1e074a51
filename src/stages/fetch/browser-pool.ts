import type { Browser } from 'playwright-core';
import { CommandError, kindOf, NewshawkError, TurnsEnded } from '../../errors.ts';
import type { BrowserPool, LivePage, Log, PlayerPage, PlayerPlan, RenderPlan } from '../../ports.ts';
import { BrowserProcess, type LaunchOptions } from './browser-process.ts';
import { type ContextOptions, ContextShelf, type Host, type PageLease } from './context-shelf.ts';
import { Deadline, withTimeout } from './deadline.ts';
import type { EgressGuard } from './egress-guard.ts';
import { webAddress } from './fetch-errors.ts';
import type { FrameControl } from './frame-control.ts';
import type { CookieShelf } from './identity-cookies.ts';
import { PageFrames } from './page-frames.ts';
import { openPlayerPage } from './player-page.ts';
import { blamed, type SilenceOf } from './proxy-probe.ts';
import { isGone, renderError } from './render-errors.ts';
import { renderPage } from './render-page.ts';

export interface BrowserPoolOptions {
  readonly chromium: LaunchOptions['chromium'];
  readonly sandbox: LaunchOptions['sandbox'];
  readonly browsers: ContextOptions &
    Pick<LaunchOptions, 'images' | 'limits' | 'frames'> & { readonly block: readonly string[] };
  /** Shared with the static client. */
  readonly cookies: CookieShelf;
  /** Asked whether a time-out was the proxy's. */
  readonly silenceOf: SilenceOf;
  /** Asked for the reason when a tunnel comes to nothing. */
  readonly guard: Pick<EgressGuard, 'troubleWith'>;
  readonly maxBytes: number;
  readonly log: Log;
}

/** A page that takes longer to close hangs: its target is closed over its head, then its context. */
const closeTimeoutMs = 2_000;

/**
 * One browser, in it a context per identity, in that a tab per page. The browser starts with the first page and anew after a crash.
 * @throws CommandError (browser) when it doesn't start
 */
export async function openBrowserPool(options: BrowserPoolOptions): Promise<BrowserPool> {
  const pool = new ContextBrowserPool(options);
  await pool.start();
  return pool;
}

type PagePlan = RenderPlan | PlayerPlan;

interface OpenedTab {
  readonly tab: Tab;
  readonly frames: FrameControl | null;
  readonly deadline: Deadline;
}

class ContextBrowserPool implements BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #shelf: ContextShelf;
  readonly #process: BrowserProcess;
  #pages = 0;

  constructor(options: BrowserPoolOptions) {
    const { chromium, sandbox, browsers, cookies, log } = options;
    this.#options = options;
    this.#shelf = new ContextShelf(browsers, cookies);
    const { images, limits, frames } = browsers;
    this.#process = new BrowserProcess({ chromium, sandbox, images, limits, frames, log }, () => {
      this.#shelf.clear();
      log.debug('browser.ended', { launches: this.#process.launches });
    });
  }

  get stats(): BrowserPool['stats'] {
    return { pages: this.#pages, contexts: this.#shelf.size, launches: this.#process.launches };
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
      throw await blamed(error, identity, this.#options.silenceOf);
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
          troubleWith: (target) => this.#options.guard.troubleWith(plan.identity.guardUrl, target),
          close: () => tab.close(),
        });
      },
    );
  }

  async #play(plan: PlayerPlan): Promise<PlayerPage> {
    return await this.#inTab(
      plan,
      (shelf, host) => shelf.leaseAlone(host, plan.identity),
      ({ tab, deadline }) =>
        openPlayerPage({
          lease: tab.current,
          plan,
          deadline,
          block: this.#options.browsers.block,
          troubleWith: (target) => this.#options.guard.troubleWith(plan.identity.guardUrl, target),
          close: () => tab.close(),
        }),
    );
  }

  /** Work in a tab that is closed, and counted, whatever comes of it. */
  async #inTab<T>(
    plan: PagePlan,
    take: (shelf: ContextShelf, host: Host) => Promise<PageLease>,
    work: (opened: OpenedTab) => Promise<T>,
  ): Promise<T> {
    webAddress(plan.url);
    const deadline = new Deadline(plan.timeoutMs, plan.url);
    const running = await deadline.race(this.#process.running(), 'the browser was started');
    const { browser, frames } = running;
    running.pageOpened();
    const tab = new Tab(running, () => running.pageClosed());
    try {
      await whileConnected(browser, deadline.race(tab.lease(take(this.#shelf, running)), 'the tab was opened'));
      this.#pages++;
      return await whileConnected(browser, work({ tab, frames, deadline }));
    } catch (error) {
      const isCrash = !browser.isConnected() || isGone(error) || kindOf(error) === 'browser-crashed';
      const [why] = await Promise.all([isCrash ? running.whyCrashed() : null, tab.close()]);
      if (why !== null)
        throw new NewshawkError('too-large', `the page was stopped: ${why}: ${plan.url}`, { cause: error });
      if (
        error instanceof CommandError ||
        error instanceof TurnsEnded ||
        (error instanceof NewshawkError && error.kind !== 'bug')
      )
        throw error;
      if (isCrash)
        throw new NewshawkError('browser-crashed', `the browser went away under the page: ${plan.url}`, {
          cause: error,
        });
      throw renderError(error, plan, null);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
  }
}

/** A tab and its guarded end. */
class Tab {
  readonly #host: Host;
  readonly #onClosed: () => void;
  #lease: PageLease | null = null;
  #isClosed = false;

  constructor(host: Host, onClosed: () => void) {
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
    await endsInTime(page.close());
    if (!isClosed()) await endsInTime(this.#closeTarget(targetId));
    await lease.release(!isClosed());
  }

  /** Over the page's head; the context goes where that does not help either. */
  async #closeTarget(targetId: string): Promise<void> {
    const cdp = await this.#host.browser.newBrowserCDPSession();
    await cdp.send('Target.closeTarget', { targetId });
    await cdp.detach();
  }
}

/** The work's result, or an error as soon as its browser is gone: not all of Playwright's calls end with it. */
async function whileConnected<T>(browser: Browser, work: Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const onGone = (): void => gone.reject(new NewshawkError('browser-crashed', 'the browser went away under the page'));
  browser.once('disconnected', onGone);
  try {
    return await Promise.race([work, gone.promise]);
  } finally {
    browser.off('disconnected', onGone);
  }
}

/** Waits, but not for ever; how it ended is read from the page, since an error may mean that it was gone already. */
async function endsInTime(work: Promise<void>): Promise<void> {
  await withTimeout(work, closeTimeoutMs, () => new Error('hangs')).catch(() => {});
}
