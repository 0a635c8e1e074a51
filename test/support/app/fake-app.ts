import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, RunRules } from '../../../src/app.ts';
import { explain } from '../../../src/commands/page/explain.ts';
import { knownTopics } from '../../../src/crawl/topics/known-topics.ts';
import type { LoadView } from '../../../src/model/crawl/load.ts';
import type { OwnRuleTally } from '../../../src/model/crawl/own-rule.ts';
import type { Site } from '../../../src/model/crawl/site.ts';
import { nothingLeft } from '../../../src/model/crawl/work-left.ts';
import type { RecordSighting } from '../../../src/model/data/stored-record.ts';
import type { Snapshot } from '../../../src/model/page/snapshot.ts';
import type { Topic } from '../../../src/model/topic/topic.ts';
import type { Log, LogFields } from '../../../src/ports.ts';
import type { CrawlReport } from '../../../src/run/report.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { defineAlerts } from '../../../src/settings/events/alerts.ts';
import { defineScraper, listing, unknownSite } from '../../../src/settings/scraper.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import type { Store, VisitResult } from '../../../src/storage/port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { openStore } from '../../storage/open-store.ts';
import { article, at, claimOf, ending, entry, failure, mediaItem, source, visit } from '../../storage/records.ts';
import { stoppedClock } from '../manual-clock.ts';
import { topic } from '../topics.ts';
import { Changes } from '../waiting.ts';

/** The time of every test: an hour after the records. */
export const now = at(60);

export interface FakeApp extends App {
  readonly logged: { level: string; event: string; fields: LogFields }[];
  /** Resolves with the fields of the first line of this event, when it is logged. */
  logs(event: string, fields?: LogFields): Promise<LogFields>;
  readonly crawls: RunRules[];
  readonly storeOfTest: Store;
}

export const topics: readonly Topic[] = [topic('energy', { grid: 1, solar: 2 }, { threshold: 0.2 })];

export const sites: readonly Site[] = [
  defineScraper({ host: 'gazette.example', sources: [listing('/news'), listing('/world')] }),
];

export const report: CrawlReport = {
  runId: 'run-1',
  summary: {
    pages: 6,
    polls: 2,
    byWay: { static: 3, browser: 2, api: 1 },
    bytesByWay: { static: 30_000, browser: 1_200_000, api: 4_567 },
    byOutcome: { stored: 4, listed: 2, dropped: 1, failed: 1 },
    byReason: { 'dropped:not-an-article': 1, 'failed:layout-changed': 1 },
    bytes: 1_234_567,
    mediaItems: 1,
    linksLeft: 0,
  },
  published: 2,
  duplicates: 1,
  offTopic: 1,
  mediaItems: 1,
  waitingForBrowser: 0,
  browser: { state: 'ready' },
  elapsedMs: 12_000,
  cpuSeconds: 3,
  loopDelayP99Ms: 21,
  left: nothingLeft,
  linksLeft: {},
  listsCutShort: [],
  outages: [],
  failures: [{ site: 'gazette.example', reason: 'layout-changed', count: 1 }],
  silentRules: [],
  drifts: [],
  brokenScrapers: [],
  commonFailure: null,
  beside: [],
  ended: 'finished',
};

/** The app for several commands: each command closes the app that it gets, and this one stays open. */
export const keptOpen = <A extends App>(app: A): A => ({ ...app, [Symbol.asyncDispose]: async () => {} });

/** An App over a real SQLite store in a temporary folder, filled with a few records; its crawls and readings are what the test says. */
export async function openFakeApp(
  given: Partial<App> & { readonly env?: Record<string, string>; readonly empty?: boolean } = {},
): Promise<FakeApp> {
  const { env = {}, empty = false, ...parts } = given;
  const folder = await mkdtemp(join(tmpdir(), 'newshawk-cli-'));
  const store = await openSqlite(folder);
  if (!empty) await fill(store);
  const logged: FakeApp['logged'] = [];
  const changes = new Changes();
  const crawls: RunRules[] = [];
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}): void => {
      logged.push({ level, event, fields });
      changes.changed();
    };
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const unexpected = () => Promise.reject(new Error('this test does not expect that call'));
  const logs: FakeApp['logs'] = async (event, fields = {}) => {
    const line = () =>
      logged.find(
        (one) => one.event === event && Object.entries(fields).every(([name, value]) => one.fields[name] === value),
      );
    await changes.until(() => line() !== undefined);
    return line()?.fields ?? {};
  };
  return {
    ...readConfig(env),
    log,
    clock: stoppedClock(now),
    copy: null,
    sites: async () => sites,
    checkProxies: async () => [],
    alertRules: async () => defineAlerts({}),
    browsersConfig: async () => defineBrowsers({ proxies: ['http://me:secret@proxy.example:8080'], maxContexts: 7 }),
    topics: async () => topics,
    knownTopics: () => knownTopics(topics, store.topics),
    topicsOfFile: async () => topics,
    store: async () => store,
    openStoreAt: (address, purpose) => openStore(address.replace(/^file:/, ''), purpose),
    queue: async () => null,
    streamSample: async () => [],
    reader: unexpected,
    openReplayReader: unexpected,
    openStoryIndex: unexpected,
    crawl: async (options) => {
      crawls.push(options);
      return report;
    },
    watch: async () => ({ ...report, ended: 'interrupted' }),
    worker: async () => ({ ...report, ended: 'interrupted' }),
    readPage: unexpected,
    readMedia: unexpected,
    refreshMedia: unexpected,
    mediaRoute: async () => ({ userAgent: 'UA', guardUrl: 'http://127.0.0.1:9' }),
    captureMedia: unexpected,
    explain: (target, visits) =>
      explain({ store, siteOf: unknownSite, now, config: readConfig({}).config, reader: unexpected }, target, visits),
    replay: unexpected,
    storeReplay: unexpected,
    rescore: unexpected,
    forecastTopics: async (added) => ({
      ...{ total: 0, judged: 0, hidden: 0, newlyHidden: 0 },
      matches: added.map(({ name }) => ({ topic: name, articles: 0 })),
    }),
    discoverSeeds: unexpected,
    collectProxies: unexpected,
    checkListedProxies: unexpected,
    discoverSources: unexpected,
    studySite: unexpected,
    countOutdatedArticles: async () => 0,
    ...parts,
    logged,
    logs,
    crawls,
    storeOfTest: store,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const hostile = `<script>alert('x')</script>"'><img src=x onerror=alert(1)>`;

export const snapshot: Snapshot = {
  url: entry('http://gazette.example/broken').url,
  finalUrl: entry('http://gazette.example/broken').url,
  site: 'gazette.example',
  status: 200,
  headers: {},
  html: `<html><body>${hostile}</body></html>`,
  via: 'browser',
  takenAt: at(2),
  media: [],
  noMedia: 'not-video-page',
  network: [],
  console: [],
  settledBy: 'quiet',
  encoding: null,
};

/** The smallest WebP there is: one pixel. */
export const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** Three articles (one a copy, one off topic, one hostile), a failure with its blobs, a source, media. */
async function fill(store: Store): Promise<void> {
  await store.runs.start({
    id: 'run-1',
    kind: 'crawl',
    startedAt: at(0),
    finishedAt: null,
    owner: 'tester',
    sites: null,
    scope: null,
  });
  await store.runs.finish('run-1', at(5));
  const polled = source('feed-1', { lastPolledAt: at(1), nextPollAt: at(90) });
  for (const one of [polled, source('feed-2')]) await store.sources.define(one);
  const first = article('a1', {
    title: 'Solar panels on the harbour',
    media: [mediaItem('http://cdn.example/a1.m3u8')],
  });
  await commit(store, 'a1', { article: first, media: first.media, records: events(1, 20) });
  const [known] = await store.articles.find({});
  await commit(store, 'a2', {
    article: article('a2', { body: first.body, joins: known === undefined ? [] : [known.cluster] }),
    records: events(2, 12),
  });
  await commit(store, 'a3', { article: article('a3', { onTopic: false, topics: [], title: '港口的太阳能' }) });
  await commit(store, 'a4', {
    article: article('a4', { title: hostile, body: `${hostile} =cmd`, authors: ['=1+1'], bodyHtml: '<p>clean</p>' }),
  });
  await store.ownRules.save({ site: 'gazette.example', rules: [missedRule], updatedAt: at(3) });
  const [page, picture] = [await store.blobs.put(await freeze(snapshot)), await store.blobs.put(webp)];
  await commit(store, 'broken', {
    failure: failure('f1', {
      url: snapshot.url,
      reason: 'layout-changed',
      detail: 'no body',
      snapshot: page,
      screenshot: picture,
      thumbnail: picture,
      trace: [{ rule: 'wrapper', why: hostile }],
    }),
    next: { kind: 'failed' },
  });
}

/** An event that changes, and one that is hostile. */
const events = (minute: number, seats: number): RecordSighting => ({
  site: 'gazette.example',
  page: entry('http://gazette.example/events').url,
  at: at(minute),
  records: [
    {
      kind: 'event',
      key: 'e1',
      values: { title: 'Harbour day', seats, price: { amount: 5, currency: 'EUR' }, tags: ['a', 'b'] },
    },
    { kind: 'event', key: hostile, values: { title: hostile, seats: null, price: null, tags: ['=1+1'] } },
  ],
  complete: ['event'],
});

/** Its selector is what a scraper's author could write. */
const missedRule: OwnRuleTally = {
  field: 'byline',
  what: hostile,
  tried: 12,
  matched: 0,
  missesInARow: 12,
  reportedAt: null,
  lastMatchedAt: null,
  lastMissedAt: at(3),
  lastMissedUrl: 'http://gazette.example/a1',
};

async function commit(store: Store, name: string, given: Partial<VisitResult>): Promise<void> {
  await store.frontier.put([entry(`http://gazette.example/${name}`)], at(0));
  const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error(`${name} could not be claimed`);
  const failed = given.failure !== undefined;
  const outcome = failed ? ({ outcome: 'failed', reason: 'layout-changed' } as const) : {};
  await store.commit(
    ending(task, { visit: visit(task, { ...outcome, mediaItems: given.media?.length ?? 0 }), ...given }),
  );
}

/** A busy machine with two cores. */
export const loadView = (given: Partial<LoadView> = {}): LoadView => ({
  cpu: 0.94,
  loop: 0.4,
  loopDelayP99Ms: 21,
  freeMemory: 0.8,
  nodeBytes: 200e6,
  browserBytes: 100e6,
  processes: 8,
  limitedBy: 'cpu',
  fetches: { running: 9, limit: 16 },
  browserPages: { running: 4, waiting: 2, limit: 4 },
  browser: { state: 'ready' },
  launches: 1,
  contexts: 1,
  restingHosts: 1,
  throttled: 0,
  freeTries: 3,
  ...given,
});
