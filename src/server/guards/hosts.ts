import type { FastifyRequest } from 'fastify';
import type { Config } from '../../settings/config.ts';

/** Whether only this machine can reach an address to listen on. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** Names under which a reverse proxy shows this server. */
export function configuredNames({ httpHosts, publicUrl }: Config): ReadonlySet<string> {
  const names = new Set(httpHosts.map((name) => name.toLowerCase()));
  if (publicUrl !== null) names.add(new URL(publicUrl).hostname);
  return names;
}

/**
 * Which names a Host header may have (DNS rebinding: a hostile page makes its own name point to this server, and its scripts then read the answers). On loopback:
 * names of loopback. Elsewhere: any address, and names without a dot (services of compose, machines of the local network), as nobody else can own these. Other
 * names are configured.
 */
export function hostCheck(config: Config) {
  const { httpHost } = config;
  const names = new Set([httpHost.toLowerCase(), ...configuredNames(config)]);
  const isLocal = isLoopback(httpHost);
  return (header: string | undefined): boolean => {
    const host = hostnameOf(header);
    if (isLoopback(host) || names.has(host) || names.has('*')) return true;
    return !isLocal && (address.test(host) || /^[a-z0-9_-]+$/.test(host));
  };
}

/** IPv4, or IPv6 in brackets. No name has these forms. */
const address = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** Whether a request has more than one Host header: what stands before this server may have read another one (RFC 9112, 3.2). */
export function hasManyHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Takes the host of `GET http://host/path` for the Host header, and the path for the address (RFC 9112, 3.2.2). */
export function takeAbsoluteForm(request: FastifyRequest['raw']): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [, authority, path = '/'] = /^https?:\/\/([^/?#]*)([/?].*)?$/i.exec(url) ?? [];
  if (authority === undefined) return url;
  request.headers.host = authority;
  return path.startsWith('/') ? path : `/${path}`;
}

/** The Host header without its port; `[::1]:80` -> `[::1]`. */
const hostnameOf = (header = ''): string => header.replace(/:\d+$/, '').toLowerCase();
