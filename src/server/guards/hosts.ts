import type { Config } from '../../settings/config.ts';

/** Whether only this machine can reach an address to listen on. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/**
 * Which names a Host header may have (DNS rebinding: a hostile page makes its own name point to this server, and its scripts then read the answers). On loopback:
 * names of loopback. Elsewhere: any address, and names without a dot (services of compose, machines of the local network), as nobody else can own these. Other
 * names are configured.
 */
export function hostCheck({ httpHost, httpHosts, publicUrl }: Pick<Config, 'httpHost' | 'httpHosts' | 'publicUrl'>) {
  const names = new Set([httpHost, ...httpHosts].map((name) => name.toLowerCase()));
  if (publicUrl !== null) names.add(new URL(publicUrl).hostname);
  const isLocal = isLoopback(httpHost);
  return (header: string | undefined): boolean => {
    const host = hostnameOf(header);
    if (isLoopback(host) || names.has(host) || names.has('*')) return true;
    return !isLocal && (address.test(host) || /^[a-z0-9_-]+$/.test(host));
  };
}

/** IPv4, or IPv6 in brackets. No name has these forms. */
const address = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** The Host header without its port; `[::1]:80` -> `[::1]`. */
const hostnameOf = (header = ''): string => header.replace(/:\d+$/, '').toLowerCase();
