import { join } from 'node:path';
import { loadScrapers } from '../../../src/config-files/load-scrapers.ts';
import { siteIndex } from '../../../src/config-files/site-index.ts';
import type { LoadSampler, Log, Random } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import type { startWatch } from '../../../src/run/start-run.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openEgressGuard } from '../../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../../src/stages/fetch/http/http-client.ts';
import { openIdentities } from '../../../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../../../src/stages/fetch/identity/identity-cookies.ts';
import { openRobots } from '../../../src/stages/fetch/robots.ts';
import type { Store } from '../../../src/storage/port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { type Activity, counted, countedHttp } from './activity.ts';
import type { SimulatedTime } from './simulated-time.ts';

type WatchPorts = Parameters<typeof startWatch>[0];

export interface OpenPorts extends AsyncDisposable {
  readonly ports: WatchPorts;
  /** Uncounted: for looks from outside of the run. */
  readonly store: Store;
}

export interface PortsRequest {
  /** With `scrapers` and, after the first run, `data`. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly time: SimulatedTime;
  readonly activity: Activity;
  readonly random: Random;
  readonly log: Log;
  /** Names the process that the run plays: each restart is another one. */
  readonly owner: string;
}

/** The parts of a `watch` as the composition root builds them, on simulated time and without a browser. Their calls are counted. */
export async function openPorts(request: PortsRequest): Promise<OpenPorts> {
  const { folder, env, time, activity, random, log, owner } = request;
  const { config } = readConfig(env, {});
  const closing = new AsyncDisposableStack();
  const sites = await loadScrapers(join(folder, 'scrapers'));
  const store = closing.use(await openSqlite(join(folder, 'data')));
  const guard = closing.use(
    await openEgressGuard({ allow: config.allowNetworks, connectTo: config.connectTo, ownUserOnly: false, log }),
  );
  const cookies = new CookieJars();
  const browsers = defineBrowsers({});
  const identities = await openIdentities({ browsers, guard, cookies, clock: time, log, chromiumVersion: '153.0.0.0' });
  const http = countedHttp(closing.use(openHttpClient({ ignoreTlsErrors: false, cookies })), activity);
  const files = sites.flatMap(({ file }) => (file === null ? [] : [file]));
  const reader = closing.use(await openReader({ workers: 1, sites: { files } }));
  const noBrowser = () => Promise.reject(new Error('a page of the month asked for a browser'));
  const countedStore = counted(store, activity);
  const ports: WatchPorts = {
    owner,
    sites,
    onPhase: () => {},
    store: countedStore,
    http,
    reader: counted(reader, activity),
    identities,
    robots: openRobots({ http, userAgent: 'newshawk', clock: time, policy: config.robots }),
    browsers: noBrowser,
    browserHealth: () => ({ state: 'idle' }),
    openLoad: idleMachine,
    clock: time,
    timers: time,
    random,
    log,
    adLists: async () => ({ isAd: () => false, files: [] }),
    siteOf: siteIndex(sites, config),
    topics: [],
    categories: { model: null },
    grown: null,
    config,
    proxyPorts: async () => ({
      store: countedStore,
      clock: time,
      log,
      random,
      reader,
      lists: browsers.proxyLists,
      openClient: noBrowser,
      ownWays: [null],
      refuses: async () => null,
    }),
  };
  return { ports, store, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** The load of this machine is no part of the month. */
const idleMachine = (): LoadSampler => ({
  cores: 2,
  sample: () => ({
    cpu: 0.1,
    loop: 0.1,
    loopDelayP99Ms: 10,
    freeMemory: 0.8,
    nodeBytes: 1e8,
    browserBytes: 0,
    processes: 1,
  }),
  [Symbol.dispose]: () => {},
});
