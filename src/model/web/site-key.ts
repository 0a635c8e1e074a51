import type { CanonicalUrl } from './canonical-url.ts';

/**
 * The site of a URL: its host, and its port unless that is the default of the scheme. Two ports of one host are two sites.
 * @example siteKey('http://localhost:4000/a') // 'localhost:4000'
 */
export const siteKey = (url: string | CanonicalUrl): string => new URL(url).host;

interface HostAndPort {
  /** In lower case, without a dot at its end. */
  readonly name: string;
  /** '' for the default one. */
  readonly port: string;
}

/** The parts of a site's key. Ports 80 and 443 count as the default, since a key has no scheme. */
export function hostAndPort(key: string): HostAndPort {
  const [, host = key, port = ''] = /^(.*?)(?::(\d+))?$/.exec(key) ?? [];
  const name = host.toLowerCase().replace(/\.$/, '');
  return { name, port: port === '80' || port === '443' ? '' : port };
}

/** Whether a scraper for `siteHost` reads the pages of a site: the same port, and the host itself or a sub-domain. */
export function claimsSite(siteHost: string, key: string): boolean {
  const [own, other] = [hostAndPort(siteHost), hostAndPort(key)];
  return own.port === other.port && (own.name === other.name || other.name.endsWith(`.${own.name}`));
}

/** The scraper that reads the pages of a site: the one with the longest host; null: none does. */
export function claimingSite<T extends { readonly host: string }>(sites: readonly T[], key: string): T | null {
  const claiming = sites.filter(({ host }) => claimsSite(host, key));
  return claiming.sort((a, b) => b.host.length - a.host.length)[0] ?? null;
}

/** The scraper that a person names by its host. The port may be left out where one scraper alone has the host. */
export function namedSite<T extends { readonly host: string }>(sites: readonly T[], name: string): T | null {
  const wanted = name.toLowerCase();
  const exact = sites.find(({ host }) => host === wanted);
  if (exact !== undefined || wanted.includes(':')) return exact ?? null;
  const [only, ...others] = sites.filter(({ host }) => hostAndPort(host).name === wanted);
  return others.length === 0 ? (only ?? null) : null;
}
