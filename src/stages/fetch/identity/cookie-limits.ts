import type { Cookie } from 'tough-cookie';

/** Chromium's limits: cookies of one domain, length of one cookie (RFC 6265, 6.1: at least 50 and 4096). */
const maxPerDomain = 180;
const maxCookieLength = 4096;
/** Domains that can set cookies and be remembered; the longest unused are forgotten. */
const maxDomains = 2_000;

/** Which cookies a jar has to give up, so that no site can fill it. */
export class CookieLimits {
  /** Cookies of a domain by path and name, the last set last; the last used domain last. */
  readonly #domains = new Map<string, Map<string, Cookie>>();

  isTooLong(setCookie: string): boolean {
    return (setCookie.split(';', 1)[0] ?? '').length > maxCookieLength;
  }

  /** A cookie was set. @returns those that must go for it */
  made(cookie: Cookie): readonly Cookie[] {
    const domain = cookie.domain ?? '';
    const cookies = this.#domains.get(domain) ?? new Map<string, Cookie>();
    this.#domains.delete(domain);
    this.#domains.set(domain, cookies);
    const key = `${cookie.path} ${cookie.key}`;
    cookies.delete(key);
    if (cookie.TTL() > 0) cookies.set(key, cookie);
    return [
      ...takeOldest(cookies, maxPerDomain),
      ...takeOldest(this.#domains, maxDomains).flatMap((all) => [...all.values()]),
    ];
  }
}

/** Takes out what is above `max`, the first set first. */
function takeOldest<T>(all: Map<string, T>, max: number): T[] {
  const taken: T[] = [];
  for (const [key, value] of all) {
    if (all.size <= max) break;
    all.delete(key);
    taken.push(value);
  }
  return taken;
}
