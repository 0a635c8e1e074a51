import type { App } from './app.ts';
import type { BrowserPool } from './browser-port.ts';
import type { EnvironmentVariables } from './cli/session.ts';
import type { loadBrowsers } from './config-files/load-definitions.ts';
import type { LazyParts } from './lazy.ts';
import type { Clock, Random } from './ports.ts';
import type { Config } from './settings/config.ts';
import { listedProxyCheck } from './stages/fetch/guard/listed-proxy.ts';
import { defaultUserAgent, openIdentities } from './stages/fetch/identity/identities.ts';
import { CookieJars } from './stages/fetch/identity/identity-cookies.ts';
import { attributingTimeouts, openProxyProbe } from './stages/fetch/identity/proxy-probe.ts';
import { ownWays } from './stages/fetch/identity/proxy-routes.ts';
import { openRobots } from './stages/fetch/robots.ts';

// The composition root's adapters that use the network.

/** The product token that robots.txt files may name. */
const robotsAgent = 'newshawk';

/** Time and chance. */
interface World {
  readonly clock: Clock;
  readonly random: Random;
}

interface NetworkNeeds {
  readonly config: Config;
  readonly env: EnvironmentVariables;
  readonly log: App['log'];
  readonly onPhase: (sentence: string) => void;
  readonly browsersConfig: () => Promise<Awaited<ReturnType<typeof loadBrowsers>>>;
}

async function locateBrowser({ config, env, browsersConfig }: Pick<NetworkNeeds, 'config' | 'env' | 'browsersConfig'>) {
  const { findChromium } = await import('./stages/fetch/browser/chromium.ts');
  const { engine, executablePath } = await browsersConfig();
  return findChromium({
    engine,
    explicit: executablePath,
    cacheDir: config.cacheDir,
    env: { ...env, CHROMIUM_PATH: config.chromiumPath ?? undefined },
  });
}

/** Parts that use the network, all through the egress guard. */
export function networkParts(parts: LazyParts, { clock, random }: World, needs: NetworkNeeds) {
  const { config, env, log, onPhase, browsersConfig } = needs;
  const guard = parts.part(async () => {
    const { openEgressGuard } = await import('./stages/fetch/guard/egress-guard.ts');
    const { network } = await browsersConfig();
    return openEgressGuard({
      allow: [...config.allowNetworks, ...network.allow],
      connectTo: config.connectTo,
      allowPorts: [...config.allowPorts, ...network.ports],
      proxyDns: network.proxyDns,
      ownUserOnly: network.ownUserOnly,
      log,
    });
  });
  const locate = () => locateBrowser({ config, env, browsersConfig });
  const chromium = parts.part(() => {
    onPhase('Looking for the browser: the first time on a machine it is unpacked.');
    return locate();
  });
  let pool: BrowserPool | null = null;
  const cookies = new CookieJars();
  const identities = parts.part(async () =>
    openIdentities({
      browsers: await browsersConfig(),
      guard: await guard(),
      cookies,
      clock,
      log,
      chromiumVersion: (await chromium()).version,
    }),
  );
  const probeProxy = parts.part(async () => {
    const { proxyUrlOf } = await identities();
    return openProxyProbe({ proxyUrlOf, clock });
  });
  const http = parts.part(async () => {
    const { openHttpClient } = await import('./stages/fetch/http/http-client.ts');
    const { ignoreTlsErrors } = await browsersConfig();
    return attributingTimeouts(openHttpClient({ ignoreTlsErrors, cookies }), await probeProxy());
  });
  return {
    http,
    identities,
    proxyParts: () => proxyParts(needs, chromium),
    browserHealth: () => pool?.health ?? ({ state: 'idle' } as const),
    browsers: parts.part(async () => {
      onPhase('Starting the browser.');
      const { createBrowserPools } = await import('./stages/fetch/browser-pools.ts');
      pool = createBrowserPools({
        chromium: await chromium(),
        locate,
        browsers: await browsersConfig(),
        sandbox: config.chromiumSandbox,
        cookies,
        probeProxy: await probeProxy(),
        guard: await guard(),
        maxBytes: config.maxBodyBytes,
        random,
        log,
      });
      return pool;
    }),
    robots: parts.part(async () =>
      openRobots({ http: await http(), userAgent: robotsAgent, clock, policy: config.robots }),
    ),
  };
}

/** What lists of proxies are read and checked with. Each client has its own guard and cookies: thousands are opened and closed. */
async function proxyParts(
  { config, log, browsersConfig }: NetworkNeeds,
  chromium: () => ReturnType<typeof locateBrowser>,
) {
  const { network, proxies, proxyLists, allowDirect, userAgent, locale, timeZone, viewport } = await browsersConfig();
  const allow = [...config.allowNetworks, ...network.allow];
  const options = {
    allow,
    connectTo: config.connectTo,
    allowPorts: [...config.allowPorts, ...network.ports],
    proxyDns: network.proxyDns,
    log,
    userAgent: userAgent ?? defaultUserAgent((await chromium()).version),
    locale,
    timeZone,
    viewport,
  };
  return {
    lists: proxyLists,
    refuses: listedProxyCheck(allow),
    ownWays: ownWays(proxies, allowDirect),
    openClient: async (proxyUrl: string | null) => {
      const { openProxyClient } = await import('./stages/fetch/proxy-client.ts');
      return openProxyClient(proxyUrl, options);
    },
  };
}
