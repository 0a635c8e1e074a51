import type { Clock, Log } from '../../src/ports.ts';
import { type BrowsersConfig, defineBrowsers } from '../../src/settings/browsers.ts';
import { createBrowserPool } from '../../src/stages/fetch/browser-pool.ts';
import { openEgressGuard } from '../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../src/stages/fetch/http/http-client.ts';
import { openIdentities } from '../../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../../src/stages/fetch/identity/identity-cookies.ts';
import { openProxyProbe } from '../../src/stages/fetch/identity/proxy-probe.ts';
import type { WayPlan } from './way.ts';

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
const clock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };
const maxBytes = 20 * 1024 * 1024;

export const browsersFor = (plan: WayPlan): BrowsersConfig =>
  defineBrowsers({ block: [...defineBrowsers({}).block, ...plan.block] });

/** The fetch stage put together as `main.ts` does; loopback is open, since the site is there. */
export async function openParts(
  plan: Pick<WayPlan, 'executablePath' | 'env' | 'chromiumVersion'>,
  browsers: BrowsersConfig,
) {
  const { executablePath, env, chromiumVersion } = plan;
  const guard = await openEgressGuard({ allow: ['127.0.0.0/8'], connectTo: [], log: silent });
  const cookies = new CookieJars();
  const identities = await openIdentities({ browsers, guard, cookies, clock, log: silent, chromiumVersion });
  const http = openHttpClient({ ignoreTlsErrors: false, cookies });
  const openPool = () =>
    createBrowserPool({
      chromium: { executablePath, env, origin: 'packaged', version: chromiumVersion },
      sandbox: 'auto',
      browsers,
      cookies,
      probeProxy: openProxyProbe({ proxyUrlOf: identities.proxyUrlOf.bind(identities), clock }),
      guard,
      maxBytes,
      log: silent,
    });
  return {
    identities,
    http,
    clock,
    maxBytes,
    openPool,
    async [Symbol.asyncDispose]() {
      await http[Symbol.asyncDispose]();
      await guard[Symbol.asyncDispose]();
    },
  };
}
