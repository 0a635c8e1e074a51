import { directId, proxyIdOf } from '../../../model/crawl/proxy.ts';
import type { Identity } from '../../../model/page/page.ts';
import type { IdentityRoute, Viewport } from '../../../ports.ts';
import type { EgressGuard } from '../guard/egress-guard.ts';

export interface ProfileSettings {
  readonly userAgent: string | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly viewport: Viewport;
}

/** The part of browsers.config.ts that defines identities. */
export interface IdentityConfig extends ProfileSettings {
  readonly proxies: readonly (string | { readonly url: string; readonly profiles: readonly string[] })[];
  readonly proxyLists: { readonly urls: readonly unknown[] };
  /** Null: no limit. */
  readonly proxyBytesPerDay: number | null;
  readonly allowDirect: boolean;
  readonly profiles: readonly ({ readonly name: string } & {
    readonly [Key in keyof ProfileSettings]?: ProfileSettings[Key] | undefined;
  })[];
}

/** A proxy, or the direct connection, and the identities that use it. */
export interface ProxyRoutes {
  /** With credentials; null: direct. */
  readonly proxyUrl: string | null;
  readonly guardUrl: string;
  readonly routes: readonly IdentityRoute[];
}

/** Opens a guard route for every proxy, and for direct connections where they are permitted. Each gets an identity per profile. */
export function openProxyRoutes(
  config: IdentityConfig,
  guard: EgressGuard,
  defaultUserAgent: string,
): Promise<readonly ProxyRoutes[]> {
  const allowsDirect = config.allowDirect || config.proxies.length + config.proxyLists.urls.length === 0;
  const proxies = [...config.proxies, ...(allowsDirect ? [null] : [])];
  return Promise.all(proxies.map((proxy) => openProxyRoute(proxy, config, guard, defaultUserAgent)));
}

/**
 * The ways for requests that no listed proxy may serve: the configured proxies, with credentials, or a direct connection (null) where that is allowed. Lists alone
 * leave no other way than a direct one: who fetches the first list has no proxy yet.
 */
export const ownWays = (
  proxies: IdentityConfig['proxies'],
  allowDirect: boolean,
): readonly [string | null, ...(string | null)[]] => {
  const [first, ...others] = proxies.map((proxy) => (typeof proxy === 'string' ? proxy : proxy.url));
  return allowDirect || first === undefined ? [null] : [first, ...others];
};

/** Opens the guard route of one proxy (null: direct), with an identity per profile. */
export async function openProxyRoute(
  proxy: IdentityConfig['proxies'][number] | null,
  config: IdentityConfig,
  guard: EgressGuard,
  defaultUserAgent: string,
): Promise<ProxyRoutes> {
  const { url, profiles } = proxy === null || typeof proxy === 'string' ? { url: proxy, profiles: null } : proxy;
  const guardUrl = await guard.routeFor(url);
  const routes = profilesOf(config, profiles).map(({ name, userAgent, ...settings }) => ({
    ...identityOf(url, name),
    ...settings,
    guardUrl,
    userAgent: userAgent ?? defaultUserAgent,
  }));
  return { proxyUrl: url, guardUrl, routes };
}

type Profile = ProfileSettings & { readonly name: string | null };

function profilesOf(config: IdentityConfig, only: readonly string[] | null): readonly Profile[] {
  const { userAgent, locale, timeZone, viewport } = config;
  const defaultProfile: Profile = { name: null, userAgent, locale, timeZone, viewport };
  const profiles = config.profiles.filter(({ name }) => only === null || only.includes(name));
  if (profiles.length === 0) return [defaultProfile];
  return profiles.map((profile) => ({
    name: profile.name,
    userAgent: profile.userAgent === undefined ? userAgent : profile.userAgent,
    locale: profile.locale ?? locale,
    timeZone: profile.timeZone ?? timeZone,
    viewport: profile.viewport ?? viewport,
  }));
}

function identityOf(proxyUrl: string | null, profile: string | null): Identity {
  const suffix = profile === null ? '' : `-${profile}`;
  if (proxyUrl === null) return { id: `${directId}${suffix}`, proxy: null };
  return { id: `${proxyIdOf(proxyUrl)}${suffix}`, proxy: proxyOrigin(proxyUrl) };
}

/** The proxy's address as identities and visits show it. */
export function proxyOrigin(proxyUrl: string): string {
  const { protocol, host } = new URL(proxyUrl);
  return `${protocol}//${host}`;
}
