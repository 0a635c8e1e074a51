import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { type Authority, formatAuthority, normalizeHost } from './authority.ts';
import { type DialRules, dialDirect, vetForUpstream } from './dial.ts';
import { EgressError, isGuardHeader } from './egress-error.ts';
import {
  describeStatus,
  dialThrough,
  isProxyStatus,
  proxyAuthorization,
  tlsOptions,
  type UpstreamProxy,
} from './upstream-proxy.ts';

/** Forwards plain http requests (those without TLS). */
export interface PlainForward {
  /** Opens the outgoing request with its headers. @throws EgressError when the policy refuses */
  start(incoming: IncomingMessage, url: URL, target: Authority): Promise<ClientRequest>;
  /** The error when the response is the proxy's own; null for a site's response. */
  proxyErrorIn(response: IncomingMessage, target: Authority): EgressError | null;
  close(): void;
}

/** Headers that belong to one connection and are not forwarded (RFC 9110, 7.6.1). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'te',
  'trailer',
  'upgrade',
]);

/** Browsers accept some violations of the HTTP grammar, so we do too. 256 KiB of headers is Chromium's limit. */
const lenient = { insecureHTTPParser: true, maxHeaderSize: 256 * 1024 };

/** Forwards over sockets from `dial`. Connections are kept per host; each is checked and pinned once, when it is dialled. */
export function forwardOver(dial: (target: Authority) => Promise<Socket>): PlainForward {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  agent.createConnection = (connection, done) => {
    dial({ host: normalizeHost(String(connection.host)), port: Number(connection.port) }).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    );
    return undefined; // node:http waits for the callback
  };
  return {
    close: () => agent.destroy(),
    proxyErrorIn: () => null,
    start: async (incoming, url, { host, port }) =>
      request({
        agent,
        host,
        port,
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers: requestHeaders(incoming),
        ...lenient,
      }),
  };
}

export const directForward = (rules: DialRules): PlainForward => forwardOver((target) => dialDirect(rules, target));

/**
 * Forwards to an HTTP(S) proxy in absolute form: many proxies permit CONNECT to port 443 only. A pinned address goes through a tunnel instead: a proxy
 * replaces the Host header by the host of the absolute form (RFC 9112, 3.2.2), so the site's name would be lost.
 */
export function proxyForward(rules: DialRules, proxy: UpstreamProxy): PlainForward {
  const isSecure = proxy.url.protocol === 'https:';
  const agent = isSecure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const send = isSecure ? tlsRequest : request;
  const pinned = forwardOver(async (target) => dialThrough(proxy, await vetForUpstream(rules, target, true)));
  return {
    close() {
      agent.destroy();
      pinned.close();
    },
    proxyErrorIn: ({ statusCode = 0 }, target) =>
      isProxyStatus(statusCode)
        ? new EgressError(
            'proxy',
            `the proxy ${proxy.name}: ${describeStatus(proxy, statusCode, formatAuthority(target))}`,
          )
        : null,
    async start(incoming, url, requested) {
      const target = await vetForUpstream(rules, requested, await proxy.pinsAddresses());
      if (target.isPinned) return await pinned.start(incoming, url, requested);
      return send({
        agent,
        ...proxy.address,
        ...tlsOptions(proxy),
        method: incoming.method,
        path: new URL(`${url.pathname}${url.search}`, `http://${formatAuthority(target)}`).href,
        headers: [...requestHeaders(incoming), ...Object.entries(proxyAuthorization(proxy.url)).flat()],
        ...lenient,
      });
    },
  };
}

const requestHeaders = (incoming: IncomingMessage): string[] => filterHeaders(incoming, (name) => !hopByHop.has(name));
export const responseHeaders = (response: IncomingMessage): string[] =>
  filterHeaders(response, (name) => !hopByHop.has(name) && !isGuardHeader(name) && !isWrongLength(response, name));

/** A length with 204 (RFC 9110, 8.6) or beside a transfer coding (RFC 9112, 6.3). Browsers refuse both from a proxy. */
const isWrongLength = ({ statusCode, headers }: IncomingMessage, name: string): boolean =>
  (name === 'content-length' && (statusCode === 204 || headers['transfer-encoding'] !== undefined)) ||
  (name === 'transfer-encoding' && statusCode === 204);

/** Characters that node:http refuses to write in a header. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/g;

/** Alternating names and values, as node:http reads and writes them, in their order and capitals. */
function filterHeaders(
  { rawHeaders: raw, headers: { connection } }: IncomingMessage,
  keep: (name: string) => boolean,
): string[] {
  const perConnection = new Set(connection?.toLowerCase().split(/\s*,\s*/));
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const plain = name.toLowerCase();
    if (keep(plain) && !perConnection.has(plain)) headers.push(name, value.replace(unsendable, ''));
  }
  return headers;
}

/** Status and reason in a form that node:http can write: it refuses what some broken or hostile servers send. */
export const statusLine = ({ statusCode = 0, statusMessage = '' }: IncomingMessage): [number, string] => [
  statusCode >= 200 && statusCode <= 999 ? statusCode : 502,
  statusMessage.replace(unsendable, ''),
];
