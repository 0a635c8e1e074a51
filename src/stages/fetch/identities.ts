import { createHash } from 'node:crypto';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Identity } from '../../model/page.ts';
import type { Clock, Identities, IdentityRoute } from '../../ports.ts';
import type { EgressGuard } from './egress-guard.ts';

export interface IdentitiesOptions {
  readonly browsers: {
    readonly proxies: readonly string[];
    readonly allowDirect: boolean;
    readonly userAgent: string | null;
    readonly locale: string;
    readonly timeZone: string;
  };
  readonly guard: Pick<EgressGuard, 'routeFor'>;
  readonly clock: Clock;
  /** Version of the browser that renders, e.g. `153.0.8010.0`: the user agent of the static path says the same. */
  readonly chromiumVersion: string;
}

/** A site that blocked a proxy is asked through another one for so long; most walls forget within minutes. */
const restAfterBlockMs = 10 * 60_000;
/** A proxy that failed is left out everywhere, shortly: many fail for seconds. */
const restAfterProxyFailureMs = 60_000;

/**
 * One identity per proxy, and a direct one where no proxy is configured or `allowDirect` is set.
 * @throws CommandError (configuration) when the same proxy is named twice
 */
export async function openIdentities(options: IdentitiesOptions): Promise<Identities> {
  const { browsers, guard, clock, chromiumVersion } = options;
  if (new Set(browsers.proxies).size < browsers.proxies.length)
    throw new CommandError(exitCodes.configuration, 'browsers.config.ts names a proxy twice: each is one identity.');
  const direct = browsers.proxies.length === 0 || browsers.allowDirect;
  const ways: (string | null)[] = direct ? [...browsers.proxies, null] : [...browsers.proxies];
  const userAgent = browsers.userAgent ?? defaultUserAgent(chromiumVersion);
  const { locale, timeZone } = browsers;
  const routes = await Promise.all(
    ways.map(async (proxyUrl): Promise<IdentityRoute> => {
      const guardUrl = await guard.routeFor(proxyUrl);
      return { ...identityOf(proxyUrl), guardUrl, userAgent, locale, timeZone };
    }),
  );
  return new StickyIdentities(routes, clock);
}

/** Chromium's reduced user agent: the platform and the minor version say nothing of the machine. */
export const defaultUserAgent = (chromiumVersion: string): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromiumVersion.split('.')[0]}.0.0.0 Safari/537.36`;

function identityOf(proxyUrl: string | null): Identity {
  if (proxyUrl === null) return { id: 'direct', proxy: null };
  const { protocol, host } = new URL(proxyUrl);
  // providers tell sessions apart by user name: the id must too, without showing it
  const id = createHash('sha256').update(proxyUrl).digest('hex').slice(0, 8);
  return { id: `${host}-${id}`, proxy: `${protocol}//${host}` };
}

class StickyIdentities implements Identities {
  readonly #routes: readonly IdentityRoute[];
  readonly #clock: Clock;
  /** Until when an identity rests, ms since the epoch; keys are `id` (everywhere) and `id site`. */
  readonly #restsUntil = new Map<string, number>();

  constructor(routes: readonly IdentityRoute[], clock: Clock) {
    this.#routes = routes;
    this.#clock = clock;
  }

  /** Rendezvous hashing: a site keeps its identity as long as that is well, and only its own sites move when one rests. */
  async pick(site: string): Promise<IdentityRoute> {
    const nowMs = this.#clock.now().getTime();
    const ranked = this.#routes
      .map((route) => ({ route, freeAt: Math.max(nowMs, this.#freeAt(route, site)), weight: weightOf(route.id, site) }))
      .sort((a, b) => a.freeAt - b.freeAt || (a.weight < b.weight ? 1 : -1));
    const [best] = ranked;
    if (best === undefined) throw new CommandError(exitCodes.proxies, 'There is no proxy and no direct way out.');
    return best.route;
  }

  report(identity: Identity, site: string, result: 'ok' | 'blocked' | 'proxy-failed'): void {
    const nowMs = this.#clock.now().getTime();
    const pair = `${identity.id} ${site}`;
    if (result === 'blocked') this.#restsUntil.set(pair, nowMs + restAfterBlockMs);
    else if (result === 'proxy-failed') this.#restsUntil.set(identity.id, nowMs + restAfterProxyFailureMs);
    else {
      this.#restsUntil.delete(identity.id);
      this.#restsUntil.delete(pair);
    }
  }

  #freeAt({ id }: IdentityRoute, site: string): number {
    return Math.max(this.#restsUntil.get(id) ?? 0, this.#restsUntil.get(`${id} ${site}`) ?? 0);
  }
}

const weightOf = (id: string, site: string): string => createHash('sha256').update(`${id}\n${site}`).digest('hex');
