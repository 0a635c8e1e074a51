import { getDomain } from 'tldts';
import { Cookie, CookieJar } from 'tough-cookie';
import { CookieLimits } from './cookie-limits.ts';

/** As a browser's context gives and takes them; a leading dot of `domain` includes the hosts below it. */
export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since the epoch; -1: till the end of the session. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/**
 * The cookies of one identity, shared by its static client and its browser context: what a challenge or a consent dialog left in the browser lets the plain
 * client in, and a context that was retired by pages or age hands its cookies to the next one.
 */
export class IdentityCookies {
  readonly #jar = new CookieJar();
  readonly #limits = new CookieLimits();
  /** Set by the static client since the browser was last told. */
  readonly #fresh = new Set<string>();
  #generation = 0;

  /** Moves when a site's cookies were thrown away: a context of an older generation still has them, and storage and cache besides. */
  get generation(): number {
    return this.#generation;
  }

  /** The `cookie` header for an address; empty where there is none. */
  header(url: string): Promise<string> {
    return this.#jar.getCookieString(url);
  }

  /** Keeps what a server sent as `set-cookie`; what breaks the rules is left out, as browsers do. */
  async keep(setCookie: string, url: string): Promise<void> {
    if (this.#limits.isTooLong(setCookie)) return;
    const cookie = await this.#jar.setCookie(setCookie, url, { ignoreError: true });
    if (cookie === undefined) return;
    this.#fresh.add(keyOf(cookie));
    await this.#remove(this.#limits.made(cookie));
  }

  /** What a new context begins with. */
  forNewContext(): readonly BrowserCookie[] {
    this.#fresh.clear();
    return this.#all().flatMap(toBrowser);
  }

  /** What the static client set since the browser was last told. */
  forOpenContext(): readonly BrowserCookie[] {
    if (this.#fresh.size === 0) return [];
    const fresh = this.#all().filter((cookie) => this.#fresh.has(keyOf(cookie)));
    this.#fresh.clear();
    return fresh.flatMap(toBrowser);
  }

  /** Takes over what a context has. What the static client set meanwhile is newer, and stays. */
  async fromContext(cookies: readonly BrowserCookie[]): Promise<void> {
    for (const cookie of cookies)
      if (!this.#fresh.has(keyOf(fromBrowser(cookie))))
        await this.#jar.setCookie(hostCookie(cookie), urlOf(cookie), { ignoreError: true });
  }

  /** As `fromContext`, with all that the context has for an address: what it lacks was deleted there. */
  async fromPage(cookies: readonly BrowserCookie[], url: string): Promise<void> {
    await this.fromContext(cookies);
    const inBrowser = new Set(cookies.map((cookie) => keyOf(fromBrowser(cookie))));
    const known = await this.#jar.getCookies(url);
    await this.#remove(known.filter((cookie) => !inBrowser.has(keyOf(cookie)) && !this.#fresh.has(keyOf(cookie))));
  }

  /** Throws away what a site and its other hosts know us by. */
  async forget(site: string): Promise<void> {
    this.#generation++;
    const domain = getDomain(site) ?? site;
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
export class CookieShelf {
  readonly #byIdentity = new Map<string, IdentityCookies>();

  of(identityId: string): IdentityCookies {
    const known = this.#byIdentity.get(identityId) ?? new IdentityCookies();
    this.#byIdentity.set(identityId, known);
    return known;
  }
}

const keyOf = ({ domain, path, key }: Cookie): string => `${domain} ${path} ${key}`;

const plainDomain = ({ domain }: BrowserCookie): string => domain.replace(/^\./, '');

const urlOf = (cookie: BrowserCookie): string =>
  `${cookie.secure ? 'https' : 'http'}://${plainDomain(cookie)}${cookie.path}`;

const fromBrowser = (cookie: BrowserCookie): Cookie =>
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

/** Without a domain the jar takes the address's host for it, and no host below. */
function hostCookie(cookie: BrowserCookie): Cookie {
  const made = fromBrowser(cookie);
  if (!cookie.domain.startsWith('.')) made.domain = null;
  return made;
}

/** One that has expired is none. */
function toBrowser(cookie: Cookie): readonly BrowserCookie[] {
  if (cookie.TTL() <= 0) return [];
  const expiresAt = cookie.expiryTime();
  const made: BrowserCookie = {
    name: cookie.key,
    value: cookie.value,
    domain: `${cookie.hostOnly === true ? '' : '.'}${cookie.domain}`,
    path: cookie.path ?? '/',
    expires: expiresAt === undefined || !Number.isFinite(expiresAt) ? -1 : Math.round(expiresAt / 1000),
    httpOnly: cookie.httpOnly,
    secure: cookie.secure,
    ...sameSiteOf(cookie),
  };
  return [made];
}

/** A browser takes `None` of secure cookies only, and refuses all cookies that come with one that is not. */
function sameSiteOf({ sameSite, secure }: Cookie): Pick<BrowserCookie, 'sameSite'> {
  if (sameSite === 'strict') return { sameSite: 'Strict' };
  if (sameSite === 'lax') return { sameSite: 'Lax' };
  return sameSite === 'none' && secure ? { sameSite: 'None' } : {};
}
