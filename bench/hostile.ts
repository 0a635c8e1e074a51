import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { processTree } from '../src/machine/process-tree.ts';
import { defineBrowsers } from '../src/settings/browsers.ts';
import { settings } from '../src/settings/config.ts';
import { findChromium } from '../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../src/stages/fetch/browser-pool.ts';
import { sleep } from '../src/stages/fetch/deadline.ts';
import { fetchBrowser } from '../src/stages/fetch/fetch-browser.ts';
import { fetchStatic } from '../src/stages/fetch/fetch-static.ts';
import { openEgressGuard } from '../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../src/stages/fetch/http/http-client.ts';
import { openIdentities } from '../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../src/stages/fetch/identity/identity-cookies.ts';
import { corpusPages } from '../test/support/hostile-site/corpus-pages.ts';
import type { HostilePage } from '../test/support/hostile-site/hostile-page.ts';
import { endedOf, matches, wordsOf } from '../test/support/hostile-site/matches.ts';
import { hostilePages, openHostileSite } from '../test/support/hostile-site/open-hostile-site.ts';
import { pageTask } from '../test/support/hostile-site/task.ts';

// `npm run bench:hostile`: every page of the hostile site with the default limits, one by one, by both paths, and how each ended. Exit code 1 where a page
// ended otherwise than it should, took longer than its limit, or left something behind.

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    via: { type: 'string', default: 'static,browser' },
    timeout: { type: 'string', default: String(settings.pageTimeoutMs.fallback) },
    /** A folder of *.html.gz pages that are served as they are. */
    corpus: { type: 'string', default: process.env.NEWSHAWK_BENCH_HOSTILE_PAGES ?? '' },
  },
});

const timeoutMs = Number(values.timeout);
const maxBytes = settings.maxBodyBytes.fallback;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
const extra = corpusPages(values.corpus);

await using site = await openHostileSite(extra);
await using guard = await openEgressGuard({
  allow: site.ports.map((port) => `127.0.0.1:${port}`),
  connectTo: [],
  log: silent,
});
const browsers = defineBrowsers({});
const chromium = await findChromium({ explicit: null, cacheDir: null, env: process.env });
const cookies = new CookieJars();
const identities = await openIdentities({
  browsers,
  guard,
  clock,
  cookies,
  log: silent,
  chromiumVersion: chromium.version,
});
const identity = await identities.pick('127.0.0.1');
await using http = openHttpClient({ ignoreTlsErrors: false, cookies });
await using pool = createBrowserPool({
  chromium,
  browsers,
  sandbox: 'auto',
  probeProxy: async () => null,
  guard,
  cookies,
  maxBytes,
  log: silent,
});

async function fetchPage(page: HostilePage, via: string): Promise<string> {
  if (via === 'static')
    return (await fetchStatic({ http, clock })(pageTask(site.urlOf(page)), { identity, maxBytes, timeoutMs })).html;
  const plan = { identity, waitFor: null, steps: [], timeoutMs };
  const { page: fetched, live } = await fetchBrowser({ pool, clock })(pageTask(site.urlOf(page)), plan);
  await live[Symbol.asyncDispose]();
  return fetched.html;
}

const own = (): number => processTree(process.pid)?.find(({ pid }) => pid === process.pid)?.ownBytes ?? 0;
const browserTree = () => (processTree(process.pid) ?? []).filter(({ pid }) => pid !== process.pid);
const renderers = (): number =>
  browserTree().filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
    } catch {
      return false; // ended meanwhile
    }
  }).length;
const folder = join(tmpdir(), `newshawk-browsers-${process.getuid?.()}`);
/** Browsers of this process that are written down as running. */
const browsersOnRecord = (): number => readdirSync(folder).filter((name) => name.startsWith(`${process.pid}-`)).length;
const remains = () => ({
  renderers: renderers(),
  sockets: site.sockets,
  contexts: pool.stats.contexts,
  browsers: browsersOnRecord(),
});

/** What the page left behind, once it had a moment to go. */
async function leftBehind(): Promise<string> {
  for (let tries = 0; ; tries++) {
    const now = remains();
    const more = Object.entries(now).filter(([name, count]) => {
      const allowed = { renderers: 1, sockets: 40, contexts: 1, browsers: 1 }[name] ?? 0;
      return count > allowed;
    });
    if (more.length === 0) return '';
    if (tries === 30) return more.map(([name, count]) => `${name} ${count}`).join(', ');
    await sleep(100);
  }
}

let bad = 0;
for (const page of [...hostilePages, ...extra]) {
  if (!new RegExp(values.only).test(page.name)) continue;
  for (const via of values.via.split(',')) {
    const base = own();
    let peak = 0;
    let nodePeak = 0;
    const watch = setInterval(() => {
      peak = Math.max(
        peak,
        browserTree().reduce((sum, { ownBytes }) => sum + ownBytes, 0),
      );
      nodePeak = Math.max(nodePeak, own() - base);
    }, 50);
    const startedAt = performance.now();
    const ended = await endedOf(fetchPage(page, via));
    const seconds = (performance.now() - startedAt) / 1000;
    clearInterval(watch);
    const leaked = await leftBehind();
    const isRight = matches(via === 'static' ? page.static : page.browser, ended);
    const isLate = seconds * 1000 > timeoutMs + 5_000;
    if (!isRight || isLate || leaked !== '') bad++;
    const how = wordsOf(ended).split('\n')[0]!.replaceAll(site.urlOf(page), '<url>');
    console.log(
      [
        isRight ? 'ok ' : 'BAD',
        page.name.padEnd(24),
        via.padEnd(7),
        `${seconds.toFixed(1)} s`.padStart(7),
        `${Math.round(peak / 1e6)} MB`.padStart(8),
        `+${Math.round(nodePeak / 1e6)} MB`.padStart(8),
        (leaked === '' ? '' : `LEAKED ${leaked}`).padEnd(12),
        how.slice(0, 150),
      ].join('  '),
    );
  }
}
console.log(bad === 0 ? 'all ended as they should' : `${bad} ended otherwise than they should`);
process.exitCode = bad === 0 ? 0 : 1;
