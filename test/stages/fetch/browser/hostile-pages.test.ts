import { readFileSync } from 'node:fs';
import PQueue from 'p-queue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrowserPool } from '../../../../src/browser-port.ts';
import { processTree } from '../../../../src/machine/process-tree.ts';
import type { IdentityRoute } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import { findChromium } from '../../../../src/stages/fetch/browser/chromium.ts';
import { createBrowserPool } from '../../../../src/stages/fetch/browser-pool.ts';
import { fetchBrowser } from '../../../../src/stages/fetch/fetch-browser.ts';
import { fetchStatic } from '../../../../src/stages/fetch/fetch-static.ts';
import type { EgressGuard } from '../../../../src/stages/fetch/guard/egress-guard.ts';
import { openHttpClient } from '../../../../src/stages/fetch/http/http-client.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { type Ending, type HostilePage, story, storyKept } from '../../../support/hostile-site/hostile-page.ts';
import { endedOf, matches, wordsOf } from '../../../support/hostile-site/matches.ts';
import { type HostileSite, hostilePages, openHostileSite } from '../../../support/hostile-site/open-hostile-site.ts';
import { pageTask } from '../../../support/hostile-site/task.ts';
import { stoppedClock } from '../../../support/manual-clock.ts';
import { eventually } from '../../../support/waiting.ts';
import { identityOf, openTestGuard, silent } from '../local-site.ts';

/** Similar to pages that are tested here; `npm run bench:hostile` visits all. */
const leftToBench =
  /^(endless-(animation|fetch|layout|storage|unload)|document-write|timer-storm|console-flood|memory-(strings|canvas|wasm|nodes)|confirms|prompts|prints|pop-ups-by-click|pop-ups-that-spin|hash-flood|history-endless|to-blank|redirect-by-header|redirect-to-itself|body-200-mb-chunked|script-200-mb|gzip-bomb-twice|frames-(many|for-ever)|nodes-by-script|nodes-600k|select-huge|css-heavy|tables-nested|entities|comments-huge|title-huge|svg-filters|deep-(json|templates|shadow)|cookies-many|early-hints|stream-for-ever|replace-mixed|worker-storm|websocket-flood|only-whitespace|style-that|image-that|encoding-utf-7)/;
/** Each of these uses a core until it is stopped, so they are visited together. */
const takesCore = /^(endless-(script|microtasks|regexp)|document-write-endless|memory-)/;
const good: HostilePage = { name: 'good', answer: story, browser: storyKept, static: storyKept };
const clock = stoppedClock(new Date(0));

let site: HostileSite;
let guard: EgressGuard;
let pool: BrowserPool;
let direct: IdentityRoute;

beforeAll(async () => {
  site = await openHostileSite([good]);
  guard = await openTestGuard({ allow: site.ports.map((port) => `127.0.0.1:${port}`) });
  direct = identityOf(await guard.routeFor(null));
  pool = createBrowserPool({
    chromium: await findChromium({ explicit: null, cacheDir: null, env: process.env }),
    sandbox: 'auto',
    browsers: defineBrowsers({ limits: { pageMemoryMb: 300 } }),
    cookies: new CookieJars(),
    probeProxy: async () => null,
    guard,
    maxBytes: 5_000_000,
    log: silent,
  });
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await guard[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function render(page: HostilePage, timeoutMs: number, identity: IdentityRoute): Promise<string> {
  const plan = { identity, waitFor: null, steps: [], timeoutMs };
  const { page: fetched, live } = await fetchBrowser({ pool, clock })(pageTask(site.urlOf(page)), plan);
  await live[Symbol.asyncDispose]();
  return fetched.html;
}

/** Pages that end only at their deadline have a short one; the others have one that no busy machine reaches. */
const deadlineOf = (ending: Ending): number => (mayTimeOut(ending) ? 2_500 : 40_000);
const mayTimeOut = (ending: Ending): boolean =>
  'either' in ending ? ending.either.some(mayTimeOut) : 'kind' in ending && ending.kind === 'timed-out';

/** @returns a line for each page that did not end as expected */
async function visitAll(pages: readonly HostilePage[], atOnce: number): Promise<string[]> {
  const queue = new PQueue({ concurrency: atOnce });
  const lines = pages.map((page, index) =>
    queue.add(async () => {
      const ended = await endedOf(render(page, deadlineOf(page.browser), { ...direct, id: `reader ${index % 3}` }));
      return matches(page.browser, ended) ? [] : [`${page.name}: ${wordsOf(ended)}`];
    }),
  );
  return (await Promise.all(lines)).flat();
}

const renderers = (): number =>
  (processTree(process.pid) ?? []).filter(({ pid }) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
    } catch {
      return false; // ended meanwhile
    }
  }).length;

describe('hostile pages', () => {
  it('end each with its own reason without a browser', async () => {
    await using http = openHttpClient({ ignoreTlsErrors: false, cookies: new CookieJars() });
    const request = { identity: direct, maxBytes: 5_000_000 };
    const queue = new PQueue({ concurrency: 24 });
    const lines = hostilePages.map((page) =>
      queue.add(async () => {
        const limited = { ...request, timeoutMs: deadlineOf(page.static) };
        const fetched = fetchStatic({ http, clock })(pageTask(site.urlOf(page)), limited);
        const ended = await endedOf(fetched.then(({ html }) => html));
        return matches(page.static, ended) ? [] : [`${page.name}: ${wordsOf(ended)}`];
      }),
    );
    expect((await Promise.all(lines)).flat()).toEqual([]);
  });

  it('that use all resources end at their limits, and do not affect other pages', async () => {
    const greedy = hostilePages.filter(({ name }) => takesCore.test(name) && !leftToBench.test(name));
    const wrong = visitAll(greedy, greedy.length);
    const neighbours = ['reader 0', 'a reader of its own'].map((id) =>
      endedOf(render(good, 40_000, { ...direct, id })).then(wordsOf),
    );
    expect(await Promise.all(neighbours)).toEqual(Array(2).fill(expect.stringMatching(/^kept/)));
    expect(await wrong).toEqual([]);
    expect(greedy.length).toBeGreaterThan(5);
    expect(pool.stats.launches).toBe(1);
  });

  it('end each with its own reason in a browser, and leave nothing behind', async () => {
    const others = hostilePages.filter(({ name }) => !takesCore.test(name) && !leftToBench.test(name));
    expect(await visitAll(others, 8)).toEqual([]);
    expect(others.length).toBeGreaterThan(50);
    await eventually(async () => expect(await renderers()).toBeLessThanOrEqual(1)); // one is kept in reserve
    await eventually(() => expect(site.sockets).toBeLessThanOrEqual(32)); // idle ones of the guard
    expect(pool.stats.launches).toBe(1);
    expect(matches(storyKept, await endedOf(render(good, 40_000, direct)))).toBe(true);
  });
});
