import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SocksClient, type SocksClientError } from 'socks';
import { closedAddress } from './address-class.ts';
import { type Authority, formatAuthority, plainHost } from './authority.ts';
import type { Resolve } from './dial.ts';
import { asTrouble, EgressTrouble } from './egress-trouble.ts';

/** Who resolves the names that go through a proxy; `auto`: the guard where the proxy stands in our own network, else the proxy. */
export type ProxyDns = 'auto' | 'proxy' | 'guard';

/** An HTTP, HTTPS or SOCKS5 proxy behind the guard. */
export interface UpstreamProxy {
  readonly url: URL;
  /** Where it listens; without the credentials, for messages. */
  readonly at: Authority;
  readonly name: string;
  readonly isSocks: boolean;
  /** Beside the system's: certificates that an https proxy may show, PEM. */
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** Whether it is given addresses, not names. */
  pinned(): Promise<boolean>;
}

export interface UpstreamOptions {
  readonly dns: ProxyDns;
  readonly resolve: Resolve;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

export function upstreamProxy(proxyUrl: string, { dns, resolve, ca, timeoutMs }: UpstreamOptions): UpstreamProxy {
  const url = new URL(proxyUrl);
  const at = { host: plainHost(url.hostname), port: Number(url.port || defaultPorts[url.protocol]) };
  let isInside: Promise<boolean> | null = null;
  return {
    url,
    at,
    name: formatAuthority(at),
    isSocks: url.protocol === 'socks5:',
    ca,
    timeoutMs,
    async pinned() {
      if (dns !== 'auto') return dns === 'guard';
      isInside ??= standsInside(at.host, resolve);
      return await isInside;
    },
  };
}

/** A proxy in our own network reaches our own network: a name that changes its address between our check and its own would lead there. */
async function standsInside(host: string, resolve: Resolve): Promise<boolean> {
  if (isIP(host) !== 0) return closedAddress(host) !== null;
  const addresses = await resolve(host).catch(() => []); // unknown: taken for the worse; dialling it will say more
  return addresses.length === 0 || addresses.some((address) => closedAddress(address) !== null);
}

/** Opens a connection to the target through the proxy. @throws EgressTrouble */
export const dialThrough = (proxy: UpstreamProxy, target: Authority): Promise<Socket> =>
  proxy.isSocks ? dialSocks(proxy, target) : dialTunnel(proxy, target);

/** Any failure of the proxy, with its name and without its credentials. */
export const proxyTrouble = ({ name }: UpstreamProxy, error: unknown): EgressTrouble =>
  asTrouble(error, 'proxy', `the proxy ${name}`);

function dialTunnel(proxy: UpstreamProxy, target: Authority): Promise<Socket> {
  const authority = formatAuthority(target);
  const request = proxy.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const tunnel = request({
    ...proxy.at,
    ...tlsOf(proxy),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy.url) },
    agent: false,
  });
  const limit = setTimeout(() => tunnel.destroy(silence(proxy)), proxy.timeoutMs);
  return new Promise<Socket>((resolve, reject) => {
    const failed = (error: unknown): void => reject(proxyTrouble(proxy, error));
    const refused = (status: number): void => failed(new Error(statusWords(proxy, status, authority)));
    tunnel.once('error', failed);
    tunnel.once('response', (response) => {
      response.destroy();
      refused(response.statusCode ?? 0);
    });
    tunnel.once('connect', (response: IncomingMessage, socket: Duplex, head: Buffer) => {
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) {
        socket.destroy();
        return refused(status);
      }
      const plain = socket as Socket; // node:http hands out the socket it dialled
      plain.setNoDelay(true);
      if (head.length > 0) plain.unshift(head);
      resolve(plain);
    });
    tunnel.end();
  }).finally(() => clearTimeout(limit));
}

/** RFC 1928, 6: the proxy is well and says that the target is not. */
const targetIsDown = /NetworkUnreachable|HostUnreachable|ConnectionRefused|TTLExpired/;

async function dialSocks(proxy: UpstreamProxy, { host, port }: Authority): Promise<Socket> {
  const { username, password } = proxy.url;
  const credentials =
    username === '' ? {} : { userId: decodeURIComponent(username), password: decodeURIComponent(password) };
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: { ...proxy.at, type: 5, ...credentials },
      destination: { host, port },
      timeout: proxy.timeoutMs,
      set_tcp_nodelay: true,
    });
    return socket;
  } catch (error) {
    const { message } = error as SocksClientError;
    if (targetIsDown.test(message))
      throw new EgressTrouble('unreachable', `${host}:${port} through the proxy ${proxy.name}: ${message}`);
    if (/timed out/i.test(message)) throw proxyTrouble(proxy, silence(proxy));
    if (/Authentication failed|no accepted authentication type/i.test(message))
      throw proxyTrouble(proxy, new Error(`${credentialWords(proxy)} (${message})`));
    throw proxyTrouble(proxy, error);
  }
}

const silence = ({ timeoutMs }: UpstreamProxy): Error => new Error(`does not answer in ${timeoutMs} ms`);

/** What a proxy's own answer means; CONNECT and plain requests alike. */
export function statusWords(proxy: UpstreamProxy, status: number, target: string): string {
  if (status === 407) return `${credentialWords(proxy)} (407)`;
  return `answers ${status} for ${target}`;
}

const credentialWords = ({ url }: UpstreamProxy): string =>
  url.username === ''
    ? 'asks for credentials: write them into its address, user:password@host:port, special characters percent-encoded'
    : 'refuses our credentials';

/** By itself node:https takes the Host header, the site's, for the name that the proxy's certificate must have. */
export const tlsOf = ({ at, ca }: UpstreamProxy): { ca: string | undefined; servername: string } => ({
  ca,
  servername: isIP(at.host) === 0 ? at.host : '',
});

export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
