import type { Cookie } from 'tough-cookie';

/** Cookies per domain and characters per cookie: Chromium's limits (RFC 6265, 6.1, demands at least 50 and 4096). */
const maxPerDomain = 180;
const maxCookieLength = 4096;
/** Domains whose cookies are kept. The least recently used are dropped. */
const maxDomains = 2_000;

/** Decides which cookies a jar drops, so that no site can fill it. */
export class CookieLimits {
  /** Cookies by domain, then by path and name, both in the order of their last change. */
  readonly #domains = new Map<string, Map<string, Cookie>>();

  isTooLong(setCookie: string): boolean {
    return (setCookie.split(';', 1)[0] ?? '').length > maxCookieLength;
  }

  /** Records a cookie that was set. @returns the cookies to drop for it */
  add(cookie: Cookie): readonly Cookie[] {
    const domain = cookie.domain ?? '';
    const cookies = this.#domains.get(domain) ?? new Map<string, Cookie>();
    this.#domains.delete(domain);
    this.#domains.set(domain, cookies);
    const key = `${cookie.path} ${cookie.key}`;
    cookies.delete(key);
    if (cookie.TTL() > 0) cookies.set(key, cookie);
    return [
      ...evictOldest(cookies, maxPerDomain),
      ...evictOldest(this.#domains, maxDomains).flatMap((entries) => [...entries.values()]),
    ];
  }
}

/** Removes the oldest entries above `max` and returns their values. */
function evictOldest<T>(entries: Map<string, T>, max: number): T[] {
  const evicted: T[] = [];
  for (const [key, value] of entries) {
    if (entries.size <= max) break;
    entries.delete(key);
    evicted.push(value);
  }
  return evicted;
}
