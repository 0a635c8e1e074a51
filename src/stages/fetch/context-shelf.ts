import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { IdentityRoute } from '../../ports.ts';
import { withTimeout } from './deadline.ts';

export interface ContextOptions {
  readonly viewport: { readonly widthPx: number; readonly heightPx: number };
  readonly maxContexts: number;
  readonly pagesPerContext: number;
  readonly contextMaxAgeMs: number;
  readonly ignoreTlsErrors: boolean;
}

/** A context that does not close in this time has a renderer that hangs: the browser takes it down later. */
const closeTimeoutMs = 5_000;

interface Shelved {
  readonly context: Promise<BrowserContext>;
  readonly bornAt: number;
  readonly own: Set<Page>;
  pages: number;
  /** Pages that are open, or about to be. */
  active: number;
  opening: number;
  isRetired: boolean;
}

/** A page of an identity's context; whoever took it gives it back. */
export interface PageLease {
  readonly context: BrowserContext;
  readonly page: Page;
  /** @param spoiled the context did something that it should not: no further page gets it */
  release(spoiled: boolean): Promise<void>;
}

/** One context per identity, reused over pages, retired by pages and age; of many, the least recently used go first. */
export class ContextShelf {
  readonly #options: ContextOptions;
  /** By identity, least recently used first. */
  readonly #shelf = new Map<string, Shelved>();

  constructor(options: ContextOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#shelf.size;
  }

  /** After a crash: the contexts are gone with their process. */
  clear(): void {
    this.#shelf.clear();
  }

  async lease(browser: Browser, identity: IdentityRoute): Promise<PageLease> {
    const shelved = this.#take(browser, identity);
    shelved.pages++;
    shelved.active++;
    shelved.opening++;
    try {
      const context = await shelved.context;
      const page = await context.newPage();
      shelved.own.add(page);
      return { context, page, release: (spoiled) => this.#release(identity.id, shelved, page, spoiled) };
    } catch (error) {
      await this.#putBack(identity.id, shelved, true);
      throw error;
    } finally {
      shelved.opening--;
      await sweep(shelved);
    }
  }

  #take(browser: Browser, identity: IdentityRoute): Shelved {
    const known = this.#shelf.get(identity.id);
    this.#shelf.delete(identity.id);
    const isWorn =
      known !== undefined &&
      (known.pages >= this.#options.pagesPerContext ||
        performance.now() - known.bornAt > this.#options.contextMaxAgeMs);
    if (known !== undefined && isWorn) this.#retire(known);
    const shelved = known === undefined || isWorn ? this.#create(browser, identity) : known;
    this.#shelf.set(identity.id, shelved);
    for (const [id, idle] of this.#shelf) {
      if (this.#shelf.size <= this.#options.maxContexts) break;
      if (idle.active > 0 || idle === shelved) continue;
      this.#shelf.delete(id);
      this.#retire(idle);
    }
    return shelved;
  }

  #create(browser: Browser, identity: IdentityRoute): Shelved {
    const { viewport, ignoreTlsErrors } = this.#options;
    const context = browser.newContext({
      proxy: { server: identity.guardUrl, bypass: '<-loopback>' },
      userAgent: identity.userAgent,
      locale: identity.locale,
      timezoneId: identity.timeZone,
      viewport: { width: viewport.widthPx, height: viewport.heightPx },
      ignoreHTTPSErrors: ignoreTlsErrors,
      acceptDownloads: false,
      serviceWorkers: 'block',
    });
    const shelved: Shelved = {
      context,
      bornAt: performance.now(),
      own: new Set(),
      pages: 0,
      active: 0,
      opening: 0,
      isRetired: false,
    };
    context.then(
      (made) => made.on('page', () => void sweep(shelved)),
      () => {}, // whoever asked for it gets the error
    );
    return shelved;
  }

  async #release(id: string, shelved: Shelved, page: Page, spoiled: boolean): Promise<void> {
    if (!shelved.own.delete(page)) return;
    await this.#putBack(id, shelved, spoiled);
  }

  async #putBack(id: string, shelved: Shelved, spoiled: boolean): Promise<void> {
    shelved.active--;
    if (spoiled && this.#shelf.get(id) === shelved) this.#shelf.delete(id);
    if (spoiled || shelved.isRetired) await this.#retire(shelved);
  }

  async #retire(shelved: Shelved): Promise<void> {
    shelved.isRetired = true;
    if (shelved.active > 0) return;
    const context = await shelved.context.catch(() => null); // never came to be
    if (context === null) return;
    const late = new Error('the context does not close');
    await withTimeout(context.close(), closeTimeoutMs, () => late).catch(() => {}); // gone with its browser, or hanging: off the shelf either way
  }
}

/** Closes pages that nobody of ours opened: pop-ups, also those without an opener. Not while a page of ours is coming. */
async function sweep(shelved: Shelved): Promise<void> {
  if (shelved.opening > 0) return;
  const context = await shelved.context.catch(() => null); // never came to be
  const strangers = (context?.pages() ?? []).filter((page) => !shelved.own.has(page));
  for (const stranger of strangers) stranger.close().catch(() => {}); // closed itself meanwhile
}
