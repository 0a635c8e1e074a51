import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, isIP, isIPv4, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { closedAddress } from './address-class.ts';
import { asTrouble, EgressTrouble } from './egress-trouble.ts';
import type { Authority, NetworkPolicy } from './network-policy.ts';

/** Resolves a name to all its addresses. @throws Error of the resolver */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface DialRules {
  readonly policy: NetworkPolicy;
  readonly resolve: Resolve;
  /** The guard's own ports: through itself it would reach anything. */
  readonly ownPorts: ReadonlySet<number>;
}

const connectTimeoutMs = 15_000;

/**
 * Resolves the target once, keeps the addresses that the policy permits and connects to one of those and no other: a name that changes between the
 * check and the connection (DNS rebinding) gains nothing.
 * @throws EgressTrouble
 */
export async function dialDirect(rules: DialRules, asked: Authority): Promise<Socket> {
  const target = rules.policy.redirected(asked);
  const addresses = permitted(rules, target, await addressesOf(rules, target));
  const socket = connect({
    host: target.host,
    port: target.port,
    noDelay: true,
    timeout: connectTimeoutMs,
    lookup: (_host, options, done) => {
      const all = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
      const [first] = all;
      if (options.all || first === undefined) done(null, all);
      else done(null, first.address, first.family);
    },
  });
  return await connected(socket, `${asked.host}:${asked.port}`);
}

/**
 * Judges a target that an upstream proxy will resolve: literal addresses and local names as ever; a name that resolves here to nothing permitted is refused,
 * one that does not resolve here is the proxy's affair.
 * @returns what to ask the proxy for
 * @throws EgressTrouble
 */
export async function vetForUpstream(rules: DialRules, asked: Authority): Promise<Authority> {
  const target = rules.policy.redirected(asked);
  if (isIP(target.host) !== 0) permitted(rules, target, [target.host]);
  else if (rules.policy.namesHost(target)) return target;
  else if (rules.policy.isLocalName(target.host))
    throw new EgressTrouble('refused', `${target.host} is a local name, and the proxy may stand anywhere`);
  else {
    const addresses = await rules.resolve(target.host).catch(() => null); // unknown here: only the proxy's resolver can tell
    if (addresses !== null && addresses.length > 0) permitted(rules, target, addresses);
  }
  return target;
}

/** Opens a tunnel to the target through an HTTP(S) proxy. @throws EgressTrouble of kind proxy */
export function dialThrough(upstream: URL, target: Authority): Promise<Socket> {
  const authority = formatAuthority(target);
  const request = upstream.protocol === 'https:' ? httpsRequest : httpRequest;
  const tunnel = request({
    host: upstream.hostname.replace(/^\[|\]$/g, ''),
    port: upstream.port || (upstream.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...proxyAuthorization(upstream) },
    agent: false,
    timeout: connectTimeoutMs,
  });
  return new Promise((resolve, reject) => {
    const failed = (error: unknown): void => reject(asTrouble(error, 'proxy', `the proxy ${upstream.host}`));
    tunnel.once('timeout', () => tunnel.destroy(new Error(`does not answer in ${connectTimeoutMs} ms`)));
    tunnel.once('error', failed);
    tunnel.once('response', (response) => {
      response.destroy();
      failed(new Error(`answers CONNECT with ${response.statusCode}`));
    });
    tunnel.once('connect', (response: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        failed(new Error(`answers CONNECT with ${response.statusCode}`));
        return;
      }
      const plain = socket as Socket; // node:http hands out the socket it dialled
      plain.setTimeout(0);
      if (head.length > 0) plain.unshift(head);
      resolve(plain);
    });
    tunnel.end();
  });
}

export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

export const formatAuthority = ({ host, port }: Authority): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;

async function addressesOf({ resolve }: DialRules, { host }: Authority): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1']; // RFC 6761: never asked of a resolver
  const addresses = await resolve(host).catch((error: unknown) => {
    throw asTrouble(error, 'unreachable', `the name ${host} does not resolve`);
  });
  if (addresses.length === 0) throw new EgressTrouble('unreachable', `the name ${host} does not resolve`);
  return addresses;
}

function permitted(rules: DialRules, target: Authority, addresses: readonly string[]): readonly string[] {
  const judged = addresses.map((address) => ({ address, why: refusal(rules, target, address) }));
  const open = judged.filter(({ why }) => why === null);
  if (open.length > 0) return open.map(({ address }) => address);
  throw new EgressTrouble('refused', `${formatAuthority(target)}: ${judged[0]?.why}`);
}

function refusal({ policy, ownPorts }: DialRules, target: Authority, address: string): string | null {
  if (ownPorts.has(target.port) && closedAddress(address) !== null) return 'the guard does not serve itself';
  return policy.why(target, address);
}

function connected(socket: Socket, what: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(asTrouble(error, 'unreachable', what));
    socket.once('error', failed);
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.once('connect', () => {
      socket.off('error', failed);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
