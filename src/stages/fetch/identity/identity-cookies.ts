import { getDomain } from 'tldts';
import { Cookie, CookieJar } from 'tough-cookie';
import { hostAndPort } from '../../../model/web/site-key.ts';
import { CookieLimits } from './cookie-limits.ts';

/** A cookie as browser contexts read and write it. A leading dot of `domain` includes its subdomains. */
export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since the epoch; -1: a session cookie. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/**
 * The cookies of one identity, shared by its HTTP client and its browser contexts: the client may use the cookies of a challenge or a consent dialog that
 * the browser passed, and a new context takes over those of a retired one.
 */
export class IdentityCookies {
  readonly #jar = new CookieJar();
  readonly #limits = new CookieLimits();
  /** Keys of cookies that the HTTP client set since they were last copied to the browser. */
  readonly #fresh = new Set<string>();
  #generation = 0;

  /** Increases when a site's cookies are dropped: a context of an older generation still has them, and the site's storage and cache. */
  get generation(): number {
    return this.#generation;
  }

  /** Value of the `cookie` header for a URL; empty without cookies. */
  header(url: string): Promise<string> {
    return this.#jar.getCookieString(url);
  }

  /** Stores a `set-cookie` header. Invalid cookies are ignored, as in browsers. */
  async keep(setCookie: string, url: string): Promise<void> {
    if (this.#limits.isTooLong(setCookie)) return;
    const cookie = await this.#jar.setCookie(setCookie, url, { ignoreError: true });
    if (cookie === undefined) return;
    this.#fresh.add(keyOf(cookie));
    await this.#remove(this.#limits.add(cookie));
  }

  /** All cookies, for a new context. */
  forNewContext(): readonly BrowserCookie[] {
    this.#fresh.clear();
    return this.#all().flatMap(toBrowserCookie);
  }

  /** Cookies that the HTTP client set since they were last copied to the browser. */
  forOpenContext(): readonly BrowserCookie[] {
    if (this.#fresh.size === 0) return [];
    const fresh = this.#all().filter((cookie) => this.#fresh.has(keyOf(cookie)));
    this.#fresh.clear();
    return fresh.flatMap(toBrowserCookie);
  }

  /** Takes over a context's cookies, except where the HTTP client has set a newer one. */
  async fromContext(cookies: readonly BrowserCookie[]): Promise<void> {
    for (const cookie of cookies)
      if (!this.#fresh.has(keyOf(fromBrowserCookie(cookie))))
        await this.#jar.setCookie(toJarCookie(cookie), urlOf(cookie), { ignoreError: true });
  }

  /** As `fromContext`, with all cookies that the context has for a URL: others for this URL were deleted there, and are deleted here. */
  async fromPage(cookies: readonly BrowserCookie[], url: string): Promise<void> {
    await this.fromContext(cookies);
    const inBrowser = new Set(cookies.map((cookie) => keyOf(fromBrowserCookie(cookie))));
    const inJar = await this.#jar.getCookies(url);
    await this.#remove(inJar.filter((cookie) => !inBrowser.has(keyOf(cookie)) && !this.#fresh.has(keyOf(cookie))));
  }

  /** Drops the cookies of a site and of the other hosts of its registrable domain. */
  async forget(site: string): Promise<void> {
    this.#generation++;
    const { name } = hostAndPort(site); // cookies know no ports
    const domain = getDomain(name) ?? name;
    await this.#remove(this.#all().filter((cookie) => (getDomain(cookie.domain ?? '') ?? cookie.domain) === domain));
  }

  #all(): readonly Cookie[] {
    return (this.#jar.serializeSync()?.cookies ?? []).flatMap((stored) => Cookie.fromJSON(stored) ?? []);
  }

  async #remove(cookies: readonly Cookie[]): Promise<void> {
    for (const cookie of cookies) {
      this.#fresh.delete(keyOf(cookie));
      await this.#jar.store.removeCookie(cookie.domain ?? '', cookie.path ?? '/', cookie.key);
    }
  }
}

/** The cookies of all identities, by their id. */
export class CookieJars {
  readonly #byIdentity = new Map<string, IdentityCookies>();

  of(identityId: string): IdentityCookies {
    const cookies = this.#byIdentity.get(identityId) ?? new IdentityCookies();
    this.#byIdentity.set(identityId, cookies);
    return cookies;
  }
}

const keyOf = ({ domain, path, key }: Cookie): string => `${domain} ${path} ${key}`;

const plainDomain = ({ domain }: BrowserCookie): string => domain.replace(/^\./, '');

const urlOf = (cookie: BrowserCookie): string =>
  `${cookie.secure ? 'https' : 'http'}://${plainDomain(cookie)}${cookie.path}`;

const fromBrowserCookie = (cookie: BrowserCookie): Cookie =>
  new Cookie({
    key: cookie.name,
    value: cookie.value,
    domain: plainDomain(cookie),
    path: cookie.path,
    expires: cookie.expires < 0 ? 'Infinity' : new Date(cookie.expires * 1000),
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    ...(cookie.sameSite === undefined ? {} : { sameSite: cookie.sameSite.toLowerCase() }),
  });

/** A cookie without a domain is a host-only cookie of the URL that it is stored for. */
function toJarCookie(cookie: BrowserCookie): Cookie {
  const jarCookie = fromBrowserCookie(cookie);
  if (!cookie.domain.startsWith('.')) jarCookie.domain = null;
  return jarCookie;
}

/** Empty for an expired cookie. */
function toBrowserCookie(cookie: Cookie): readonly BrowserCookie[] {
  if (cookie.TTL() <= 0) return [];
  const expiresAt = cookie.expiryTime();
  const browserCookie: BrowserCookie = {
    name: cookie.key,
    value: cookie.value,
    domain: `${cookie.hostOnly === true ? '' : '.'}${cookie.domain}`,
    path: cookie.path ?? '/',
    expires: expiresAt === undefined || !Number.isFinite(expiresAt) ? -1 : Math.round(expiresAt / 1000),
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    ...sameSiteOf(cookie),
  };
  return [browserCookie];
}

/** Chromium accepts `None` on secure cookies only, and refuses a whole batch that has an invalid cookie. */
function sameSiteOf({ sameSite, secure }: Cookie): { sameSite?: BrowserCookie['sameSite'] } {
  if (sameSite === 'strict') return { sameSite: 'Strict' };
  if (sameSite === 'lax') return { sameSite: 'Lax' };
  return sameSite === 'none' && secure ? { sameSite: 'None' } : {};
}
