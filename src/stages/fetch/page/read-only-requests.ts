import type { CDPSession } from 'playwright-core';

/** A paused request (CDP `Fetch.requestPaused`). */
interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: { readonly method: string; readonly postData?: string };
}

/** A GraphQL mutation, as JSON or as plain text. */
const mutation = /^\s*mutation\b|"query"\s*:\s*"(?:\\[nrt]|\s)*mutation\b/;
const types = ['Document', 'XHR', 'Fetch'] as const;

/**
 * While a list is expanded, the page's scripts may only read: no navigation of the main frame, no PUT, PATCH or DELETE, and no GraphQL mutation. Other POST
 * requests are let through, since many lists load their next page by POST. Beacons do not pass through here.
 */
export class ReadOnlyRequests implements AsyncDisposable {
  readonly #cdp: CDPSession;
  readonly #mainFrame: string;
  /** Navigations of the main frame that were refused. */
  navigations = 0;

  private constructor(cdp: CDPSession, mainFrame: string) {
    this.#cdp = cdp;
    this.#mainFrame = mainFrame;
  }

  /** @throws Error when the page is closed */
  static async open(cdp: CDPSession, mainFrame: string): Promise<ReadOnlyRequests> {
    const requests = new ReadOnlyRequests(cdp, mainFrame);
    cdp.on('Fetch.requestPaused', requests.#decide);
    const patterns = types.map((resourceType) => ({ urlPattern: '*', resourceType, requestStage: 'Request' as const }));
    await cdp.send('Fetch.enable', { patterns });
    return requests;
  }

  readonly #decide = (paused: PausedRequest): void => {
    const { requestId } = paused;
    const isAllowed = this.#isAllowed(paused);
    const decided = isAllowed
      ? this.#cdp.send('Fetch.continueRequest', { requestId })
      : this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    decided.catch(() => {}); // the page was closed meanwhile
  };

  #isAllowed({ frameId, resourceType, request: { method, postData = '' } }: PausedRequest): boolean {
    if (resourceType === 'Document') {
      if (frameId !== this.#mainFrame) return true;
      this.navigations++;
      return false;
    }
    if (method === 'POST') return !mutation.test(postData);
    return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#cdp.off('Fetch.requestPaused', this.#decide);
    await this.#cdp.send('Fetch.disable').catch(() => {}); // the page is closed
  }
}
