import { normalizeHost } from './authority.ts';
import type { Resolve } from './dial.ts';
import { systemResolve } from './egress-guard.ts';
import { networkPolicy } from './network-policy.ts';

/** In a URL, a host of digits and dots or with a colon is an address. */
const ipAddress = /^[\d.]+$|:/;

/** Why a proxy from a list must not be used; null: it may be. */
export type ListedProxyCheck = (proxyUrl: string) => Promise<string | null>;

/**
 * Proxies of lists are strangers' words: an address in our own network would send requests to a service there. Configured proxies are not checked so.
 * @param allow exceptions from the network policy
 */
export function listedProxyCheck(allow: readonly string[], resolve: Resolve = systemResolve): ListedProxyCheck {
  const policy = networkPolicy({ allow, connectTo: [], ports: ['1-65535'] });
  return async (proxyUrl) => {
    const { hostname, port } = new URL(proxyUrl);
    const target = { host: normalizeHost(hostname), port: Number(port || 80) };
    if (policy.allowsHost(target)) return null;
    if (policy.isLocalName(target.host)) return `${target.host} is a local name`;
    const addresses = ipAddress.test(target.host) ? [target.host] : await resolve(target.host).catch(() => null);
    if (addresses === null || addresses.length === 0) return `the name ${target.host} does not resolve`;
    return addresses.map((address) => policy.refusalReason(target, address)).find((reason) => reason !== null) ?? null;
  };
}
