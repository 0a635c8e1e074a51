import { CommandError, exitCodes } from '../../errors.ts';
import { siteKey } from '../../model/web/site-key.ts';
import type { ScraperOf } from './scraper-text.ts';

export interface NamedSite extends Pick<ScraperOf, 'host' | 'origin'> {
  /** Hosts, with port, under which pages of the site are kept. */
  readonly formatHosts: readonly string[];
}

/** The site that a person names. @throws CommandError (usage) where it is neither a host nor an address */
export function siteOf(target: string): NamedSite {
  const isAddress = /^https?:\/\//i.test(target);
  const address = isAddress ? target : `https://${target}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (
    url === null ||
    (!isAddress && url.host !== target.toLowerCase()) ||
    !/^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(url.hostname)
  )
    throw new CommandError(
      exitCodes.usage,
      `"${target}" is neither a host nor an http(s) address: write gazette.example, or https://www.gazette.example/.`,
    );
  const host = siteKey(url.href).replace(/^www\./, '');
  return {
    host,
    origin: url.origin === `https://${host}` ? null : url.origin,
    formatHosts: [...new Set([url.host, host, `www.${host}`])],
  };
}
