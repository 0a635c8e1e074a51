import { connect, isIP, isIPv4, type Socket } from 'node:net';
import { withTimeout } from '../deadline.ts';
import { specialPurposeClass } from './address-class.ts';
import { type Authority, formatAuthority } from './authority.ts';
import { asEgressError, EgressError } from './egress-error.ts';
import type { NetworkPolicy } from './network-policy.ts';

/** Resolves a name to all its addresses. @throws Error from the resolver */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface DialRules {
  readonly policy: NetworkPolicy;
  readonly resolve: Resolve;
  /** Ports that the guard listens on. They are refused: a request through the guard to itself would bypass the policy. */
  readonly ownPorts: ReadonlySet<number>;
  /** Applies separately to resolving a name, connecting, and opening a tunnel through a proxy. */
  readonly timeoutMs: number;
}

/**
 * Resolves the target once and connects to one of the addresses that the policy permits. The name is not resolved again, so DNS rebinding between the
 * check and the connection has no effect.
 * @throws EgressError
 */
export async function dialDirect(rules: DialRules, requested: Authority): Promise<Socket> {
  const target = rules.policy.connectTarget(requested);
  const addresses = permittedAddresses(rules, target, await resolveTarget(rules, target));
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
  return await whenConnected(socket, formatAuthority(requested));
}

/** A target that the policy permits to request from a proxy. */
export interface VettedTarget extends Authority {
  /** `host` is the address that was checked, in place of the name. */
  readonly isPinned: boolean;
}

/**
 * Checks a target that is reached through a proxy. Literal addresses and local names follow the policy; a name whose addresses are all refused is refused.
 * @param pinned true: the proxy gets the address that was checked; false: it gets the name, even one that does not resolve here
 * @throws EgressError
 */
export async function vetForUpstream(rules: DialRules, requested: Authority, pinned: boolean): Promise<VettedTarget> {
  const target = rules.policy.connectTarget(requested);
  if (isIP(target.host) !== 0) permittedAddresses(rules, target, [target.host]);
  else if (!rules.policy.allowsHost(target)) return await vetName(rules, target, pinned);
  return { ...target, isPinned: false };
}

async function vetName(rules: DialRules, target: Authority, pinned: boolean): Promise<VettedTarget> {
  if (rules.policy.isLocalName(target.host))
    throw new EgressError('refused', `${target.host} is a local name, and the proxy may be in another network`);
  const addresses = await resolveName(rules, target.host).catch((error: unknown) => {
    if (!pinned) return []; // the proxy resolves the name itself
    const why = asEgressError(error, 'unreachable', `the name ${target.host} does not resolve`).message;
    throw new EgressError(
      'unreachable',
      `${why}, and the proxy is in our own network, where the name may lead anywhere (browsers.config.ts, network: { proxyDns: 'proxy' } lets the proxy resolve names)`,
    );
  });
  const [first] = addresses.length === 0 ? [] : permittedAddresses(rules, target, addresses);
  return pinned && first !== undefined
    ? { host: first, port: target.port, isPinned: true }
    : { ...target, isPinned: false };
}

async function resolveTarget(rules: DialRules, { host }: Authority): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1']; // RFC 6761: not sent to a resolver
  return await resolveName(rules, host).catch((error: unknown) => {
    throw asEgressError(error, 'unreachable', `the name ${host} does not resolve`);
  });
}

/** @throws Error when the name has no address */
async function resolveName({ resolve, timeoutMs }: DialRules, host: string): Promise<readonly string[]> {
  const timeoutError = (): Error => new Error(`no answer in ${timeoutMs} ms`);
  const addresses = await withTimeout(resolve(host), timeoutMs, timeoutError);
  if (addresses.length === 0) throw new Error('no addresses');
  return addresses;
}

function permittedAddresses(rules: DialRules, target: Authority, addresses: readonly string[]): readonly string[] {
  const judged = addresses.map((address) => ({ address, why: refusalReason(rules, target, address) }));
  const open = judged.filter(({ why }) => why === null);
  if (open.length > 0) return open.map(({ address }) => address);
  throw new EgressError('refused', `${formatAuthority(target)}: ${judged[0]?.why}`);
}

function refusalReason({ policy, ownPorts }: DialRules, target: Authority, address: string): string | null {
  if (ownPorts.has(target.port) && specialPurposeClass(address) !== null) return 'the guard does not serve itself';
  return policy.refusalReason(target, address);
}

function whenConnected(socket: Socket, subject: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(asEgressError(error, 'unreachable', subject));
    socket.once('error', failed);
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    socket.once('connect', () => {
      socket.off('error', failed);
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}
