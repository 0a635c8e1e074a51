import { createHash } from 'node:crypto';
import type { Identity } from '../../../model/page/page.ts';
import type { IdentityRoute, Viewport } from '../../../ports.ts';
import type { EgressGuard } from '../guard/egress-guard.ts';

export interface ProfileSettings {
  readonly userAgent: string | null;
  readonly locale: string;
  readonly timeZone: string;
  readonly viewport: Viewport;
}

/** What an identity is made of, as browsers.config.ts says it. */
export interface WaysOutConfig extends ProfileSettings {
  readonly proxies: readonly (string | { readonly url: string; readonly profiles: readonly string[] })[];
  readonly allowDirect: boolean;
  readonly profiles: readonly ({ readonly name: string } & {
    readonly [Key in keyof ProfileSettings]?: ProfileSettings[Key] | undefined;
  })[];
}

/** A proxy with its credentials, or the direct way (null), and who uses it. */
export interface WayOut {
  readonly proxyUrl: string | null;
  readonly routes: readonly IdentityRoute[];
}

/** Every proxy, and the direct way where it is permitted, with an identity for each of its profiles. */
export function waysOut(
  config: WaysOutConfig,
  guard: Pick<EgressGuard, 'routeFor'>,
  ownUserAgent: string,
): Promise<readonly WayOut[]> {
  const direct = config.proxies.length === 0 || config.allowDirect;
  const ways = [...config.proxies, ...(direct ? [null] : [])].map((way) =>
    way === null || typeof way === 'string' ? { url: way, profiles: null } : way,
  );
  return Promise.all(
    ways.map(async ({ url, profiles }): Promise<WayOut> => {
      const guardUrl = await guard.routeFor(url);
      const routes = readersOf(config, profiles).map(({ name, userAgent, ...settings }) => ({
        ...identityOf(url, name),
        ...settings,
        guardUrl,
        userAgent: userAgent ?? ownUserAgent,
      }));
      return { proxyUrl: url, routes };
    }),
  );
}

type Reader = ProfileSettings & { readonly name: string | null };

function readersOf(config: WaysOutConfig, only: readonly string[] | null): readonly Reader[] {
  const { userAgent, locale, timeZone, viewport } = config;
  const common: Reader = { name: null, userAgent, locale, timeZone, viewport };
  const wanted = config.profiles.filter(({ name }) => only === null || only.includes(name));
  if (wanted.length === 0) return [common];
  return wanted.map((profile) => ({
    name: profile.name,
    userAgent: profile.userAgent === undefined ? userAgent : profile.userAgent,
    locale: profile.locale ?? locale,
    timeZone: profile.timeZone ?? timeZone,
    viewport: profile.viewport ?? viewport,
  }));
}

function identityOf(proxyUrl: string | null, profile: string | null): Identity {
  const suffix = profile === null ? '' : `-${profile}`;
  if (proxyUrl === null) return { id: `direct${suffix}`, proxy: null };
  const { protocol, host } = new URL(proxyUrl);
  // providers tell sessions apart by user name: the id must too, without showing it
  const id = createHash('sha256').update(proxyUrl).digest('hex').slice(0, 8);
  return { id: `${host}-${id}${suffix}`, proxy: `${protocol}//${host}` };
}
