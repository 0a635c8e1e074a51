import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExpandPlan, LivePage } from '../../src/browser-port.ts';
import { Crawl } from '../../src/crawl/crawl.ts';
import { NewshawkError } from '../../src/errors.ts';
import type { Reading } from '../../src/model/article/draft.ts';
import type { BrowserAbsence, BrowserHealth } from '../../src/model/crawl/browser-health.ts';
import { wholeSite } from '../../src/model/crawl/crawl-scope.ts';
import type { Site } from '../../src/model/crawl/site.ts';
import type { Task } from '../../src/model/crawl/task.ts';
import type { ListExpansion } from '../../src/model/page/list-expansion.ts';
import type { FetchWay } from '../../src/model/page/page.ts';
import type { PageAnswers } from '../../src/model/page/page-api.ts';
import type { PageStep } from '../../src/model/page/page-step.ts';
import type { Snapshot } from '../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import type { LogFields, Reader, ReadOptions } from '../../src/ports.ts';
import type { CrawlPorts, RunContext } from '../../src/services.ts';
import { defineBrowsers } from '../../src/settings/browsers.ts';
import { readConfig } from '../../src/settings/config.ts';
import { defineScraper } from '../../src/settings/scraper.ts';
import { SiteLearner } from '../../src/site/site-learner.ts';
import { readFeedText } from '../../src/stages/discover/feed.ts';
import { readSitemapText } from '../../src/stages/discover/sitemap.ts';
import { listSampleOf } from '../../src/stages/page-api/lists/infer-list.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import { formatOf } from '../../src/stages/schedule/url-format.ts';
import type { FrontierEntry } from '../../src/storage/crawl/frontier-port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { at, claimOf, entry } from '../storage/records.ts';
import { ManualClock } from './manual-clock.ts';
import { noDraft } from './readings.ts';

/** What the web answers: an error is thrown as the port would. */
export type FakeAnswer =
  | Error
  | {
      status?: number;
      headers?: Record<string, string>;
      movedTo?: string;
      html?: string;
      jpeg?: Uint8Array;
      /** What the page's scripts are answered; in the browser, where they are kept. */
      scripts?: PageAnswers;
      /** What a list shows when it is expanded; in the browser. */
      expand?: (plan: ExpandPlan) => Promise<Partial<ListExpansion>>;
    };

/** What a test may change while it goes on. */
export interface FakeWeb {
  /** By `way address`, such as `static http://gazette.example/a`; what is not there answers 404. */
  answers: Record<string, FakeAnswer>;
  read: (snapshot: Snapshot, options?: ReadOptions) => Reading;
  robots: { readonly allowed: boolean; readonly crawlDelayMs: number | null };
  /** What robots.txt names. */
  sitemaps: readonly string[];
  browser: BrowserHealth;
}

export interface FakeCrawl extends AsyncDisposable {
  readonly io: CrawlPorts;
  readonly run: RunContext;
  readonly clock: ManualClock;
  readonly web: FakeWeb;
  /** In order; headers as given by the caller. */
  readonly asked: {
    readonly way: FetchWay;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  }[];
  readonly reported: string[];
  readonly logged: { readonly level: string; readonly event: string; readonly fields: LogFields }[];
  /** Live pages that nobody has closed. */
  open(): number;
  /** Puts an entry and claims it. */
  claim(given?: Partial<FrontierEntry> & { readonly url?: FrontierEntry['url'] }): Promise<Task>;
}

/** Killed, and not started again yet. */
export const absentBrowser: BrowserAbsence = {
  state: 'absent',
  forMs: 9_000,
  nextTryMs: 400,
  why: 'killed',
  message: 'The browser does not start: killed.',
  hasRun: true,
  isLasting: false,
};

/** The identity of requests without a proxy. */
export const direct = {
  id: 'direct',
  proxy: null,
  guardUrl: 'http://127.0.0.1:9',
  userAgent: 'test',
  locale: 'en-GB',
  timeZone: 'UTC',
  viewport: { widthPx: 1280, heightPx: 800 },
};

const nothingMore: ListExpansion = { links: [], rounds: 0, by: [], ended: 'nothing-new', why: '', total: null };
const showsAll = async () => ({});
const noAnswers: PageAnswers = { shell: null, answers: [], leftOut: 0 };

/** Hosts that may be asked at once. */
const openGate = (): HostGate => new HostGate({ concurrency: 8, gapMs: 0 });

/** The ports of a crawl over a real SQLite store in a temporary folder, with a web and an extraction that are what the test says. */
export async function openCrawl(site: Partial<Site> = {}): Promise<FakeCrawl> {
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-pipeline-'));
  const store = await openSqlite(folder);
  const clock = new ManualClock(at(0));
  const web: FakeWeb = {
    answers: {},
    read: () => noDraft(),
    robots: { allowed: true, crawlDelayMs: null },
    sitemaps: [],
    browser: { state: 'ready' },
  };
  const [asked, reported, logged]: [FakeCrawl['asked'], string[], FakeCrawl['logged']] = [[], [], []];
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}): void => {
      logged.push({ level, event, fields });
    };
  const live = new Set<LivePage>();
  const own = { ...defineScraper({ host: 'gazette.example', origin: 'http://gazette.example' }), ...site };
  const answerTo = (way: FetchWay, url: string, headers: Readonly<Record<string, string>>) => {
    asked.push({ way, url, headers });
    const found = web.answers[`${way} ${url}`] ?? { status: 404, html: '<p>none</p>' };
    if (found instanceof Error) throw found;
    return {
      status: 200,
      headers: {},
      html: '',
      jpeg: null,
      movedTo: url,
      scripts: noAnswers,
      expand: showsAll,
      ...found,
    };
  };
  const io: CrawlPorts = {
    store,
    clock,
    config: readConfig({ NEWSHAWK_HOST_GAP_MS: '0' }).config,
    http: {
      fetch: async ({ url, headers = {}, turns }) => {
        await turns?.take(url);
        const answer = answerTo('static', url, headers);
        const body = new TextEncoder().encode(answer.html);
        return {
          url: answer.movedTo,
          status: answer.status,
          headers: answer.headers,
          body,
          wireBytes: body.length,
          elapsedMs: 1,
        };
      },
      [Symbol.asyncDispose]: async () => {},
    },
    browsers: async () => ({
      open: async ({ url, steps, keepAnswers }) => {
        const found = answerTo('browser', url, {});
        const answer = { ...found, steps, scripts: keepAnswers ? found.scripts : noAnswers };
        const page = livePage(url, answer, (closed) => live.delete(closed));
        live.add(page);
        return page;
      },
      openPlayer: () => Promise.reject(new NewshawkError('unreachable', 'this browser has no player')),
      get health() {
        return web.browser;
      },
      stats: { pages: 0, contexts: 0, launches: 0 },
      [Symbol.asyncDispose]: async () => {},
    }),
    browserHealth: () => web.browser,
    reader: fakeReader(web),
    identities: {
      proxies: [null],
      pick: async () => direct,
      report: ({ id }, host, result) => void reported.push(`${id} ${host} ${result}`),
      countBytes: () => {},
      uses: () => [],
      useProxies: async () => {},
    },
    openLoad: idleMachine,
    robots: { check: async () => web.robots, sitemaps: async () => web.sitemaps },
    random: () => 0.5,
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    siteOf: () => own,
    adLists: async () => ({ isAd: () => false, files: [] }),
    topics: [],
    categories: { model: null },
    grown: null,
    proxyPorts: async () => ({
      store,
      clock,
      log: io.log,
      random: io.random,
      reader: io.reader,
      lists: defineBrowsers({}).proxyLists,
      openClient: () => Promise.reject(new Error('this test opens no proxy client')),
      ownWays: [null],
      refuses: async () => null,
    }),
  };
  return {
    io,
    clock,
    web,
    asked,
    reported,
    logged,
    run: { runId: 'run-1', worker: 'tester', maxDepth: null, scope: wholeSite, keepsWindows: false },
    open: () => live.size,
    claim: async ({ url = canonicalUrl('http://gazette.example/a'), ...given } = {}) => {
      await store.frontier.put([entry(url, given)], at(0));
      const [task] = await store.frontier.claim(claimOf({ now: clock.now(), limit: 1 }));
      if (task === undefined) throw new Error(`${url} could not be claimed`);
      return task;
    },
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

/** A machine with nothing to do. */
const idleMachine: CrawlPorts['openLoad'] = () => ({
  cores: 2,
  sample: () => ({
    cpu: 0.1,
    loop: 0.1,
    loopDelayP99Ms: 12,
    freeMemory: 0.8,
    nodeBytes: 100e6,
    browserBytes: 200e6,
    processes: 6,
  }),
  [Symbol.dispose]: () => {},
});

/** Lists are read by the real code; pages as the test says. No media. */
const fakeReader = (web: FakeWeb): Reader => ({
  read: async (snapshot, options) => web.read(snapshot, options),
  weigh: async ({ title, body }) => ({
    fingerprint: {
      bodyHash: `${body.length}`,
      simhash: 'ffff0000ffff0000',
      titleKeywords: [title],
      bodyKeywords: [],
      sketch: [],
    },
    terms: { highest: 1, title: {}, heading: {}, lead: {}, body: {}, meta: {} },
    grown: {},
    category: null,
  }),
  profile: async () => null,
  blocks: () => Promise.reject(new Error('this test does not expect that call')),
  learn: async () => null,
  findMedia: async () => ({
    isVideoPage: false,
    items: [],
    sightings: [],
    isScripted: false,
    pageTitle: '',
    playLinks: { kind: null, urls: [] },
  }),
  sampleAnswers: async () => null,
  sampleList: async (list) => listSampleOf(list, formatOf),
  readList: async ({ kind, text, url, limit }) =>
    kind === 'feed' ? readFeedText(text, url, limit) : readSitemapText(text, url, limit),
  [Symbol.asyncDispose]: async () => {},
});

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly html: string;
  readonly jpeg: Uint8Array | null;
  readonly scripts: PageAnswers;
  readonly expand: (plan: ExpandPlan) => Promise<Partial<ListExpansion>>;
  /** None of them finds anything. */
  readonly steps: readonly PageStep[];
}

function livePage(url: string, answer: Answered, onClose: (page: LivePage) => void): LivePage {
  const { status, headers, html, jpeg } = answer;
  const steps = answer.steps.map((step) => ({ step, times: 0, why: 'not there' }));
  const page: LivePage = {
    finalUrl: canonicalUrl(url),
    status,
    headers,
    html,
    settledBy: 'quiet',
    steps,
    elapsedMs: 2,
    answers: async () => answer.scripts,
    network: () => [],
    requests: () => [],
    showAll: async () => {},
    console: () => [],
    bytes: () => html.length,
    evaluate: () => Promise.reject(new Error('this page can not be played')),
    expandList: async (plan) => ({ ...nothingMore, ...(await answer.expand(plan)) }),
    htmlWithRectangles: async () => null,
    screenshot: async () => jpeg,
    [Symbol.asyncDispose]: async () => onClose(page),
  };
  return page;
}

/** The crawl of a run, as `crawlRun` makes it. */
export const crawlOf = (
  { io, run }: { readonly io: CrawlPorts; readonly run: RunContext },
  gate: HostGate = openGate(),
): Crawl => new Crawl(io, run, gate, new SiteLearner(io, io.config.learn === 'on'));
