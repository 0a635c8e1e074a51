import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { type Authority, formatAuthority, plainHost } from './authority.ts';
import { type DialRules, dialDirect, vetForUpstream } from './dial.ts';
import { EgressTrouble, isGuardHeader } from './egress-trouble.ts';
import { dialThrough, proxyAuthorization, statusWords, tlsOf, type UpstreamProxy } from './upstream-proxy.ts';

/** How plain http requests are sent on. */
export interface PlainForward {
  /** Sends the request's head on. @throws EgressTrouble when the policy refuses */
  start(incoming: IncomingMessage, url: URL, target: Authority): Promise<ClientRequest>;
  /** The proxy's own answer as the trouble that it is; null where it is the site's. */
  troubleIn(answer: IncomingMessage, target: Authority): EgressTrouble | null;
  close(): void;
}

/** RFC 9110, 7.6.1: these belong to one connection and are not passed on. */
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

/** Servers on the open web break the grammar in ways that browsers put up with. */
const lenient = { insecureHTTPParser: true, maxHeaderSize: 256 * 1024 };

/** Connections are kept per host, each dialled, and so judged and pinned, once. */
export function dialledForward(dial: (target: Authority) => Promise<Socket>): PlainForward {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  agent.createConnection = (connection, done) => {
    dial({ host: plainHost(String(connection.host)), port: Number(connection.port) }).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    );
    return undefined; // node:http waits for the callback
  };
  return {
    close: () => agent.destroy(),
    troubleIn: () => null,
    start: async (incoming, url, { host, port }) =>
      request({
        agent,
        host,
        port,
        method: incoming.method,
        path: `${url.pathname}${url.search}`,
        headers: passedOn(incoming),
        ...lenient,
      }),
  };
}

export const directForward = (rules: DialRules): PlainForward => dialledForward((target) => dialDirect(rules, target));

/**
 * To an HTTP(S) proxy, in absolute form (many permit CONNECT to port 443 only). With a pinned address through a tunnel: a proxy replaces the Host header
 * by the host of the absolute form (RFC 9112, 3.2.2), and the site's name would be lost.
 */
export function proxyForward(rules: DialRules, proxy: UpstreamProxy): PlainForward {
  const isSecure = proxy.url.protocol === 'https:';
  const agent = isSecure ? new TlsAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const send = isSecure ? tlsRequest : request;
  const pinned = dialledForward(async (target) => dialThrough(proxy, await vetForUpstream(rules, target, true)));
  return {
    close() {
      agent.destroy();
      pinned.close();
    },
    troubleIn: ({ statusCode = 0 }, target) =>
      isProxyStatus(statusCode)
        ? new EgressTrouble(
            'proxy',
            `the proxy ${proxy.name}: ${statusWords(proxy, statusCode, formatAuthority(target))}`,
          )
        : null,
    async start(incoming, url, asked) {
      const target = await vetForUpstream(rules, asked, await proxy.pinned());
      if (target.isPinned) return await pinned.start(incoming, url, asked);
      return send({
        agent,
        ...proxy.at,
        ...tlsOf(proxy),
        method: incoming.method,
        path: new URL(`${url.pathname}${url.search}`, `http://${formatAuthority(target)}`).href,
        headers: [...passedOn(incoming), ...Object.entries(proxyAuthorization(proxy.url)).flat()],
        ...lenient,
      });
    },
  };
}

/** By these a proxy says that it failed, not the site: 407, and 502 and 590 to 599 (proxy-chain, Apify, Squid). */
const isProxyStatus = (status: number): boolean => status === 407 || status === 502 || (status >= 590 && status <= 599);

const passedOn = (incoming: IncomingMessage): string[] => kept(incoming, (name) => !hopByHop.has(name));
export const passedBack = (answer: IncomingMessage): string[] =>
  kept(answer, (name) => !hopByHop.has(name) && !isGuardHeader(name) && !isWrongLength(answer, name));

/** RFC 9110, 8.6: no length with 204; RFC 9112, 6.3: none beside a transfer coding. Browsers refuse both from a proxy. */
const isWrongLength = ({ statusCode, headers }: IncomingMessage, name: string): boolean =>
  (name === 'content-length' && (statusCode === 204 || headers['transfer-encoding'] !== undefined)) ||
  (name === 'transfer-encoding' && statusCode === 204);

const unsendable = /[^\t\x20-\x7e\x80-\xff]/g;

/** Names and values in turn, as node:http gives and takes them: order and spelling stay. What servers write and node:http refuses to write goes. */
function kept(
  { rawHeaders: raw, headers: { connection } }: IncomingMessage,
  keep: (name: string) => boolean,
): string[] {
  const named = new Set(connection?.toLowerCase().split(/\s*,\s*/));
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const plain = name.toLowerCase();
    if (keep(plain) && !named.has(plain)) headers.push(name, value.replace(unsendable, ''));
  }
  return headers;
}

/** A status line that node:http writes: hostile and broken servers send numbers and words that it refuses. */
export const statusOf = ({ statusCode = 0, statusMessage = '' }: IncomingMessage): [number, string] => [
  statusCode >= 200 && statusCode <= 999 ? statusCode : 502,
  statusMessage.replace(unsendable, ''),
];
