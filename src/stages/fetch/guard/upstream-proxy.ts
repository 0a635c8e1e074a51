import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { SocksClient, type SocksClientError } from 'socks';
import { specialPurposeClass } from './address-class.ts';
import { type Authority, formatAuthority, normalizeHost } from './authority.ts';
import type { Resolve } from './dial.ts';
import { asEgressError, EgressError } from './egress-error.ts';

/** Who resolves names that go through a proxy. `auto`: the guard if the proxy is in our own network, otherwise the proxy. */
export type ProxyDns = 'auto' | 'proxy' | 'guard';

/** An HTTP, HTTPS or SOCKS5 proxy that the guard sends on to. */
export interface UpstreamProxy {
  readonly url: URL;
  readonly address: Authority;
  /** `host:port` for messages, without credentials. */
  readonly name: string;
  readonly isSocks: boolean;
  /** CA certificates for an https proxy, in addition to the system's, PEM. */
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** Whether the proxy gets addresses that the guard resolved, not names. */
  pinsAddresses(): Promise<boolean>;
}

interface UpstreamOptions {
  readonly dns: ProxyDns;
  readonly resolve: Resolve;
  readonly ca: string | undefined;
  readonly timeoutMs: number;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'socks5:': 1080 };

export function upstreamProxy(proxyUrl: string, { dns, resolve, ca, timeoutMs }: UpstreamOptions): UpstreamProxy {
  const url = new URL(proxyUrl);
  const address = { host: normalizeHost(url.hostname), port: Number(url.port || defaultPorts[url.protocol]) };
  let isInside: Promise<boolean> | null = null;
  return {
    url,
    address,
    name: formatAuthority(address),
    isSocks: url.protocol === 'socks5:',
    ca,
    timeoutMs,
    async pinsAddresses() {
      if (dns !== 'auto') return dns === 'guard';
      isInside ??= isInOwnNetwork(address.host, resolve);
      return await isInside;
    },
  };
}

/** A proxy in our own network can reach that network, so a name that resolves differently for it (DNS rebinding) could lead there. */
async function isInOwnNetwork(host: string, resolve: Resolve): Promise<boolean> {
  if (isIP(host) !== 0) return specialPurposeClass(host) !== null;
  const addresses = await resolve(host).catch(() => []); // unknown counts as inside; dialling reports the error
  return addresses.length === 0 || addresses.some((address) => specialPurposeClass(address) !== null);
}

/** Opens a connection to the target through the proxy. @throws EgressError */
export const dialThrough = (proxy: UpstreamProxy, target: Authority): Promise<Socket> =>
  proxy.isSocks ? dialSocks(proxy, target) : dialTunnel(proxy, target);

/** Wraps a failure of the proxy. The message has its name, without credentials. */
const asProxyError = ({ name }: UpstreamProxy, error: unknown): EgressError =>
  asEgressError(error, 'proxy', `the proxy ${name}`);

function dialTunnel(proxy: UpstreamProxy, target: Authority): Promise<Socket> {
  const authority = formatAuthority(target);
  const request = proxy.url.protocol === 'https:' ? httpsRequest : httpRequest;
  const tunnel = request({
    ...proxy.address,
    ...tlsOptions(proxy),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(proxy.url) },
    agent: false,
  });
  const limit = setTimeout(() => tunnel.destroy(timeoutError(proxy)), proxy.timeoutMs);
  return new Promise<Socket>((resolve, reject) => {
    const failed = (error: unknown): void => reject(asProxyError(proxy, error));
    const refused = (status: number): void => failed(new Error(describeStatus(proxy, status, authority)));
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
      const plain = socket as Socket; // node:http passes the socket that it opened
      plain.setNoDelay(true);
      if (head.length > 0) plain.unshift(head);
      resolve(plain);
    });
    tunnel.end();
  }).finally(() => clearTimeout(limit));
}

/** SOCKS replies by which a working proxy reports that the target failed (RFC 1928, 6). */
const targetUnreachable = /NetworkUnreachable|HostUnreachable|ConnectionRefused|TTLExpired/;

async function dialSocks(proxy: UpstreamProxy, { host, port }: Authority): Promise<Socket> {
  const { username, password } = proxy.url;
  const credentials =
    username === '' ? {} : { userId: decodeURIComponent(username), password: decodeURIComponent(password) };
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      proxy: { ...proxy.address, type: 5, ...credentials },
      destination: { host, port },
      timeout: proxy.timeoutMs,
      set_tcp_nodelay: true,
    });
    return socket;
  } catch (error) {
    const { message } = error as SocksClientError;
    if (targetUnreachable.test(message))
      throw new EgressError('unreachable', `${host}:${port} through the proxy ${proxy.name}: ${message}`);
    if (/timed out/i.test(message)) throw asProxyError(proxy, timeoutError(proxy));
    if (/Authentication failed|no accepted authentication type/i.test(message))
      throw asProxyError(proxy, new Error(`${describeCredentialError(proxy)} (${message})`));
    throw asProxyError(proxy, error);
  }
}

const timeoutError = ({ timeoutMs }: UpstreamProxy): Error => new Error(`does not answer in ${timeoutMs} ms`);

/** Statuses by which a proxy reports its own failure: 407, 502, and 590 to 599 (proxy-chain, Apify, Squid). */
export const isProxyStatus = (status: number): boolean =>
  status === 407 || status === 502 || (status >= 590 && status <= 599);

/** Describes a proxy's own response to CONNECT or to a plain request. */
export function describeStatus(proxy: UpstreamProxy, status: number, target: string): string {
  if (status === 407) return `${describeCredentialError(proxy)} (407)`;
  return `answers ${status} for ${target}`;
}

const describeCredentialError = ({ url }: UpstreamProxy): string =>
  url.username === ''
    ? 'asks for credentials: write them into its address, user:password@host:port, special characters percent-encoded'
    : 'refuses our credentials';

/** Without `servername` node:https expects the name of the Host header, which is the site's, in the proxy's certificate. */
export const tlsOptions = ({ address, ca }: UpstreamProxy): { ca: string | undefined; servername: string } => ({
  ca,
  servername: isIP(address.host) === 0 ? address.host : '',
});

export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
