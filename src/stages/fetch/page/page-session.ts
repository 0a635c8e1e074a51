import type { CDPSession } from 'playwright-core';
import { NewshawkError } from '../../../errors.ts';
import type { IdentityRoute } from '../../../ports.ts';
import { type OpenPage, screenshotFormat } from '../browser/frame-control.ts';
import { brandsOf, languagesOf, platformOf } from '../identity/browser-headers.ts';
import { RequestGate } from './request-gate.ts';

/** A page may load this many times the document's limit in total: pages with films are stopped, large documents are not. */
const subresourceShare = 10;

export interface SessionOptions {
  /** Patterns of Network.setBlockedURLs. */
  readonly block: readonly string[];
  /** Whether fonts are loaded. */
  readonly fonts: boolean;
  /** Limit of the document. The page's total limit is `subresourceShare` times that. */
  readonly maxBytes: number;
  readonly identity: IdentityRoute;
  /** Bytes of bodies that the browser keeps for `Network.getResponseBody`. Default: none. */
  readonly buffers?: { readonly maxTotalBufferSize: number; readonly maxResourceBufferSize: number };
}

const noBuffers = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

interface SizeLimit {
  readonly maxBytes: number;
  readonly onTooLarge: (error: NewshawkError) => void;
}

/** A page's DevTools session: blocks URLs and needless requests, counts bytes, evaluates expressions. */
export class PageSession {
  /** Also the id of the page's main frame. */
  readonly targetId: string;
  readonly gate: RequestGate;
  readonly #cdp: CDPSession;
  /** Execution context of our isolated world; null: not created for the current document. */
  #isolated: number | null = null;
  readonly #limit: SizeLimit;
  #bytes = 0;

  private constructor({ cdp, targetId }: OpenPage, gate: RequestGate, limit: SizeLimit) {
    this.gate = gate;
    this.#limit = limit;
    this.#cdp = cdp;
    this.targetId = targetId;
  }

  /** @param onTooLarge called when the page exceeds a limit, perhaps several times */
  static async open(
    opened: OpenPage,
    { block, fonts, maxBytes, identity, buffers = noBuffers }: SessionOptions,
    onTooLarge: (error: NewshawkError) => void,
  ): Promise<PageSession> {
    const { cdp } = opened;
    const [gate] = await Promise.all([
      RequestGate.open(opened, fonts),
      cdp.send('Network.enable', buffers),
      cdp.send('Network.setBlockedURLs', { urls: [...block] }),
      cdp.send('Emulation.setUserAgentOverride', userAgentOverride(identity)),
    ]);
    const session = new PageSession(opened, gate, { maxBytes, onTooLarge });
    session.#count(maxBytes, onTooLarge);
    return session;
  }

  /** From now on, the encoding of the page's documents is decided by their bytes. @throws Error when the page is closed */
  async decodeByBytes(): Promise<void> {
    const { maxBytes, onTooLarge } = this.#limit;
    await this.gate.decodeByBytes({
      maxBytes,
      onTooLarge: () =>
        onTooLarge(
          new NewshawkError('too-large', `the page is larger than ${maxBytes} bytes (NEWSHAWK_MAX_BODY_BYTES)`),
        ),
    });
  }

  /** Bytes received so far, compressed. */
  get bytes(): number {
    return this.#bytes;
  }

  #count(maxBytes: number, onTooLarge: SizeLimit['onTooLarge']): void {
    const documents = new Set<string>();
    const received = { document: 0, all: 0 };
    this.#cdp.on('Network.requestWillBeSent', ({ requestId, type, frameId }) => {
      if (type === 'Document' && frameId === this.targetId) documents.add(requestId);
    });
    this.#cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
      received.all += dataLength;
      if (documents.has(requestId)) received.document += dataLength;
      if (received.document > maxBytes || received.all > maxBytes * subresourceShare)
        onTooLarge(
          new NewshawkError(
            'too-large',
            `the page is larger than ${maxBytes} bytes, or than ${subresourceShare} times that with all that it loads (NEWSHAWK_MAX_BODY_BYTES)`,
          ),
        );
    });
    // A renderer that is busy with the first megabytes does not report the next ones, so Content-Length is checked too.
    this.#cdp.on('Network.responseReceived', ({ requestId, response }) => {
      const announcedBytes = Number(headerOf(response.headers, 'content-length') ?? 0);
      if (documents.has(requestId) && announcedBytes > maxBytes)
        onTooLarge(
          new NewshawkError(
            'too-large',
            `the page is larger than ${maxBytes} bytes by its Content-Length (NEWSHAWK_MAX_BODY_BYTES)`,
          ),
        );
    });
    this.#cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      this.#bytes += encodedDataLength;
    });
  }

  /** Evaluates in the page's own world. @throws Error with the page's message */
  evaluate<T>(expression: string): Promise<T> {
    return this.#evaluate<T>(expression, undefined);
  }

  /** Evaluates in our isolated world of the document. @throws Error */
  async evaluateIsolated<T>(expression: string): Promise<T> {
    try {
      return await this.#evaluate<T>(expression, this.#isolated ?? (await this.#createWorld()));
    } catch (error) {
      this.#isolated = null; // its document may be gone
      throw error;
    }
  }

  async #createWorld(): Promise<number> {
    const { executionContextId } = await this.#cdp.send('Page.createIsolatedWorld', {
      frameId: this.targetId,
      worldName: 'newshawk',
    });
    this.#isolated = executionContextId;
    return executionContextId;
  }

  async #evaluate<T>(expression: string, contextId: number | undefined): Promise<T> {
    const { result, exceptionDetails } = await this.#cdp.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      ...(contextId === undefined ? {} : { contextId }),
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T;
  }

  /** Makes the window as high as its document, up to a limit in CSS px: a screenshot then shows all of it. @throws Error */
  async showAll(maxHeightPx: number): Promise<void> {
    const [width, height] = await this.evaluateIsolated<[number, number]>(
      '[innerWidth, Math.max(innerHeight, document.documentElement?.scrollHeight ?? 0)]',
    );
    const size = { width, height: Math.min(maxHeightPx, height) };
    await this.#cdp.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  }

  /** Ends the script that runs now, also one that never ends, and lets no other run: not even before a frame. @throws Error */
  async stopScripts(): Promise<void> {
    await Promise.all([
      this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }),
      this.#cdp.send('Runtime.terminateExecution'),
    ]);
  }

  /** JPEG of the visible part. @throws Error */
  async screenshot(): Promise<Uint8Array> {
    const { data } = await this.#cdp.send('Page.captureScreenshot', screenshotFormat);
    return Buffer.from(data, 'base64');
  }
}

const headerOf = (headers: Readonly<Record<string, string>>, lowerCaseName: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === lowerCaseName)?.[1];

/** Playwright sets only the user agent: without this the client hints would still name the headless shell. */
const userAgentOverride = ({ userAgent, locale }: SessionOptions['identity']) => ({
  userAgent,
  acceptLanguage: languagesOf(locale).join(','),
  userAgentMetadata: {
    brands: brandsOf(userAgent),
    platform: platformOf(userAgent),
    platformVersion: '',
    architecture: 'x86',
    model: '',
    mobile: false,
  },
});
