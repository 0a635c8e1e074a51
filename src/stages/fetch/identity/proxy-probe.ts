import { connect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { kindOf, NewshawkError } from '../../../errors.ts';
import type { Identity } from '../../../model/page/page.ts';
import type { Clock, HttpClient } from '../../../ports.ts';
import { normalizeHost } from '../guard/authority.ts';

/** Why an identity's proxy does not answer; null: it answers, or the identity has no proxy. */
export type ProxyProbe = (identity: Identity) => Promise<string | null>;

interface ProbeOptions {
  readonly proxyUrlOf: (identity: Identity) => string | null;
  readonly clock: Clock;
  /** From connecting to the first byte. Default: 5 s. */
  readonly timeoutMs?: number;
}

/** A working proxy answers a greeting in 1 s, on another continent in 2 s. */
const defaultTimeoutMs = 5_000;
/** A result is reused this long: with one proxy many pages time out together. */
const cacheMs = 30_000;

/**
 * A proxy that hangs looks like a slow site. So after a timeout the proxy itself is probed: one connection and a greeting that involves no site. Any answer
 * counts, even a refusal.
 */
export function openProxyProbe({ proxyUrlOf, clock, timeoutMs = defaultTimeoutMs }: ProbeOptions): ProxyProbe {
  const probes = new Map<string, { readonly atMs: number; readonly result: Promise<string | null> }>();
  return (identity) => {
    const proxyUrl = proxyUrlOf(identity);
    if (proxyUrl === null) return Promise.resolve(null);
    const nowMs = clock.monotonicMs();
    const last = probes.get(proxyUrl);
    const current =
      last !== undefined && nowMs - last.atMs < cacheMs
        ? last
        : { atMs: nowMs, result: probe(new URL(proxyUrl), timeoutMs) };
    probes.set(proxyUrl, current);
    return current.result;
  };
}

/** Probes each proxy once. @returns its address without credentials, and why it does not answer (null: it answers) */
export const probeProxies = (
  proxies: readonly (string | { readonly url: string })[],
  clock: Clock,
): Promise<readonly { readonly proxy: string; readonly silence: string | null }[]> =>
  Promise.all(
    proxies.map(async (entry) => {
      const url = typeof entry === 'string' ? entry : entry.url;
      const { protocol, host } = new URL(url);
      const proxy = `${protocol}//${host}`;
      return { proxy, silence: await openProxyProbe({ proxyUrlOf: () => url, clock })({ id: proxy, proxy }) };
    }),
  );

/** The error itself, or a proxy error after a timeout that the proxy caused. */
export async function attributeTimeout(error: unknown, identity: Identity, probeProxy: ProxyProbe): Promise<unknown> {
  if (kindOf(error) !== 'timed-out') return error;
  const why = await probeProxy(identity);
  if (why === null) return error;
  const { message } = error as NewshawkError;
  return new NewshawkError('proxy', `the proxy failed: ${identity.proxy} ${why}; reported as: ${message}`, {
    cause: error,
  });
}

/** A client that reports a timeout as a proxy error where the proxy caused it. */
export const attributingTimeouts = (http: HttpClient, probeProxy: ProxyProbe): HttpClient => ({
  fetch: async (request) => {
    try {
      return await http.fetch(request);
    } catch (error) {
      if (request.signal?.aborted) throw error;
      throw await attributeTimeout(error, request.identity, probeProxy);
    }
  },
  [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
});

/** SOCKS: version 5 and the authentication methods (none, password). HTTP: a request without an absolute URL, so that the proxy fetches nothing. */
const helloFor = ({ protocol, host }: URL): Uint8Array | string =>
  protocol === 'socks5:' ? Uint8Array.of(5, 2, 0, 2) : `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

function probe(proxy: URL, timeoutMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = connectTo(proxy);
  let isConnected = false;
  const end = (why: string | null): void => {
    clearTimeout(timer);
    socket.destroy();
    resolve(why);
  };
  const timer = setTimeout(() => end(`does not answer in ${timeoutMs} ms`), timeoutMs);
  socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    socket.write(helloFor(proxy));
  });
  socket.once('data', () => end(null));
  // Some proxies close the connection instead: that is an answer too.
  socket.once('end', () => end(null));
  socket.on('error', (error: NodeJS.ErrnoException) =>
    end(isConnected ? null : `can't be reached (${error.code ?? error.message})`),
  );
  return promise;
}

/** Whether a proxy accepts a connection within `timeoutMs`. A slow proxy does, before it answers anything. */
export function acceptsConnection(proxy: URL, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { host, port } = addressOf(proxy);
  const socket = connect({ host, port, timeout: timeoutMs });
  const end = (accepts: boolean): void => {
    socket.destroy();
    resolve(accepts);
  };
  socket.once('connect', () => end(true));
  socket.once('timeout', () => end(false));
  socket.on('error', () => end(false));
  return promise;
}

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'socks5:': 1080 };

const addressOf = ({ protocol, hostname, port }: URL): { readonly host: string; readonly port: number } => ({
  host: normalizeHost(hostname),
  port: Number(port || (defaultPorts[protocol] ?? 80)),
});

function connectTo(proxy: URL): Socket {
  const { host, port } = addressOf(proxy);
  if (proxy.protocol !== 'https:') return connect({ host, port });
  return tlsConnect({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) });
}
