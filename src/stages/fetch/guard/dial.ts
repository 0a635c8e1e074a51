import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { withTimeout } from '../deadline.ts';
import { closedAddress } from './address-class.ts';
import { type Authority, formatAuthority } from './authority.ts';
import { asTrouble, EgressTrouble } from './egress-trouble.ts';
import type { NetworkPolicy } from './network-policy.ts';

/** Resolves a name to all its addresses. @throws Error of the resolver */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface DialRules {
  readonly policy: NetworkPolicy;
  readonly resolve: Resolve;
  /** The guard's own ports: through itself it would reach anything. */
  readonly ownPorts: ReadonlySet<number>;
  /** For a name to resolve, for a connection to stand, for a proxy to open a tunnel: each. */
  readonly timeoutMs: number;
}

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
    timeout: rules.timeoutMs,
    lookup: (_host, options, done) => {
      const all = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
      const [first] = all;
      if (options.all || first === undefined) done(null, all);
      else done(null, first.address, first.family);
    },
  });
  return await connected(socket, formatAuthority(asked));
}

/** What a proxy is asked for. */
export interface Vetted extends Authority {
  /** The name was replaced by the address that it was judged by. */
  readonly isPinned: boolean;
}

/**
 * Judges a target that is reached through a proxy: literal addresses and local names as ever; a name that resolves here to nothing permitted is refused.
 * @param pinned the proxy is given the judged address; else the name, and one that does not resolve here is the proxy's affair
 * @throws EgressTrouble
 */
export async function vetForUpstream(rules: DialRules, asked: Authority, pinned: boolean): Promise<Vetted> {
  const target = rules.policy.redirected(asked);
  if (isIP(target.host) !== 0) permitted(rules, target, [target.host]);
  else if (!rules.policy.namesHost(target)) return await vetName(rules, target, pinned);
  return { ...target, isPinned: false };
}

async function vetName(rules: DialRules, target: Authority, pinned: boolean): Promise<Vetted> {
  if (rules.policy.isLocalName(target.host))
    throw new EgressTrouble('refused', `${target.host} is a local name, and the proxy may stand anywhere`);
  const addresses = await resolved(rules, target.host).catch((error: unknown) => {
    if (!pinned) return []; // only the proxy's resolver can tell
    const why = asTrouble(error, 'unreachable', `the name ${target.host} does not resolve`).message;
    throw new EgressTrouble(
      'unreachable',
      `${why}, and the proxy stands in our own network, where it may lead anywhere (browsers.config.ts, network: { proxyDns: 'proxy' } leaves names to the proxy)`,
    );
  });
  const [first] = addresses.length === 0 ? [] : permitted(rules, target, addresses);
  return pinned && first !== undefined
    ? { host: first, port: target.port, isPinned: true }
    : { ...target, isPinned: false };
}

async function addressesOf(rules: DialRules, { host }: Authority): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1']; // RFC 6761: never asked of a resolver
  return await resolved(rules, host).catch((error: unknown) => {
    throw asTrouble(error, 'unreachable', `the name ${host} does not resolve`);
  });
}

/** @throws Error where there is no address */
async function resolved({ resolve, timeoutMs }: DialRules, host: string): Promise<readonly string[]> {
  const late = (): Error => new Error(`no answer in ${timeoutMs} ms`);
  const addresses = await withTimeout(resolve(host), timeoutMs, late);
  if (addresses.length === 0) throw new Error('no addresses');
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
