import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { NewshawkError } from '../../../errors.ts';
import { withTimeout } from '../deadline.ts';

/** For a browser whose frames are asked for; its GPU process, should it die of one, is started anew however often. */
export const frameControlFlags: readonly string[] = [
  '--run-all-compositor-stages-before-draw',
  '--disable-gpu-process-crash-limit',
];

/** A page with its session. */
export interface OpenPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly targetId: string;
}

export const screenshotFormat = { format: 'jpeg', quality: 60, optimizeForSpeed: true } as const;

export interface FrameRequest {
  /** Layout, observers and animation callbacks run, nothing is painted. */
  readonly noDisplayUpdates?: boolean;
  readonly screenshot?: typeof screenshotFormat;
}

/** Frames of all pages of a browser come one after the other: a page whose script hangs holds up the others for so long, once. */
const frameTimeoutMs = 2_000;
const probeTimeoutMs = 3_000;

/**
 * Pages that draw when they are asked to, not 60 times a second: nobody looks at them. A third of what a page costs is its frames (docs/adr).
 * DevTools calls it BeginFrame control; the headless shell on Linux has it. Two frames under way at once end Chromium's GPU process: they take turns.
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

  /** @returns null where the browser cannot do it: then its pages draw by themselves */
  static async open(browser: Browser): Promise<FrameControl | null> {
    const control = new FrameControl(browser, await browser.newBrowserCDPSession());
    const context = await control.newContext({});
    try {
      const { page, cdp } = await withTimeout(control.newPage(context), probeTimeoutMs, () => new Error('late'));
      await withTimeout(cdp.send('HeadlessExperimental.beginFrame', {}), probeTimeoutMs, () => new Error('late'));
      await page.close();
      return control;
    } catch (error) {
      // One that was killed may not be known to be gone yet: only a browser that still answers has said what it can't do.
      await control.#cdp.send('Browser.getVersion').catch(() => {
        throw error;
      });
      if (!browser.isConnected()) throw error;
      return null; // full Chromium, macOS, another build: it says so, or never answers
    } finally {
      await context.close();
    }
  }

  /** A context whose pages can be opened here. */
  newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    // one at a time: Playwright does not tell the id of a context, only that there is one more
    const made = this.#creating.then(async () => {
      const before = await this.#contextIds();
      const context = await this.#browser.newContext(options);
      const id = (await this.#contextIds()).find((one) => !before.includes(one));
      if (id === undefined) throw new NewshawkError('browser-crashed', 'the browser lost a context that was just made');
      this.#ids.set(context, id);
      return context;
    });
    this.#creating = made.catch(() => {}); // whoever asked for it gets the error
    return made;
  }

  async #contextIds(): Promise<readonly string[]> {
    const { browserContextIds } = await this.#cdp.send('Target.getBrowserContexts');
    return browserContextIds;
  }

  /** A page of such a context; others may come up in it meanwhile. */
  async newPage(context: BrowserContext): Promise<OpenPage> {
    const wanted = Promise.withResolvers<string>();
    const found = Promise.withResolvers<OpenPage>();
    const onPage = async (page: Page): Promise<void> => {
      const opened = await this.#open(context, page).catch(() => null); // a pop-up that is gone already
      if (opened !== null && opened.targetId === (await wanted.promise)) found.resolve(opened);
    };
    const onClose = (): void => found.reject(new Error('the context has been closed'));
    found.promise.catch(() => {}); // awaited below, unless the target was refused
    context.on('page', onPage).once('close', onClose);
    try {
      const { targetId } = await this.#cdp.send('Target.createTarget', {
        url: 'about:blank',
        browserContextId: this.#ids.get(context) ?? '',
        enableBeginFrameControl: true,
      });
      wanted.resolve(targetId);
      return await found.promise;
    } finally {
      wanted.resolve('');
      context.off('page', onPage).off('close', onClose);
    }
  }

  /** One session a page, however many look for theirs. */
  #open(context: BrowserContext, page: Page): Promise<OpenPage> {
    const opened = this.#opened.get(page) ?? openSession(context, page);
    this.#opened.set(page, opened);
    return opened;
  }

  /** @throws Error when the page is gone, or late */
  frame(cdp: CDPSession, request: FrameRequest, onLateEnd: () => void): Promise<{ readonly screenshotData?: string }> {
    const drawn = this.#turn.then(() => {
      const sent = cdp.send('HeadlessExperimental.beginFrame', request);
      sent.then(onLateEnd, onLateEnd);
      return withTimeout(sent, frameTimeoutMs, () => new Error('the frame is late'));
    });
    this.#turn = drawn.catch(() => {}); // whoever asked for it gets the error
    return drawn;
  }
}

/** The page's own session, and the id under which the browser knows it. */
export async function openSession(context: BrowserContext, page: Page): Promise<OpenPage> {
  const cdp = await context.newCDPSession(page);
  const { targetInfo } = await cdp.send('Target.getTargetInfo');
  return { page, cdp, targetId: targetInfo.targetId };
}
