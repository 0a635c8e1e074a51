import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { IdentityRoute } from '../../../ports.ts';
import { withTimeout } from '../deadline.ts';
import type { BrowserCookie, CookieJars, IdentityCookies } from '../identity/identity-cookies.ts';
import { type FrameControl, type OpenPage, openPageSession } from './frame-control.ts';

export interface ContextOptions {
  readonly maxContexts: number;
  readonly pagesPerContext: number;
  readonly contextMaxAgeMs: number;
  readonly ignoreTlsErrors: boolean;
}

/** A context that takes longer has a renderer that hangs; it ends with the browser. */
const closeTimeoutMs = 5_000;
/** The browser's process answers this in a millisecond, not the page. If it takes longer, the browser hangs. */
const cookiesTimeoutMs = 2_000;

interface PooledContext {
  /** A context is useless when its browser was replaced. */
  readonly browser: Browser;
  readonly context: Promise<BrowserContext>;
  readonly cookies: IdentityCookies;
  /** Where its requests go: another once the identity's route was closed and opened again. */
  readonly guardUrl: string;
  /** Generation of the cookies that it began with. When the identity's is newer, this context still holds cookies that were dropped. */
  readonly generation: number;
  readonly bornAt: number;
  /** Pages that we opened; others are pop-ups. */
  readonly ownPages: Set<Page>;
  /** Pages leased so far. */
  pages: number;
  /** Pages that are open or being opened. */
  active: number;
  /** Pages that are being opened. */
  opening: number;
  isRetired: boolean;
}

/** A running browser. */
export interface OpenBrowser {
  readonly browser: Browser;
  /** Null: its pages draw continuously. */
  readonly frames: FrameControl | null;
}

/** A page of an identity's context. The caller must release it. */
export interface PageLease extends OpenPage {
  /** @param spoiled true: the context misbehaved and gets no further pages */
  release(spoiled: boolean): Promise<void>;
}

/**
 * One browser context per identity, reused for further pages. A context is retired after a number of pages, by age, and after a block; above `maxContexts` the
 * least recently used go first. It closes with its last page.
 */
export class ContextPool {
  readonly #options: ContextOptions;
  readonly #cookies: CookieJars;
  /** By identity, least recently used first. */
  readonly #pool = new Map<string, PooledContext>();

  /** Cookies being read from retired contexts: the identity's next context waits for them. */
  readonly #handovers = new Map<string, Promise<void>>();

  constructor(options: ContextOptions, cookies: CookieJars) {
    this.#options = options;
    this.#cookies = cookies;
  }

  get size(): number {
    return this.#pool.size;
  }

  /** Retires all contexts, because the browser has ended or takes no further pages. */
  clear(): void {
    const contexts = [...this.#pool];
    this.#pool.clear();
    for (const [id, pooled] of contexts) this.#retire(id, pooled);
  }

  async lease(browser: OpenBrowser, identity: IdentityRoute): Promise<PageLease> {
    const pooled = this.#getContext(browser, identity);
    pooled.pages++;
    pooled.active++;
    pooled.opening++;
    try {
      const context = await pooled.context;
      await addCookies(context, pooled.cookies.forOpenContext());
      const opened = await openPage(browser, context);
      pooled.ownPages.add(opened.page);
      return { ...opened, release: (spoiled) => this.#release(identity.id, pooled, opened.page, spoiled) };
    } catch (error) {
      await this.#putBack(identity.id, pooled, true);
      throw error;
    } finally {
      pooled.opening--;
      await closeUnknownPages(pooled);
    }
  }

  /**
   * Leases a page in a new context with the identity's cookies, which closes with the page. Service workers and pop-ups of a player end with it. The page draws
   * continuously, because players need frames.
   */
  async leasePrivate(browser: OpenBrowser, identity: IdentityRoute): Promise<PageLease> {
    const cookies = this.#cookies.of(identity.id);
    const { generation } = cookies;
    // FrameControl must create this context too: it creates them one at a time
    const context = await this.#open(browser, identity, cookies, 'allow');
    try {
      const opened = await openPageSession(context, await context.newPage());
      context.on('page', (page) => void page.close().catch(() => {})); // a pop-up; it may be closed already
      const release = async (spoiled: boolean): Promise<void> => {
        if (!spoiled) await saveCookies(Promise.resolve(context), cookies, generation, null);
        await closeContext(context);
      };
      return { ...opened, release };
    } catch (error) {
      await closeContext(context);
      throw error;
    }
  }

  #getContext(browser: OpenBrowser, identity: IdentityRoute): PooledContext {
    const current = this.#pool.get(identity.id);
    this.#pool.delete(identity.id);
    const isWorn =
      current !== undefined &&
      (current.browser !== browser.browser || this.#isWorn(current) || current.guardUrl !== identity.guardUrl);
    if (isWorn) this.#retire(identity.id, current);
    const pooled = current === undefined || isWorn ? this.#create(browser, identity) : current;
    this.#pool.set(identity.id, pooled);
    for (const [id, idle] of this.#pool) {
      if (this.#pool.size <= this.#options.maxContexts) break;
      if (idle.active > 0 || idle === pooled) continue;
      this.#pool.delete(id);
      this.#retire(id, idle);
    }
    return pooled;
  }

  #isWorn({ pages, bornAt, generation, cookies }: PooledContext): boolean {
    const { pagesPerContext, contextMaxAgeMs } = this.#options;
    const isOld = pages >= pagesPerContext || performance.now() - bornAt > contextMaxAgeMs;
    return isOld || generation !== cookies.generation;
  }

  #create(browser: OpenBrowser, identity: IdentityRoute): PooledContext {
    const cookies = this.#cookies.of(identity.id);
    const context = this.#open(browser, identity, cookies);
    const pooled: PooledContext = {
      browser: browser.browser,
      context,
      cookies,
      guardUrl: identity.guardUrl,
      generation: cookies.generation,
      bornAt: performance.now(),
      ownPages: new Set(),
      pages: 0,
      active: 0,
      opening: 0,
      isRetired: false,
    };
    context.then(
      (opened) => opened.on('page', () => void closeUnknownPages(pooled)),
      () => {}, // the caller gets the error
    );
    return pooled;
  }

  async #open(
    { browser, frames }: OpenBrowser,
    identity: IdentityRoute,
    cookies: IdentityCookies,
    serviceWorkers: 'allow' | 'block' = 'block',
  ): Promise<BrowserContext> {
    await this.#handovers.get(identity.id);
    const { viewport } = identity;
    const options: BrowserContextOptions = {
      proxy: { server: identity.guardUrl, bypass: '<-loopback>' },
      userAgent: identity.userAgent,
      locale: identity.locale,
      timezoneId: identity.timeZone,
      viewport: { width: viewport.widthPx, height: viewport.heightPx },
      ignoreHTTPSErrors: this.#options.ignoreTlsErrors,
      acceptDownloads: false,
      serviceWorkers,
    };
    const context = await (frames ?? browser).newContext(options);
    await addCookies(context, cookies.forNewContext());
    return context;
  }

  async #release(id: string, pooled: PooledContext, page: Page, spoiled: boolean): Promise<void> {
    if (!pooled.ownPages.delete(page)) return;
    const url = page.url();
    if (!spoiled && /^https?:/.test(url)) await saveCookies(pooled.context, pooled.cookies, pooled.generation, url);
    await this.#putBack(id, pooled, spoiled);
  }

  async #putBack(id: string, pooled: PooledContext, spoiled: boolean): Promise<void> {
    pooled.active--;
    if (spoiled && this.#pool.get(id) === pooled) this.#pool.delete(id);
    if (spoiled || pooled.isRetired) await this.#retire(id, pooled);
  }

  async #retire(id: string, pooled: PooledContext): Promise<void> {
    pooled.isRetired = true;
    if (pooled.active > 0) return;
    const handover = saveCookies(pooled.context, pooled.cookies, pooled.generation, null);
    this.#handovers.set(id, handover);
    await handover;
    if (this.#handovers.get(id) === handover) this.#handovers.delete(id);
    const context = await pooled.context.catch(() => null); // it could not be opened
    if (context === null) return;
    await closeContext(context);
  }
}

async function closeContext(context: BrowserContext): Promise<void> {
  const timeoutError = (): Error => new Error('the context does not close');
  await withTimeout(context.close(), closeTimeoutMs, timeoutError).catch(() => {}); // gone with its browser, or it hangs; nothing uses it
}

/** A page that draws on demand if the browser supports it, otherwise a normal one. */
const openPage = async ({ frames }: OpenBrowser, context: BrowserContext): Promise<OpenPage> =>
  frames === null ? openPageSession(context, await context.newPage()) : frames.newPage(context);

/** Copies the context's cookies to the identity's. @param url only the cookies for this URL; null: all cookies */
async function saveCookies(
  context: Promise<BrowserContext>,
  cookies: IdentityCookies,
  generation: number,
  url: string | null,
): Promise<void> {
  const timeoutError = (): Error => new Error('no answer');
  const opened = await context.catch(() => null); // it could not be opened
  if (opened === null) return;
  const current = await withTimeout(opened.cookies(url ?? undefined), cookiesTimeoutMs, timeoutError).catch(() => null); // gone with its browser, or it hangs
  if (current === null || generation !== cookies.generation) return;
  await (url === null ? cookies.fromContext(current) : cookies.fromPage(current, url));
}

/** Adds all cookies at once. A browser refuses the whole batch for one invalid cookie: then each is added separately. */
async function addCookies(context: BrowserContext, cookies: readonly BrowserCookie[]): Promise<void> {
  if (cookies.length === 0) return;
  await context.addCookies([...cookies]).catch(async () => {
    for (const cookie of cookies) await context.addCookies([cookie]).catch(() => {}); // the browser refuses this one
  });
}

/** Closes pages that we did not open: pop-ups, with or without an opener. Does nothing while a page of ours is being opened. */
async function closeUnknownPages(pooled: PooledContext): Promise<void> {
  if (pooled.opening > 0) return;
  const context = await pooled.context.catch(() => null); // it could not be opened
  const unknownPages = (context?.pages() ?? []).filter((page) => !pooled.ownPages.has(page));
  for (const page of unknownPages) page.close().catch(() => {}); // it may be closed already
}
