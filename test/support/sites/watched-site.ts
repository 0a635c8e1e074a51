import { beginningOf, pollEntry } from '../../../src/crawl/links/targets.ts';
import { taskRunner } from '../../../src/crawl/run-task.ts';
import { NewshawkError } from '../../../src/errors.ts';
import { type CanonicalUrl, canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { FrontierFeed } from '../../../src/run/frontier-feed.ts';
import type { CrawlPorts } from '../../../src/services.ts';
import { feed as feedSource, sourceSpec } from '../../../src/settings/scraper.ts';
import { HostHealth } from '../../../src/stages/schedule/host-health.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { dueWork } from '../../../src/watch/watch.ts';
import { crawlOf, direct, openCrawl } from '../crawl-ports.ts';
import { articleReading } from '../readings.ts';

const origin = 'http://gazette.example';
const second = 1_000;

/** What the site does at a time, ms since the start: an error is thrown as the client would. */
export type SiteAt = (ms: number, url: string, proxy: string | null) => Error | number;

export interface Watch extends AsyncDisposable {
  readonly io: CrawlPorts;
  readonly health: HostHealth;
  /** Requests, by the simulated clock. */
  readonly requests: { readonly ms: number; readonly url: string; readonly proxy: string | null }[];
  readonly claims: () => number;
  /** Articles that the feed has named by now. */
  readonly published: () => readonly CanonicalUrl[];
  readonly stored: () => Promise<number>;
  /** Goes on until the simulated clock shows this. */
  runUntil(ms: number): Promise<void>;
}

export interface WatchOptions {
  readonly site: SiteAt;
  readonly proxies?: readonly (string | null)[];
  /** A new article this often, up to `articles`. */
  readonly everyMs?: number;
  readonly articles?: number;
  /** How far the clock goes at a time. */
  readonly stepMs?: number;
}

export const down = (): Error => new NewshawkError('unreachable', 'no connection: ECONNREFUSED', { fault: 'host' });

/** `watch` of a site whose feed names a new article now and then: the real scheduler, feed, endings and store, on a simulated clock. */
export async function openWatch({
  site,
  proxies = [null],
  everyMs = 30 * second,
  articles = 20,
  stepMs = 250,
}: WatchOptions): Promise<Watch> {
  const crawl = await openCrawl({ render: 'static', politeness: { gapMs: second, concurrency: 2 } });
  const { clock, run } = crawl;
  const startMs = clock.monotonicMs();
  const now = (): number => clock.monotonicMs() - startMs;
  const urlOf = (n: number): CanonicalUrl => canonicalUrl(`${origin}/2026/11/20/article-${n}`);
  const published = (): CanonicalUrl[] =>
    Array.from({ length: Math.min(articles, 1 + Math.floor(now() / everyMs)) }, (_, n) => urlOf(n));
  const requests: Watch['requests'] = [];
  const items = (): string =>
    published()
      .slice(-100)
      .map((url) => `<item><link>${url}</link><title>${url}</title></item>`)
      .join('');
  const routes = proxies.map((proxy) => ({ ...direct, id: proxy ?? 'direct', proxy }));
  const io: CrawlPorts = {
    ...crawl.io,
    http: {
      fetch: async ({ url, identity }) => {
        requests.push({ ms: now(), url, proxy: identity.proxy });
        const answer = site(now(), url, identity.proxy);
        if (answer instanceof Error) throw answer;
        const html = url.endsWith('/feed.xml')
          ? `<rss version="2.0"><channel>${items()}</channel></rss>`
          : `<p>${url}</p>`;
        const body = new TextEncoder().encode(answer === 200 ? html : 'trouble');
        return { url, status: answer, headers: {}, body, wireBytes: body.length, elapsedMs: 1 };
      },
      [Symbol.asyncDispose]: async () => {},
    },
    identities: {
      proxies,
      // the first is the site's own, as with the real ones
      pick: async (_site, rests = () => false) =>
        routes.toSorted((a, b) => Number(rests(a)) - Number(rests(b)))[0] ?? direct,
      report: () => {},
      countBytes: () => {},
      uses: () => [],
      useProxies: async () => {},
    },
  };
  crawl.web.read = ({ finalUrl }) => articleReading(finalUrl, { body: `Words of ${finalUrl} alone. `.repeat(20) });
  const spec = sourceSpec(feedSource('/feed.xml', { every: '1m', maxFactor: 2 }), origin);
  const [source] = beginningOf({
    targets: [],
    sites: [{ ...io.siteOf('x'), sources: [spec] }],
    siteOf: io.siteOf,
    now: clock.now(),
    addressesAre: 'sources',
  }).sources;
  if (source === undefined) throw new Error('the site has no source');
  await io.store.sources.define(source);
  await io.store.frontier.reopen([pollEntry(source, clock.now())], { revisit: false, now: new Date(0) });
  const gate = new HostGate({ concurrency: 2, gapMs: second });
  const health = new HostHealth({ proxies, random: () => 0 });
  const runTask = taskRunner(Object.assign(crawlOf({ io, run }, gate), { health }));
  let claims = 0;
  const frontier: CrawlPorts['store']['frontier'] = Object.create(io.store.frontier, {
    claim: {
      value: (request: never) => {
        claims += 1;
        return io.store.frontier.claim(request);
      },
    },
  });
  const feed = new FrontierFeed({
    frontier,
    gate,
    health,
    clock,
    owner: 'tester',
    leaseMs: 120 * second,
    room: (running: number) => 8 - running,
    sites: null,
    keepAlive: true,
    patienceMs: 60 * second,
    leasesEndedBy: (at: Date) => at,
    isClosed: () => false,
  });
  const openDue = dueWork(io, { sites: null, worker: run.worker });
  const runUntil = async (ms: number): Promise<void> => {
    for (; now() < ms; clock.pass(stepMs)) {
      if (now() % second === 0) await openDue();
      for (;;) {
        const request = await feed.fetchNextRequest();
        const task = feed.tasks.get(request?.uniqueKey ?? '');
        if (request === null || task === undefined) break;
        gate.sent(task.host, clock.monotonicMs());
        await runTask(task);
        await feed.markRequestHandled(request);
      }
    }
  };
  return {
    io,
    health,
    requests,
    published,
    runUntil,
    claims: () => claims,
    stored: () => io.store.articles.count({}),
    [Symbol.asyncDispose]: () => crawl[Symbol.asyncDispose](),
  };
}
