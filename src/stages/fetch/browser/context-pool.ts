import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { IdentityRoute } from '../../../ports.ts';
import { withTimeout } from '../deadline.ts';
import type { BrowserCookie, CookieJars, IdentityCookies } from '../identity/identity-cookies.ts';
import { type FrameControl, type OpenPage, openSession } from './frame-control.ts';

export interface ContextOptions {
  readonly maxContexts: number;
  readonly pagesPerContext: number;
  readonly contextMaxAgeMs: number;
  readonly ignoreTlsErrors: boolean;
}

/** A context that does not close in this time has a renderer that hangs: the browser takes it down later. */
const closeTimeoutMs = 5_000;
/** Asked of the browser's process, not of the page: it answers in a millisecond or hangs as a whole. */
const cookiesTimeoutMs = 2_000;

interface PooledContext {
  /** Where it is: a context of a browser that was replaced is no use. */
  readonly browser: Browser;
  readonly context: Promise<BrowserContext>;
  readonly cookies: IdentityCookies;
  /** Of the cookies that it began with: behind the identity's, it knows what was thrown away. */
  readonly generation: number;
  readonly bornAt: number;
  readonly own: Set<Page>;
  pages: number;
  /** Pages that are open, or about to be. */
  active: number;
  opening: number;
  isRetired: boolean;
}

/** The browser that the pages are in. */
export interface OpenBrowser {
  readonly browser: Browser;
  /** Null: its pages draw by themselves. */
  readonly frames: FrameControl | null;
}

/** A page of an identity's context; whoever took it gives it back. */
export interface PageLease extends OpenPage {
  /** @param spoiled the context did something that it should not: no further page gets it */
  release(spoiled: boolean): Promise<void>;
}

/**
 * One context per identity, reused over pages, retired by pages, age and blocks; of many, the least recently used go first. One that has pages open is never
 * closed: it goes with its last page.
 */
export class ContextPool {
  readonly #options: ContextOptions;
  readonly #cookies: CookieJars;
  /** By identity, least recently used first. */
  readonly #shelf = new Map<string, PooledContext>();

  /** What retired contexts still hand over: the next one of the identity waits for it. */
  readonly #handovers = new Map<string, Promise<void>>();

  constructor(options: ContextOptions, cookies: CookieJars) {
    this.#options = options;
    this.#cookies = cookies;
  }

  get size(): number {
    return this.#shelf.size;
  }

  /** The browser is gone or takes no further pages: what it has is retired. */
  clear(): void {
    const shelved = [...this.#shelf];
    this.#shelf.clear();
    for (const [id, one] of shelved) this.#retire(id, one);
  }

  async lease(host: OpenBrowser, identity: IdentityRoute): Promise<PageLease> {
    const shelved = this.#take(host, identity);
    shelved.pages++;
    shelved.active++;
    shelved.opening++;
    try {
      const context = await shelved.context;
      await addCookies(context, shelved.cookies.forOpenContext());
      const opened = await openPage(host, context);
      shelved.own.add(opened.page);
      return { ...opened, release: (spoiled) => this.#release(identity.id, shelved, opened.page, spoiled) };
    } catch (error) {
      await this.#putBack(identity.id, shelved, true);
      throw error;
    } finally {
      shelved.opening--;
      await closeUnknownPages(shelved);
    }
  }

  /**
   * A page in a context of its own, with the identity's cookies: what is played there (service workers, pop-ups) is gone with it. It draws by itself: films and
   * players need their frames.
   */
  async leasePrivate(host: OpenBrowser, identity: IdentityRoute): Promise<PageLease> {
    const cookies = this.#cookies.of(identity.id);
    const { generation } = cookies;
    const context = await this.#open(host, identity, cookies, 'allow'); // in turn with the others: the frames' side tells new contexts by what came last
    try {
      const opened = await openSession(context, await context.newPage());
      context.on('page', (page) => void page.close().catch(() => {})); // a pop-up; it may have closed itself
      const release = async (spoiled: boolean): Promise<void> => {
        if (!spoiled) await takeCookies({ context: Promise.resolve(context), cookies, generation }, null);
        await closeContext(context);
      };
      return { ...opened, release };
    } catch (error) {
      await closeContext(context);
      throw error;
    }
  }

  #take(host: OpenBrowser, identity: IdentityRoute): PooledContext {
    const known = this.#shelf.get(identity.id);
    this.#shelf.delete(identity.id);
    const isWorn = known !== undefined && (known.browser !== host.browser || this.#isWorn(known));
    if (isWorn) this.#retire(identity.id, known);
    const shelved = known === undefined || isWorn ? this.#create(host, identity) : known;
    this.#shelf.set(identity.id, shelved);
    for (const [id, idle] of this.#shelf) {
      if (this.#shelf.size <= this.#options.maxContexts) break;
      if (idle.active > 0 || idle === shelved) continue;
      this.#shelf.delete(id);
      this.#retire(id, idle);
    }
    return shelved;
  }

  #isWorn({ pages, bornAt, generation, cookies }: PooledContext): boolean {
    const { pagesPerContext, contextMaxAgeMs } = this.#options;
    const isOld = pages >= pagesPerContext || performance.now() - bornAt > contextMaxAgeMs;
    return isOld || generation !== cookies.generation;
  }

  #create(host: OpenBrowser, identity: IdentityRoute): PooledContext {
    const cookies = this.#cookies.of(identity.id);
    const context = this.#open(host, identity, cookies);
    const shelved: PooledContext = {
      browser: host.browser,
      context,
      cookies,
      generation: cookies.generation,
      bornAt: performance.now(),
      own: new Set(),
      pages: 0,
      active: 0,
      opening: 0,
      isRetired: false,
    };
    context.then(
      (made) => made.on('page', () => void closeUnknownPages(shelved)),
      () => {}, // whoever asked for it gets the error
    );
    return shelved;
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

  async #release(id: string, shelved: PooledContext, page: Page, spoiled: boolean): Promise<void> {
    if (!shelved.own.delete(page)) return;
    const url = page.url();
    if (!spoiled && /^https?:/.test(url)) await takeCookies(shelved, url);
    await this.#putBack(id, shelved, spoiled);
  }

  async #putBack(id: string, shelved: PooledContext, spoiled: boolean): Promise<void> {
    shelved.active--;
    if (spoiled && this.#shelf.get(id) === shelved) this.#shelf.delete(id);
    if (spoiled || shelved.isRetired) await this.#retire(id, shelved);
  }

  async #retire(id: string, shelved: PooledContext): Promise<void> {
    shelved.isRetired = true;
    if (shelved.active > 0) return;
    const handover = takeCookies(shelved, null);
    this.#handovers.set(id, handover);
    await handover;
    if (this.#handovers.get(id) === handover) this.#handovers.delete(id);
    const context = await shelved.context.catch(() => null); // never came to be
    if (context === null) return;
    await closeContext(context);
  }
}

async function closeContext(context: BrowserContext): Promise<void> {
  const late = new Error('the context does not close');
  await withTimeout(context.close(), closeTimeoutMs, () => late).catch(() => {}); // gone with its browser, or hanging: nobody uses it any more
}

/** Playwright's own page, or one that draws when it is asked to. */
const openPage = async ({ frames }: OpenBrowser, context: BrowserContext): Promise<OpenPage> =>
  frames === null ? openSession(context, await context.newPage()) : frames.newPage(context);

/** @param url what the context has for this address; null: all of it */
async function takeCookies(
  { context, cookies, generation }: Pick<PooledContext, 'context' | 'cookies' | 'generation'>,
  url: string | null,
): Promise<void> {
  const late = (): Error => new Error('no answer');
  const made = await context.catch(() => null); // never came to be
  if (made === null) return;
  const found = await withTimeout(made.cookies(url ?? undefined), cookiesTimeoutMs, late).catch(() => null); // gone with its browser, or hanging
  if (found === null || generation !== cookies.generation) return;
  await (url === null ? cookies.fromContext(found) : cookies.fromPage(found, url));
}

/** A browser that takes offence at one cookie refuses all that come with it: then each is tried alone. */
async function addCookies(context: BrowserContext, wanted: readonly BrowserCookie[]): Promise<void> {
  if (wanted.length === 0) return;
  await context.addCookies([...wanted]).catch(async () => {
    for (const cookie of wanted) await context.addCookies([cookie]).catch(() => {}); // one that this browser does not take
  });
}

/** Closes pages that nobody of ours opened: pop-ups, also those without an opener. Not while a page of ours is coming. */
async function closeUnknownPages(shelved: PooledContext): Promise<void> {
  if (shelved.opening > 0) return;
  const context = await shelved.context.catch(() => null); // never came to be
  const strangers = (context?.pages() ?? []).filter((page) => !shelved.own.has(page));
  for (const stranger of strangers) stranger.close().catch(() => {}); // closed itself meanwhile
}
