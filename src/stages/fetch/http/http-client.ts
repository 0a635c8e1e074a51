import { type Dispatcher, errors } from 'undici';
import { NewshawkError, TurnRefused, withEvidence } from '../../../errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../../ports.ts';
import { asEgressError, EgressError, egressErrorIn, isMalformedAnswer } from '../guard/egress-error.ts';
import { requestHeaders } from '../identity/browser-headers.ts';
import type { CookieJars, IdentityCookies } from '../identity/identity-cookies.ts';
import { collectBody, collectBodyStart, decompress } from './body.ts';
import { fromEgressError, isProxyFailure, parseWebUrl } from './fetch-errors.ts';
import { type GuardDispatcher, type GuardedRoute, openGuardDispatchers } from './guard-dispatcher.ts';
import { beginHop, endHop, type HopRecord } from './hop-record.ts';
import { TimeLimit } from './time-limit.ts';

interface HttpClientOptions {
  readonly ignoreTlsErrors: boolean;
  /** Shared with the browser's contexts. */
  readonly cookies: CookieJars;
  /** CA certificates beside the system's, PEM. */
  readonly ca?: string | undefined;
  /** Timeout between two pieces of a body, ms (undici rounds to seconds). Default: 15 s. */
  readonly idleBodyMs?: number;
}

/** The port promises it (`HttpClient`); browsers allow 20. Chosen by hand, not measured. */
const maxRedirects = 10;
/** Per response; further ones are ignored. */
const maxSetCookies = 100;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const bodilessStatuses = new Set([204, 205, 304]);

/** HTTP without a browser, but with a browser's headers and the identity's cookies. All traffic goes through the identity's guard. */
export function openHttpClient({ ignoreTlsErrors, cookies, ca, idleBodyMs = 15_000 }: HttpClientOptions): HttpClient {
  const dispatchers = openGuardDispatchers({ ignoreTlsErrors, ca, idleBodyMs });
  const connectionOf = ({ identity }: HttpRequest): Connection => ({
    dispatcher: dispatchers.through(identity.guardUrl),
    cookies: cookies.of(identity.id),
  });
  return {
    async fetch(request) {
      using limit = new TimeLimit(request.timeoutMs);
      const requests: HopRecord[] = [];
      try {
        return await followRedirects(connectionOf(request), request, { limit, requests });
      } catch (error) {
        const evidence = { page: null, screenshot: null, requests };
        throw withEvidence(fetchError(error, request, request.url), evidence);
      }
    },
    [Symbol.asyncDispose]: () => dispatchers[Symbol.asyncDispose](),
  };
}

interface Connection {
  readonly dispatcher: GuardDispatcher;
  readonly cookies: IdentityCookies;
}

/** A server's response to one hop of a redirect chain. */
interface HopResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Target of the redirect; null: the last hop. */
  readonly location: string | null;
  readonly body: Uint8Array;
  readonly wireBytes: number;
}

interface Trip {
  readonly limit: TimeLimit;
  /** The hops so far. */
  readonly requests: HopRecord[];
}

async function followRedirects(
  connection: Connection,
  request: HttpRequest,
  { limit, requests }: Trip,
): Promise<HttpResponse> {
  const signal = request.signal ? AbortSignal.any([limit.signal, request.signal]) : limit.signal;
  const firstUrl = parseWebUrl(request.url);
  const visitedStates = new Set<string>();
  let url = firstUrl;
  let message: Message = {
    method: request.method ?? 'GET',
    body: request.body ?? null,
    headers: request.headers ?? {},
  };
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const cookie = await connection.cookies.header(url.href);
    // Walls and consent pages redirect to the same address with a new cookie; with the same cookie it is a loop.
    const state = `${message.method} ${url.href} ${cookie}`;
    if (visitedStates.has(state)) throw redirectError(`${request.url} redirects in a circle, at ${url.href}`);
    visitedStates.add(state);
    if (request.turns !== undefined) await limit.excluding(request.turns.take(url.href));
    const record = beginHop(url, message.method, limit.elapsedMs);
    requests.push(record);
    const hop = { request, message, url, firstUrl, cookie, signal, record };
    const { location, ...response } = await fetchHop(connection, hop).catch((error: unknown) => {
      record.failure = (error as Error).message;
      throw fetchError(error, request, url.href);
    });
    endHop(record, response.wireBytes, location, limit.elapsedMs);
    if (location === null) return { ...response, url: url.href, elapsedMs: limit.elapsedMs, requests };
    if (!URL.canParse(location, url))
      throw redirectError(`${url.href} redirects to an invalid address: ${location.slice(0, 200)}`);
    url = parseWebUrl(new URL(location, url).href);
    message = afterRedirect(message, response.status);
  }
  throw redirectError(`${request.url} redirects more than ${maxRedirects} times; the last address is ${url.href}`);
}

/** What is sent to each hop. */
interface Message {
  readonly method: NonNullable<HttpRequest['method']>;
  readonly body: string | Uint8Array | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** The message to the target of a redirect (Fetch standard, 4.4): a POST becomes a GET, except after 307 and 308. */
function afterRedirect(message: Message, status: number): Message {
  if (message.method !== 'POST' || status === 307 || status === 308) return message;
  const headers = Object.entries(message.headers).filter(([name]) => !/^content-/i.test(name));
  return { method: 'GET', body: null, headers: Object.fromEntries(headers) };
}

const redirectError = (detail: string): NewshawkError => new NewshawkError('unreachable', detail, { fault: 'page' });

interface HopRequest {
  readonly request: HttpRequest;
  readonly message: Message;
  readonly url: URL;
  /** The address before any redirect. */
  readonly firstUrl: URL;
  readonly cookie: string;
  readonly signal: AbortSignal;
  readonly record: HopRecord;
}

/** Sends the request, and once again when a kept connection turns out to be closed; not a POST, which the server may have handled. */
async function fetchHop(connection: Connection, hop: HopRequest): Promise<HopResponse> {
  const { url, signal, request, message } = hop;
  const route = await raceAbort(connection.dispatcher.routeFor(url), signal);
  try {
    return await fetchHopOver(route, connection, hop);
  } catch (error) {
    if (signal.aborted && !request.signal?.aborted) connection.dispatcher.retire(url);
    const isRepeatable = route.isReused && message.method !== 'POST';
    if (signal.aborted || !isRepeatable || !isLostConnection(error)) throw error;
    return fetchHopOver(await raceAbort(connection.dispatcher.routeFor(url), signal), connection, hop);
  }
}

async function fetchHopOver(route: GuardedRoute, { cookies }: Connection, hop: HopRequest): Promise<HopResponse> {
  const { request, message, url } = hop;
  const response = await send(route, hop);
  request.turns?.answered(url.href);
  const headers = flatHeaders(response.headers);
  Object.assign(hop.record, { status: response.statusCode, responseHeaders: headers });
  await keepCookies(cookies, response.headers['set-cookie'], url);
  const { statusCode: status } = response;
  const location = redirectStatuses.has(status) ? headers.location || null : null;
  if (location === null)
    return {
      status,
      headers,
      location,
      ...(await readBody(response, headers, { ...request, method: message.method })),
    };
  response.body.on('error', () => {}).destroy(); // the body of a redirect is not read
  return { status, headers, location, body: new Uint8Array(), wireBytes: 0 };
}

/** Error codes of a connection that the server has closed. */
const lostConnectionCode =
  /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_INFO|UND_ERR_CLOSED|UND_ERR_DESTROYED|ERR_HTTP2_.*)$/;
const isLostConnection = (error: unknown): boolean =>
  lostConnectionCode.test(String((error as NodeJS.ErrnoException).code ?? ''));

/** The work's result, or the abort error. The work goes on: other requests may wait for the same connection. */
async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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

/** @throws NewshawkError when the response comes from the guard or the proxy, not from the server */
async function send(route: GuardedRoute, hop: HopRequest): Promise<Dispatcher.ResponseData> {
  const { request, message, url, firstUrl, cookie, signal } = hop;
  const headers = [
    ...['host', url.host],
    ...requestHeaders(request.identity, {
      protocol: route.protocol,
      cookie,
      as: request.as,
      extra: callerHeaders(message.headers, url.origin === firstUrl.origin),
    }),
  ];
  hop.record.sentHeaders = headers;
  const response = await route.dispatcher.request({
    origin: route.origin,
    path: route.path,
    method: message.method,
    body: message.body,
    headers,
    signal,
  });
  const egressError = url.protocol === 'http:' ? egressErrorIn(response.headers) : null;
  const proxyFailed = isProxyFailure(response.statusCode, url.href, request.identity.proxy);
  if (egressError === null && !proxyFailed) return response;
  response.body.on('error', () => {}).destroy();
  throw fromEgressError(egressError ?? new EgressError('proxy', `it answers ${response.statusCode}`), url.href);
}

async function readBody(
  response: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  { method, maxBytes, enoughBytes }: HttpRequest,
): Promise<{ body: Uint8Array; wireBytes: number }> {
  if (enoughBytes !== undefined && method !== 'HEAD') {
    const start = await collectBodyStart(response.body, enoughBytes);
    response.body.on('error', () => {}).destroy(); // the rest is not needed
    return { body: start, wireBytes: start.byteLength };
  }
  const isBodiless = method === 'HEAD' || bodilessStatuses.has(response.statusCode);
  const announcedBytes = isBodiless ? null : Number(headers['content-length'] ?? 0);
  const sent = await collectBody(response.body, maxBytes, announcedBytes).catch((error: unknown) => {
    response.body.on('error', () => {}).destroy(); // the rest is not needed
    throw error;
  });
  if (isBodiless) return { body: new Uint8Array(), wireBytes: sent.byteLength };
  const body = await decompress(sent, headers['content-encoding'] ?? '', maxBytes);
  return { body, wireBytes: sent.byteLength };
}

/** The caller's headers. After a redirect to another origin they have no credentials. */
function callerHeaders(headers: Readonly<Record<string, string>>, sameOrigin: boolean): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(entries.filter(([name]) => sameOrigin || (name !== 'cookie' && name !== 'authorization')));
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

/** Codes of OpenSSL and Node for a failed handshake or an invalid certificate. */
const tlsErrorCode = /^(EPROTO|ERR_SSL_|ERR_TLS_)|CERT|SELF_SIGNED|UNABLE_TO_/;

/** @param at address of the hop that failed */
function fetchError(error: unknown, { url, timeoutMs, signal }: HttpRequest, at: string): Error {
  if (error instanceof NewshawkError || error instanceof TurnRefused) return error;
  if (error instanceof EgressError) return fromEgressError(error, at);
  if (signal?.aborted) return new NewshawkError('timed-out', `cancelled: ${url}`, { cause: error });
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (error instanceof errors.BodyTimeoutError)
    return new NewshawkError('timed-out', `the body stopped coming: ${url}`, { cause: error, at });
  if (name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError)
    return new NewshawkError('timed-out', `no complete response in ${timeoutMs} ms: ${url}`, { cause: error, at });
  if (isMalformedAnswer(error)) return fromEgressError(asEgressError(error, 'unreachable', new URL(at).host), at);
  const fault = tlsErrorCode.test(String(code)) ? 'host' : null;
  return new NewshawkError('unreachable', `${code ?? name}: ${message} (${url})`, { cause: error, at, fault });
}
