import { type Dispatcher, errors } from 'undici';
import { NewshawkError, TurnsEnded } from '../../../errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../ports.ts';
import { EgressTrouble, troubleIn } from '../guard/egress-trouble.ts';
import { requestHeaders } from '../identity/browser-headers.ts';
import type { CookieShelf, IdentityCookies } from '../identity/identity-cookies.ts';
import { collect, collectStart, decompress } from './body.ts';
import { isProxyStatus, troubleError, webAddress } from './fetch-errors.ts';
import { type GuardDispatcher, type GuardedRoute, openGuardDispatcher } from './guard-dispatcher.ts';
import { TimeLimit } from './time-limit.ts';

export interface HttpClientOptions {
  readonly ignoreTlsErrors: boolean;
  /** Shared with the browser's contexts. */
  readonly cookies: CookieShelf;
  /** A body of which nothing comes for so long is given up, ms (to a second). Default 15 s. */
  readonly idleBodyMs?: number;
}

const maxRedirects = 10;
/** More cookies in one answer than any site needs: the rest is left. */
const maxSetCookies = 100;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const bodiless = new Set([204, 205, 304]);

/** Plain HTTP with a browser's headers, cookies per identity, always through the identity's guard. */
export function openHttpClient({ ignoreTlsErrors, cookies, idleBodyMs = 15_000 }: HttpClientOptions): HttpClient {
  const dispatchers = new Map<string, GuardDispatcher>();
  const connectionOf = ({ identity }: HttpRequest): Connection => {
    const dispatcher =
      dispatchers.get(identity.guardUrl) ?? openGuardDispatcher(identity.guardUrl, { ignoreTlsErrors, idleBodyMs });
    dispatchers.set(identity.guardUrl, dispatcher);
    return { dispatcher, cookies: cookies.of(identity.id) };
  };
  return {
    async fetch(request) {
      using limit = new TimeLimit(request.timeoutMs);
      try {
        return await followRedirects(connectionOf(request), request, limit);
      } catch (error) {
        throw fetchError(error, request, request.url);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher[Symbol.asyncDispose]()));
    },
  };
}

interface Connection {
  readonly dispatcher: GuardDispatcher;
  readonly cookies: IdentityCookies;
}

/** One answer of a server. */
interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Where to go on; null: this is the end. */
  readonly location: string | null;
  readonly body: Uint8Array;
  readonly wireBytes: number;
}

async function followRedirects(connection: Connection, request: HttpRequest, limit: TimeLimit): Promise<HttpResponse> {
  const signal = request.signal ? AbortSignal.any([limit.signal, request.signal]) : limit.signal;
  const asked = webAddress(request.url);
  const seen = new Set<string>();
  let url = asked;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const cookie = await connection.cookies.header(url.href);
    const question = { request, url, asked, cookie, signal };
    // To the same address with another cookie is how walls and consent pages let visitors in; with the same one it never ends.
    const state = `${url.href} ${cookie}`;
    if (seen.has(state)) throw pagesOwn(`${request.url} redirects in a circle, at ${url.href}`);
    seen.add(state);
    if (request.turns !== undefined) await limit.without(request.turns.take(url.href));
    const { location, ...answer } = await exchange(connection, question).catch((error: unknown) => {
      throw fetchError(error, request, url.href);
    });
    if (location === null) return { ...answer, url: url.href, elapsedMs: limit.elapsedMs };
    if (!URL.canParse(location, url)) throw pagesOwn(`${url.href} redirects to no address: ${location.slice(0, 200)}`);
    url = webAddress(new URL(location, url).href);
  }
  throw pagesOwn(`${request.url} redirects more than ${maxRedirects} times; the last address is ${url.href}`);
}

const pagesOwn = (detail: string): NewshawkError => new NewshawkError('unreachable', detail, { fault: 'page' });

interface Question {
  readonly request: HttpRequest;
  readonly url: URL;
  /** The address that was asked for at first. */
  readonly asked: URL;
  readonly cookie: string;
  readonly signal: AbortSignal;
}

/** Asks once, and once more when a kept connection turns out to be closed: servers close them when they like, and browsers do the same. */
async function exchange(connection: Connection, question: Question): Promise<Exchange> {
  const { url, signal, request } = question;
  const route = await orAborted(connection.dispatcher.routeOf(url), signal);
  try {
    return await exchangeOver(route, connection, question);
  } catch (error) {
    if (signal.aborted && !request.signal?.aborted) connection.dispatcher.retire(url);
    if (signal.aborted || !route.isReused || !isLostConnection(error)) throw error;
    return exchangeOver(await orAborted(connection.dispatcher.routeOf(url), signal), connection, question);
  }
}

async function exchangeOver(route: GuardedRoute, { cookies }: Connection, question: Question): Promise<Exchange> {
  const { request, url } = question;
  const answer = await send(route, question);
  request.turns?.answered(url.href);
  const headers = flatHeaders(answer.headers);
  await keepCookies(cookies, answer.headers['set-cookie'], url);
  const { statusCode: status } = answer;
  const location = redirectStatuses.has(status) ? headers.location || null : null;
  if (location === null) return { status, headers, location, ...(await readBody(answer, headers, request)) };
  answer.body.on('error', () => {}).destroy(); // what a redirect says beside its address is not read
  return { status, headers, location, body: new Uint8Array(), wireBytes: 0 };
}

/** Errors by which a connection ends that the server has closed. */
const lostConnection = /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_INFO|UND_ERR_CLOSED|UND_ERR_DESTROYED|ERR_HTTP2_.*)$/;
const isLostConnection = (error: unknown): boolean =>
  lostConnection.test(String((error as NodeJS.ErrnoException).code ?? ''));

/** Connecting serves other requests too: it goes on when one of them is cancelled. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** @throws NewshawkError when the guard or the proxy answers in the server's place */
async function send(route: GuardedRoute, question: Question): Promise<Dispatcher.ResponseData> {
  const { request, url, asked, cookie, signal } = question;
  const answer = await route.dispatcher.request({
    origin: route.origin,
    path: route.path,
    method: request.method ?? 'GET',
    headers: [
      ...['host', url.host],
      ...requestHeaders(request.identity, {
        protocol: route.protocol,
        cookie,
        own: ownHeaders(request.headers ?? {}, url.origin === asked.origin),
      }),
    ],
    signal,
  });
  const trouble = url.protocol === 'http:' ? troubleIn(answer.headers) : null;
  const proxyFailed = isProxyStatus(answer.statusCode, url.href, request.identity.proxy);
  if (trouble === null && !proxyFailed) return answer;
  answer.body.on('error', () => {}).destroy();
  throw troubleError(trouble ?? new EgressTrouble('proxy', `it answers ${answer.statusCode}`), url.href);
}

async function readBody(
  answer: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  { method, maxBytes, enoughBytes }: HttpRequest,
): Promise<{ body: Uint8Array; wireBytes: number }> {
  if (enoughBytes !== undefined && method !== 'HEAD') {
    const start = await collectStart(answer.body, enoughBytes);
    answer.body.on('error', () => {}).destroy(); // nobody waits for the rest
    return { body: start, wireBytes: start.byteLength };
  }
  const isBodiless = method === 'HEAD' || bodiless.has(answer.statusCode);
  const announced = isBodiless ? null : Number(headers['content-length'] ?? 0);
  const sent = await collect(answer.body, maxBytes, announced).catch((error: unknown) => {
    answer.body.on('error', () => {}).destroy(); // nobody waits for the rest
    throw error;
  });
  if (isBodiless) return { body: new Uint8Array(), wireBytes: sent.byteLength };
  const body = await decompress(sent, headers['content-encoding'] ?? '', maxBytes);
  return { body, wireBytes: sent.byteLength };
}

/** The caller's headers; what proves who we are stays with the origin it was meant for. */
function ownHeaders(headers: Readonly<Record<string, string>>, sameOrigin: boolean): Record<string, string> {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(own.filter(([name]) => sameOrigin || (name !== 'cookie' && name !== 'authorization')));
}

async function keepCookies(cookies: IdentityCookies, header: string | string[] | undefined, url: URL): Promise<void> {
  for (const cookie of [header ?? []].flat().slice(0, maxSetCookies)) await cookies.keep(cookie, url.href);
}

const flatHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** Codes of OpenSSL and Node for a handshake that failed and a certificate that is not good. */
const noTls = /^(EPROTO|ERR_SSL_|ERR_TLS_)|CERT|SELF_SIGNED|UNABLE_TO_/;

/** @param at the hop that failed */
function fetchError(error: unknown, { url, timeoutMs, signal }: HttpRequest, at: string): Error {
  if (error instanceof NewshawkError || error instanceof TurnsEnded) return error;
  if (error instanceof EgressTrouble) return troubleError(error, at);
  if (signal?.aborted) return new NewshawkError('timed-out', `cancelled: ${url}`, { cause: error });
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (error instanceof errors.BodyTimeoutError)
    return new NewshawkError('timed-out', `the body stopped coming: ${url}`, { cause: error, at });
  if (name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError)
    return new NewshawkError('timed-out', `no complete answer in ${timeoutMs} ms: ${url}`, { cause: error, at });
  const fault = noTls.test(String(code)) ? 'host' : null;
  return new NewshawkError('unreachable', `${code ?? name}: ${message} (${url})`, { cause: error, at, fault });
}
