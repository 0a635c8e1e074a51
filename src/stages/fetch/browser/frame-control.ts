import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { NewshawkError } from '../../../errors.ts';
import { withTimeout } from '../deadline.ts';

/** Flags of a browser that draws on demand. A frame may crash its GPU process: that restarts without a limit. */
export const frameControlFlags: readonly string[] = [
  '--run-all-compositor-stages-before-draw',
  '--disable-gpu-process-crash-limit',
];

/** A page with its DevTools session. */
export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly targetId: string;
}

export const screenshotFormat = { format: 'jpeg', quality: 60, optimizeForSpeed: true } as const;

export interface FrameRequest {
  /** Run layout, observers and animation callbacks without painting. */
  readonly noDisplayUpdates?: boolean;
  readonly screenshot?: typeof screenshotFormat;
}

/** All pages of a browser share one queue of frames, so a page whose script hangs delays the others by this time, once. */
const frameTimeoutMs = 2_000;
const probeTimeoutMs = 3_000;

/**
 * Makes pages draw on demand, not 60 times a second: frames are a third of a page's cost (docs/adr/0008). DevTools calls this BeginFrame control; only the
 * headless shell on Linux supports it. Two concurrent frames crash Chromium's GPU process, so frames are queued.
 */
export class FrameControl {
  readonly #browser: Browser;
  readonly #cdp: CDPSession;
  readonly #ids = new WeakMap<BrowserContext, string>();
  readonly #opened = new WeakMap<Page, Promise<OpenPage>>();
  #creating: Promise<unknown> = Promise.resolve();
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(browser: Browser, cdp: CDPSession) {
    this.#browser = browser;
    this.#cdp = cdp;
  }

  /** @returns null when the browser does not support it */
  static async open(browser: Browser): Promise<FrameControl | null> {
    const control = new FrameControl(browser, await browser.newBrowserCDPSession());
    const context = await control.newContext({});
    try {
      const { page, cdp } = await withTimeout(control.newPage(context), probeTimeoutMs, () => new Error('no answer'));
      await withTimeout(cdp.send('HeadlessExperimental.beginFrame', {}), probeTimeoutMs, () => new Error('no answer'));
      await page.close();
      return control;
    } catch (error) {
      // A killed browser may still look connected: only a failure of a browser that still answers means "not supported".
      await control.#cdp.send('Browser.getVersion').catch(() => {
        throw error;
      });
      if (!browser.isConnected()) throw error;
      return null; // full Chromium, macOS or another build: it refuses, or does not answer
    } finally {
      await context.close();
    }
  }

  /** Creates a context for `newPage`. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    // one at a time: Playwright does not give the id of a context, so the new id is the difference of two lists
    const created = this.#creating.then(async () => {
      const idsBefore = await this.#contextIds();
      const context = await this.#browser.newContext(options);
      const id = (await this.#contextIds()).find((candidate) => !idsBefore.includes(candidate));
      if (id === undefined)
        throw new NewshawkError('browser-crashed', 'the browser lost a context that was just created');
      this.#ids.set(context, id);
      return context;
    });
    this.#creating = created.catch(() => {}); // the caller gets the error
    return created;
  }

  async #contextIds(): Promise<readonly string[]> {
    const { browserContextIds } = await this.#cdp.send('Target.getBrowserContexts');
    return browserContextIds;
  }

  /** Opens a page in a context of `newContext`. Other pages may appear in it meanwhile. */
  async newPage(context: BrowserContext): Promise<OpenPage> {
    const targetCreated = Promise.withResolvers<string>();
    const pageOpened = Promise.withResolvers<OpenPage>();
    const onPage = async (page: Page): Promise<void> => {
      const opened = await this.#open(context, page).catch(() => null); // a pop-up that is closed already
      if (opened !== null && opened.targetId === (await targetCreated.promise)) pageOpened.resolve(opened);
    };
    const onClose = (): void => pageOpened.reject(new Error('the context has been closed'));
    pageOpened.promise.catch(() => {}); // awaited below, unless creating the target fails
    context.on('page', onPage).once('close', onClose);
    try {
      const { targetId } = await this.#cdp.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId: this.#ids.get(context) ?? '',
        enableBeginFrameControl: true,
      });
      targetCreated.resolve(targetId);
      return await pageOpened.promise;
    } finally {
      targetCreated.resolve('');
      context.off('page', onPage).off('close', onClose);
    }
  }

  /** Opens one session per page, also for concurrent calls. */
  #open(context: BrowserContext, page: Page): Promise<OpenPage> {
    const opened = this.#opened.get(page) ?? openPageSession(context, page);
    this.#opened.set(page, opened);
    return opened;
  }

  /** Draws a frame. @param onLateEnd called when the frame has ended, even after the timeout. @throws Error when the page is closed, or at the timeout */
  frame(cdp: CDPSession, request: FrameRequest, onLateEnd: () => void): Promise<{ readonly screenshotData?: string }> {
    const drawn = this.#turn.then(() => {
      const sent = cdp.send('HeadlessExperimental.beginFrame', request);
      sent.then(onLateEnd, onLateEnd);
      return withTimeout(sent, frameTimeoutMs, () => new Error('the frame is late'));
    });
    this.#turn = drawn.catch(() => {}); // the caller gets the error
    return drawn;
  }
}

/** Opens a DevTools session for the page. */
export async function openPageSession(context: BrowserContext, page: Page): Promise<OpenPage> {
  const cdp = await context.newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  return { page, cdp, targetId: targetInfo.targetId };
}
