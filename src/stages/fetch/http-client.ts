import { type Dispatcher, errors } from 'undici';
import { NewshawkError } from '../../errors.ts';
import type { HttpClient, HttpRequest, HttpResponse } from '../../ports.ts';
import { collect, decompress } from './body.ts';
import { browserHeaders } from './browser-headers.ts';
import { EgressTrouble, troubleIn } from './egress-trouble.ts';
import { isProxyStatus, troubleError, webAddress } from './fetch-errors.ts';
import { type GuardDispatcher, openGuardDispatcher } from './guard-dispatcher.ts';
import type { CookieShelf, IdentityCookies } from './identity-cookies.ts';

export interface HttpClientOptions {
  readonly ignoreTlsErrors: boolean;
  /** Shared with the browser's contexts. */
  readonly cookies: CookieShelf;
}

const maxRedirects = 10;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
const bodiless = new Set([204, 205, 304]);

/** Plain HTTP with a browser's headers, cookies per identity, always through the identity's guard. */
export function openHttpClient({ ignoreTlsErrors, cookies }: HttpClientOptions): HttpClient {
  const dispatchers = new Map<string, GuardDispatcher>();
  const connectionOf = ({ identity }: HttpRequest): Connection => {
    const dispatcher =
      dispatchers.get(identity.guardUrl) ?? openGuardDispatcher(identity.guardUrl, { ignoreTlsErrors });
    dispatchers.set(identity.guardUrl, dispatcher);
    return { dispatcher, cookies: cookies.of(identity.id) };
  };
  return {
    async fetch(request) {
      const limit = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([limit, request.signal]) : limit;
      try {
        return await followRedirects(connectionOf(request), request, signal);
      } catch (error) {
        throw fetchError(error, request);
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

async function followRedirects(
  connection: Connection,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const startedAt = performance.now();
  const asked = webAddress(request.url);
  let url = asked;
  for (let hops = 0; hops <= maxRedirects; hops++) {
    const answer = await send(connection, request, url, asked, signal);
    const headers = flatHeaders(answer.headers);
    await keepCookies(connection.cookies, answer.headers['set-cookie'], url);
    const location = redirectStatuses.has(answer.statusCode) ? headers.location : undefined;
    if (location === undefined) {
      const { body, wireBytes } = await readBody(answer, headers, request);
      return {
        url: url.href,
        status: answer.statusCode,
        headers,
        body,
        wireBytes,
        elapsedMs: performance.now() - startedAt,
      };
    }
    answer.body.on('error', () => {}).destroy(); // what a redirect says beside its address is not read
    if (!URL.canParse(location, url))
      throw new NewshawkError('unreachable', `${url.href} redirects to no address: ${location}`);
    url = webAddress(new URL(location, url).href);
  }
  throw new NewshawkError(
    'unreachable',
    `${request.url} redirects more than ${maxRedirects} times; the last address is ${url.href}`,
  );
}

/** @throws NewshawkError when the guard or the proxy answers in the server's place */
async function send(
  { dispatcher, cookies: known }: Connection,
  request: HttpRequest,
  url: URL,
  asked: URL,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { dispatcher: connection, origin, path } = dispatcher.routeOf(url);
  const cookies = await known.header(url.href);
  const answer = await connection.request({
    origin,
    path,
    method: request.method ?? 'GET',
    headers: {
      host: url.host,
      ...browserHeaders(request.identity),
      ...(cookies === '' ? {} : { cookie: cookies }),
      ...ownHeaders(request.headers ?? {}, url.origin === asked.origin),
    },
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
  { method, maxBytes }: HttpRequest,
): Promise<{ body: Uint8Array; wireBytes: number }> {
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
  for (const cookie of [header ?? []].flat()) await cookies.keep(cookie, url.href);
}

const flatHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

function fetchError(error: unknown, { url, timeoutMs, signal }: HttpRequest): NewshawkError {
  if (error instanceof NewshawkError) return error;
  if (error instanceof EgressTrouble) return troubleError(error, url);
  if (signal?.aborted) return new NewshawkError('timed-out', `cancelled: ${url}`, { cause: error });
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || error instanceof errors.ConnectTimeoutError)
    return new NewshawkError('timed-out', `no complete answer in ${timeoutMs} ms: ${url}`, { cause: error });
  return new NewshawkError('unreachable', `${code ?? name}: ${message} (${url})`, { cause: error });
}
