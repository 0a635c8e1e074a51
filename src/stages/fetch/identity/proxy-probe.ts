import { connect, isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { kindOf, NewshawkError } from '../../../errors.ts';
import type { Identity } from '../../../model/page/page.ts';
import type { Clock, HttpClient } from '../../../ports.ts';
import { plainHost } from '../guard/authority.ts';

/** Why an identity's proxy is silent; null: it answers, or there is none. */
export type SilenceOf = (identity: Identity) => Promise<string | null>;

export interface ProbeOptions {
  readonly proxyUrlOf: (identity: Identity) => string | null;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** For connecting and for the first byte, together. */
  readonly timeoutMs?: number;
}

/** A living proxy answers a hello in a second, one on another continent in two. */
const defaultTimeoutMs = 5_000;
/** Many pages time out with one proxy: they share an answer. */
const keptMs = 30_000;

/**
 * A silent proxy shows as a site that is slow. So after a time-out the proxy itself is asked for a sign of life: one connection and a hello that needs no
 * site. Any answer will do, also a refusal; one probe per proxy in half a minute.
 */
export function openProxyProbe({ proxyUrlOf, clock, timeoutMs = defaultTimeoutMs }: ProbeOptions): SilenceOf {
  const probes = new Map<string, { readonly atMs: number; readonly answer: Promise<string | null> }>();
  return (identity) => {
    const proxyUrl = proxyUrlOf(identity);
    if (proxyUrl === null) return Promise.resolve(null);
    const nowMs = clock.monotonicMs();
    const known = probes.get(proxyUrl);
    const probe =
      known !== undefined && nowMs - known.atMs < keptMs
        ? known
        : { atMs: nowMs, answer: silence(new URL(proxyUrl), timeoutMs) };
    probes.set(proxyUrl, probe);
    return probe.answer;
  };
}

/** Each proxy by its address, and why it is silent. */
export const signsOfLife = (
  proxies: readonly (string | { readonly url: string })[],
  clock: Pick<Clock, 'monotonicMs'>,
): Promise<readonly { readonly proxy: string; readonly silence: string | null }[]> =>
  Promise.all(
    proxies.map(async (named) => {
      const url = typeof named === 'string' ? named : named.url;
      const { protocol, host } = new URL(url);
      const proxy = `${protocol}//${host}`;
      return { proxy, silence: await openProxyProbe({ proxyUrlOf: () => url, clock })({ id: proxy, proxy }) };
    }),
  );

/** The error, or that of the proxy where a time-out was the proxy's. */
export async function blamed(error: unknown, identity: Identity, silenceOf: SilenceOf): Promise<unknown> {
  if (kindOf(error) !== 'timed-out') return error;
  const why = await silenceOf(identity);
  if (why === null) return error;
  const { message } = error as NewshawkError;
  return new NewshawkError('proxy', `the proxy failed: ${identity.proxy} ${why}; seen as: ${message}`, {
    cause: error,
  });
}

/** A client whose time-outs are the site's, and no silent proxy's. */
export const blamingProxies = (http: HttpClient, silenceOf: SilenceOf): HttpClient => ({
  fetch: async (request) => {
    try {
      return await http.fetch(request);
    } catch (error) {
      if (request.signal?.aborted) throw error;
      throw await blamed(error, request.identity, silenceOf);
    }
  },
  [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
});

/** SOCKS: version 5, and the ways to sign in (none, password). HTTP: a request that is no proxy's, so that nothing is fetched for it. */
const helloTo = ({ protocol, host }: URL): Uint8Array | string =>
  protocol === 'socks5:' ? Uint8Array.of(5, 2, 0, 2) : `GET / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

function silence(proxy: URL, timeoutMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = open(proxy);
  let isConnected = false;
  const end = (why: string | null): void => {
    clearTimeout(timer);
    socket.destroy();
    resolve(why);
  };
  const timer = setTimeout(() => end(`does not answer in ${timeoutMs} ms`), timeoutMs);
  socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    socket.write(helloTo(proxy));
  });
  socket.once('data', () => end(null));
  // Some hang up on what is not meant for them: that is an answer too.
  socket.once('end', () => end(null));
  socket.on('error', (error: NodeJS.ErrnoException) =>
    end(isConnected ? null : `can't be reached (${error.code ?? error.message})`),
  );
  return promise;
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = plainHost(hostname);
  if (protocol === 'https:')
    return tlsConnect({ host, port: Number(port || 443), ...(isIP(host) === 0 ? { servername: host } : {}) });
  return connect({ host, port: Number(port || (protocol === 'socks5:' ? 1080 : 80)) });
}
