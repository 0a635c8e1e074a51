import { loadavg } from 'node:os';
import { processTree } from '../src/machine/process-tree.ts';
import type { Visit } from '../src/model/crawl/visit.ts';
import { defineBrowsers } from '../src/settings/browsers.ts';
import { findChromium } from '../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../src/stages/fetch/browser-pool.ts';
import { openEgressGuard } from '../src/stages/fetch/guard/egress-guard.ts';
import { CookieJars } from '../src/stages/fetch/identity/identity-cookies.ts';
import { openProxyRoutes } from '../src/stages/fetch/identity/proxy-routes.ts';
import { openProxyFarm, type ProxyFarm } from '../test/support/proxies/proxy-farm.ts';
import { type Cast, castOf, crawlThrough, liesOf, readersOf } from '../test/support/proxies/proxy-truth.ts';

// 200 identities over 20 proxies, in the browser and without it: who left by which way, whose cookies came with whom, what a dead proxy costs, and what an
// idle context costs. usage: npm run bench:proxies

const [proxies, perProxy] = [20, 10];
const log = { debug() {}, info() {}, warn() {}, error() {} };

interface Row {
  readonly way: string;
  readonly identities: number;
  readonly visits: number;
  readonly requests: number;
  readonly mismatches: number;
  readonly cookieLeaks: number;
  /** Tries that failed with the dead proxy, and with others. */
  readonly deadTries: number;
  readonly otherFailures: number;
  readonly seconds: number;
}

async function crawl(render: 'static' | 'browser', maxContexts: number): Promise<Row> {
  await using farm = await openProxyFarm({ proxies, dead: [3] });
  const cast = await castOf(farm, { perProxy, extraHosts: 40, browsers: { maxContexts } });
  const begun = performance.now();
  const visits = await crawlThrough({ cast, render, hosts: [...cast.hosts.keys()], concurrency: 4 });
  const seconds = Math.round((performance.now() - begun) / 1000);
  const way = render === 'static' ? 'static' : `browser, ${maxContexts} contexts`;
  return { way, ...judged(farm, cast, visits), seconds };
}

function judged(farm: ProxyFarm, cast: Cast, visits: readonly Visit[]): Omit<Row, 'way' | 'seconds'> {
  const lies = liesOf(farm, cast, visits);
  for (const lie of lies.slice(0, 5)) console.error(lie);
  const dead = `http://${farm.proxies[3]}`;
  const failed = visits.filter(({ outcome }) => outcome === 'failed' || outcome === 'deferred');
  const deadTries = failed.filter(({ proxy, reason }) => proxy === dead && reason === 'proxy').length;
  return {
    identities: cast.looks.size,
    visits: visits.length,
    requests: farm.seen.length,
    mismatches: lies.length,
    cookieLeaks: [...readersOf(farm).values()].filter(({ size }) => size > 1).length,
    deadTries,
    otherFailures: failed.length - deadTries,
  };
}

/** Private memory of the browser's processes with this number of idle contexts, MB. */
async function idleMemory(counts: readonly number[]): Promise<readonly number[]> {
  await using farm = await openProxyFarm({ proxies });
  const { browsers, looks } = await castOf(farm, { perProxy, extraHosts: 0 });
  await using guard = await openEgressGuard({
    allow: ['shared.example', 's.example', 'frame.s.example'],
    connectTo: [],
    log,
  });
  const routes = (await openProxyRoutes(browsers, guard, '')).flatMap((way) => way.routes);
  await using pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({ maxContexts: looks.size }),
    cookies: new CookieJars(),
    probeProxy: async () => null,
    guard,
    maxBytes: 1e7,
    log,
  });
  const measured: number[] = [];
  for (const [index, identity] of routes.entries()) {
    const plan = { url: 'http://s.example/frame', identity, waitFor: null, steps: [], timeoutMs: 30_000 };
    await using page = await pool.open(plan);
    if (page.status !== 200) throw new Error(`the page answered ${page.status}`);
    if (!counts.includes(index + 1)) continue;
    await page[Symbol.asyncDispose]();
    await new Promise((resolve) => setTimeout(resolve, 2_000)); // renderers end a moment after their last page
    measured.push(browserMegabytes());
  }
  return measured;
}

const browserMegabytes = (): number =>
  Math.round((processTree(process.pid) ?? []).slice(1).reduce((sum, { ownBytes }) => sum + ownBytes, 0) / 1e5) / 10;

const counts = [1, 50, 100, 200];
const idle = await idleMemory(counts);
console.table(counts.map((contexts, index) => ({ 'idle contexts': contexts, 'browser, own MB': idle[index] })));
const [first = 0, last = 0] = [idle[0], idle.at(-1)];
console.log(`an idle context: ${((last - first) / 199).toFixed(2)} MB`);
console.table([await crawl('static', 32), await crawl('browser', 200), await crawl('browser', 32)]);
console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
