import type { BrowserContext, Page, Request, Response, WebSocket } from 'playwright-core';
import type { Exchange, SocketTraffic } from '../../../model/web/exchange.ts';

/** Requests recorded per page. A page with more requests without end, or plays already. */
const maxExchanges = 2_000;
const maxTextBytes = 1024 * 1024;
const maxTexts = 60;
const maxSocketTexts = 20;
const maxSocketChars = 20_000;
const maxFirstBytes = 1_024;

/** Types of responses that may be a manifest, a configuration or an advertisement, under any name. */
const textTypes = /mpegurl|dash\+xml|smil|json|xml|^text\/(plain|xml|javascript)$|javascript|octet-stream|^$/i;
const manifestName = /\.(m3u8?|mpd|ism[lc]?|f4m|smil|json|xml|vast|vmap)(\?|$)|manifest/i;
/** Files that say nothing of media, or are read as markup. */
const scriptFile = /\.(m?js|css|html?)(\?|$)/i;

type SocketRecord = { url: string; binaryBytes: number; firstBytes: Uint8Array; texts: string[] };
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Records all requests of a context, also of its workers and service workers, and the text of responses that may name media. */
export class PlayerTraffic {
  readonly #startedAt = performance.now();
  readonly #exchanges = new Map<Request, Mutable<Exchange>>();
  readonly #sockets = new Map<WebSocket, SocketRecord>();
  #texts = 0;

  constructor(context: BrowserContext, page: Page) {
    context.on('request', (request) => this.#begin(request));
    context.on('response', (response) => this.#recordResponse(response));
    context.on('requestfinished', (request) => void this.#finished(request));
    context.on('requestfailed', (request) => {
      const exchange = this.#exchanges.get(request);
      if (exchange !== undefined) exchange.failure = request.failure()?.errorText ?? 'failed';
    });
    page.on('websocket', (socket) => this.#watch(socket));
  }

  exchanges(): readonly Exchange[] {
    return [...new Set(this.#exchanges.values())]; // the hops of a redirect share one
  }

  sockets(): readonly SocketTraffic[] {
    return [...this.#sockets.values()];
  }

  #begin(request: Request): void {
    const from = request.redirectedFrom();
    if (from !== null) {
      const first = this.#exchanges.get(from);
      if (first === undefined) return;
      first.redirectedTo = request.url();
      this.#exchanges.set(request, first);
      return;
    }
    if (this.#exchanges.size >= maxExchanges) return;
    this.#exchanges.set(request, {
      url: request.url(),
      redirectedTo: null,
      method: request.method(),
      type: request.resourceType(),
      status: 0,
      mimeType: '',
      requestHeaders: request.headers(),
      requestBody: request.method() === 'GET' ? null : bodyOf(request),
      text: null,
      isWorkers: false,
      atMs: performance.now() - this.#startedAt,
      failure: null,
    });
  }

  #recordResponse(response: Response): void {
    const exchange = this.#exchanges.get(response.request());
    if (exchange === undefined) return;
    exchange.status = response.status();
    exchange.isWorkers = response.fromServiceWorker();
    exchange.sizeBytes = sizeOf(response);
    exchange.mimeType = (response.headers()['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    // the exchange has the address before redirects: cookies and origin of later hops are others
    if (response.request().redirectedFrom() !== null) return;
    if (!/^(media|xhr|fetch|other|manifest)$/.test(exchange.type)) return;
    response
      .request()
      .allHeaders()
      .then(
        (headers) => {
          exchange.requestHeaders = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !name.startsWith(':')),
          );
        },
        () => {}, // the page was closed meanwhile: keep the provisional headers
      );
  }

  async #finished(request: Request): Promise<void> {
    const exchange = this.#exchanges.get(request);
    const isSuccess = exchange !== undefined && exchange.status >= 200 && exchange.status < 300;
    if (!isSuccess || !/^(document|xhr|fetch|other|manifest)$/.test(exchange.type) || this.#texts >= maxTexts) return;
    const url = exchange.redirectedTo ?? exchange.url;
    const mayNameMedia = manifestName.test(url) || (textTypes.test(exchange.mimeType) && !scriptFile.test(url));
    const isDocument = exchange.type === 'document' && /html/.test(exchange.mimeType);
    if (!isDocument && !mayNameMedia) return;
    this.#texts++;
    try {
      const response = await request.response();
      if (response === null || Number(response.headers()['content-length'] ?? 0) > maxTextBytes) return;
      const body = await response.body();
      if (body.byteLength > maxTextBytes || body.subarray(0, 512).includes(0)) return;
      exchange.text = body.toString('utf8');
    } catch {
      // the page was closed, or the browser has dropped the body
    }
  }

  #watch(socket: WebSocket): void {
    const traffic: SocketRecord = { url: socket.url(), binaryBytes: 0, firstBytes: new Uint8Array(), texts: [] };
    this.#sockets.set(socket, traffic);
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') {
        traffic.binaryBytes += payload.byteLength;
        const missing = maxFirstBytes - traffic.firstBytes.byteLength;
        if (missing > 0) traffic.firstBytes = Buffer.concat([traffic.firstBytes, payload.subarray(0, missing)]);
      } else if (traffic.texts.length < maxSocketTexts) traffic.texts.push(payload.slice(0, maxSocketChars));
    });
  }
}

/** Of the whole file, where the answer says it. */
function sizeOf(response: Response): number | null {
  const { 'content-range': range = '', 'content-length': length = '' } = response.headers();
  const total = /\/(\d+)\s*$/.exec(range)?.[1] ?? (response.status() === 200 ? length : '');
  return total === '' ? null : Number(total);
}

/** The body as text; null for a binary one, which cannot be repeated. */
function bodyOf(request: Request): string | null {
  try {
    return request.postData();
  } catch {
    return null;
  }
}
