import type { Cookie } from 'playwright-core';
import { getDomain } from 'tldts';

/**
 * The `cookie` header of a request for a medium, from the cookies that the browser keeps for its address. From another site the browser sends only those
 * that are marked SameSite=None.
 */
export const cookieHeader = (cookies: readonly Cookie[], isFromSameSite: boolean): string =>
  cookies
    .filter(({ sameSite }) => isFromSameSite || sameSite === 'None')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

/** Whether two addresses are of one site for cookies: the same scheme and registrable domain; ports do not matter. */
export function isSameSite(url: string, other: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(other)) return false;
  const [own, page] = [new URL(url), new URL(other)];
  return own.protocol === page.protocol && siteOf(own) === siteOf(page);
}

/** An address without a public suffix (an IP address, a bare name) is its own site. */
const siteOf = ({ hostname }: URL): string => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
