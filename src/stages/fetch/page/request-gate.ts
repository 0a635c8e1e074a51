import type { CDPSession } from 'playwright-core';
import type { OpenPage } from '../browser/frame-control.ts';
import { continueByBytes, type PausedResponse } from './document-encoding.ts';
import { isNeedless } from './needless-request.ts';

interface DecodingLimits {
  readonly maxBytes: number;
  /** Called when the page's own document has more. */
  readonly onTooLarge: () => void;
}

/** A paused request (CDP `Fetch.requestPaused`). */
interface PausedRequest extends PausedResponse {
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
  };
}

/** A GraphQL mutation, as JSON or as plain text. */
const mutation = /^\s*mutation\b|"query"\s*:\s*"(?:\\[nrt]|\s)*mutation\b/;
/** Here, `XHR` are the requests of scripts, by `fetch` too, and `Fetch` is `<link rel=prefetch>`. Other requests pass without a stop. */
const types = ['Font', 'XHR', 'Fetch'] as const;
const readOnlyTypes = [...types, 'Document'] as const;

/** While a list is expanded, its page may only read. */
export interface ReadOnlyTime extends AsyncDisposable {
  /** Navigations of the main frame that were refused. */
  readonly navigations: number;
}

/** Refuses requests of a page: those that its text can't depend on, and while a list is expanded those that may have an effect. */
export class RequestGate {
  readonly #cdp: CDPSession;
  readonly #mainFrame: string;
  readonly #loadsFonts: boolean;
  #isReadOnly = false;
  /** Null: the browser decodes as it does. */
  #decoding: DecodingLimits | null = null;
  #navigations = 0;

  private constructor({ cdp, targetId }: OpenPage, loadsFonts: boolean) {
    this.#cdp = cdp;
    this.#mainFrame = targetId;
    this.#loadsFonts = loadsFonts;
  }

  /** @throws Error when the page is closed */
  static async open(opened: OpenPage, loadsFonts: boolean): Promise<RequestGate> {
    const gate = new RequestGate(opened, loadsFonts);
    opened.cdp.on('Fetch.requestPaused', gate.#decide);
    await gate.#stopAt(types);
    return gate;
  }

  /**
   * From now on the page's scripts may only read: no navigation of the main frame, no PUT, PATCH or DELETE, and no GraphQL mutation. Other POST requests are let
   * through, since many lists load their next page by POST. Beacons do not pass through here.
   * @throws Error when the page is closed
   */
  async readOnly(): Promise<ReadOnlyTime> {
    this.#isReadOnly = true;
    await this.#stopAt(readOnlyTypes);
    const before = this.#navigations;
    const navigations = (): number => this.#navigations - before;
    return {
      get navigations() {
        return navigations();
      },
      [Symbol.asyncDispose]: async () => {
        this.#isReadOnly = false;
        await this.#stopAt(types).catch(() => {}); // the page is closed
      },
    };
  }

  /** From now on, the encoding of the page's documents is decided by their bytes. @throws Error when the page is closed */
  async decodeByBytes(limits: DecodingLimits): Promise<void> {
    this.#decoding = limits;
    await this.#stopAt(types);
  }

  async #stopAt(stopped: readonly (typeof readOnlyTypes)[number][]): Promise<void> {
    const patterns = stopped.map((resourceType) => ({
      urlPattern: '*',
      resourceType,
      requestStage: 'Request' as const,
    }));
    const answers = { urlPattern: '*', resourceType: 'Document', requestStage: 'Response' } as const;
    await this.#cdp.send('Fetch.enable', { patterns: this.#decoding === null ? patterns : [...patterns, answers] });
  }

  readonly #decide = (paused: PausedRequest): void => {
    const { requestId } = paused;
    if (paused.responseStatusCode !== undefined && this.#decoding !== null) {
      const { maxBytes, onTooLarge } = this.#decoding;
      continueByBytes(this.#cdp, paused, maxBytes).then(
        (isWithin) => isWithin || paused.frameId !== this.#mainFrame || onTooLarge(),
        () => {}, // the page was closed meanwhile
      );
      return;
    }
    const errorReason = this.#refusal(paused);
    const decided =
      errorReason === null
        ? this.#cdp.send('Fetch.continueRequest', { requestId })
        : this.#cdp.send('Fetch.failRequest', { requestId, errorReason });
    decided.catch(() => {}); // the page was closed meanwhile
  };

  /** To scripts, both reasons are the failure of a network: routers are ready for it, as readers go offline. Null: the request is let through. */
  #refusal(paused: PausedRequest): 'BlockedByClient' | 'Aborted' | null {
    if (paused.resourceType !== 'Document' && isNeedless(paused, this.#loadsFonts)) return 'BlockedByClient';
    return this.#isReadOnly && !this.#mayRead(paused) ? 'Aborted' : null;
  }

  #mayRead({ frameId, resourceType, request: { method, postData = '' } }: PausedRequest): boolean {
    if (resourceType === 'Document') {
      if (frameId !== this.#mainFrame) return true;
      this.#navigations++;
      return false;
    }
    if (method === 'POST') return !mutation.test(postData);
    return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  }
}
