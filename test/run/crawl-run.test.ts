import { describe, expect, it } from 'vitest';
import { namedPage } from '../../src/crawl/links/targets.ts';
import { NewshawkError } from '../../src/errors.ts';
import { wholeSite } from '../../src/model/crawl/crawl-scope.ts';
import { nothingLeft } from '../../src/model/crawl/work-left.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { crawlRun } from '../../src/run/crawl-run.ts';
import type { RunRequest } from '../../src/run/open-run.ts';
import { localProcesses, ownerName } from '../../src/watch/assignment/owner.ts';
import { at, claimOf, entry, workerBeat } from '../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { SettableClock } from '../support/manual-clock.ts';
import { articleReading, link } from '../support/readings.ts';

const pages = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://gazette.example/${name}`);

const cutRun = {
  id: 'cut00001',
  kind: 'crawl',
  startedAt: at(-61),
  finishedAt: null,
  owner: '',
  sites: null,
  scope: null,
  broken: [],
} as const;

/** A run over named pages, on a clock that goes by itself. */
function requestOf(crawl: FakeCrawl, clock: SettableClock, given: Partial<RunRequest['options']> = {}): RunRequest {
  const seeds = pages.map((url) => namedPage({ url: canonicalUrl(url) }, 'gazette.example', clock.now()));
  return {
    io: { ...crawl.io, clock },
    owner: ownerName(at(0)),
    kind: 'crawl',
    beginning: { sources: [], seeds, sites: null, broken: [] },
    options: {
      targets: [],
      topic: null,
      limit: null,
      depth: 0,
      concurrency: 1,
      timeLimitMs: null,
      failureLimit: null,
      resume: false,
      signal: new AbortController().signal,
      onProgress: () => {},
      ...given,
    },
    onTick: async () => {},
  };
}

async function openPages(): Promise<FakeCrawl> {
  const crawl = await openCrawl({ render: 'static' });
  for (const url of pages) crawl.web.answers[`static ${url}`] = { html: '<p>a story</p>' };
  crawl.web.read = ({ finalUrl }) => articleReading(finalUrl);
  return crawl;
}

describe('crawlRun', () => {
  it.each([-2 * 3_600_000, 2 * 3_600_000, -30_000])(
    'reads every page once and is finished when the clock is set by %i ms while it runs',
    async (stepMs) => {
      await using crawl = await openPages();
      const clock = new SettableClock(at(0));
      let read = 0;
      crawl.web.read = ({ finalUrl }) => {
        read += 1;
        if (read === 2) clock.step(stepMs);
        // It is to be tried again in a second: by the clock as it is set now.
        if (read === 4) throw new NewshawkError('browser-crashed', 'the browser is gone');
        return articleReading(finalUrl);
      };
      const report = await crawlRun(requestOf(crawl, clock));
      expect(report.ended).toBe('finished');
      expect(await crawl.io.store.frontier.counts()).toEqual({ pending: 0, leased: 0, done: 6, failed: 0 });
      expect(crawl.asked.length).toBe(7);
      const step = crawl.logged.filter(({ event }) => event === 'clock.stepped');
      expect(step).toHaveLength(1);
      expect(Math.abs(Number(step[0]?.fields.byMs) - stepMs)).toBeLessThan(10_000);
    },
  );

  it('asks a host that named a Retry-After no sooner in the next process either', async () => {
    await using crawl = await openPages();
    const clock = new SettableClock(at(0));
    crawl.web.answers[`static ${pages[0]}`] = new NewshawkError('throttled', 'too many requests', {
      retryAfterMs: 3_600_000,
    });
    const short = { timeLimitMs: 1_500 };
    const first = await crawlRun(requestOf(crawl, clock, short));
    expect(first.ended).not.toBe('finished');
    const asked = crawl.asked.length;
    expect(asked).toBeLessThan(pages.length);
    await crawlRun(requestOf(crawl, clock, short));
    expect(crawl.asked.length).toBe(asked);
    clock.step(3_700_000);
    await crawlRun(requestOf(crawl, clock, short));
    expect(crawl.asked.length).toBeGreaterThan(asked);
  });

  it('resumes the run of a dead process of another container that held tasks under our name', async () => {
    await using crawl = await openPages();
    const { store } = crawl.io;
    const clock = new SettableClock(at(0));
    // Same host, same number: another machine. Its last sign of life is an hour old.
    const [host, pid] = ownerName(at(0)).split(':');
    const owner = `${host}:${pid}:1:elsewhere`;
    await store.runs.start({ ...cutRun, owner, sites: ['gazette.example'] });
    await store.workers.beat(workerBeat(owner, { at: at(-60) }));
    await store.frontier.put(
      pages.map((url) => entry(url)),
      at(0),
    );
    await store.frontier.put([entry('http://other.example/1')], at(0));
    await store.frontier.claim(claimOf({ now: clock.now(), owner, limit: 2, leaseMs: 3_600_000 }));
    const { options, ...request } = requestOf(crawl, clock, { resume: true });
    const report = await crawlRun({
      ...request,
      options,
      beginning: { sources: [], seeds: [], sites: null, broken: [] },
    });
    expect(report.runId).toBe(cutRun.id);
    expect(await store.frontier.counts()).toEqual({ pending: 1, leased: 0, done: 6, failed: 0 });
  });

  it('leaves tasks of an earlier run alone that are outside of its scope, and does not count them as left', async () => {
    await using crawl = await openPages();
    const { frontier } = crawl.io.store;
    await frontier.put(
      ['/a/1', '/b/1', '/b/2'].map((path) => entry(`http://gazette.example${path}`, { depth: 1 })),
      at(0),
    );
    crawl.web.answers['static http://gazette.example/a/1'] = { html: '<p>a story</p>' };
    const scope = { ...wholeSite, under: ['/a/'] };
    const report = await crawlRun(requestOf(crawl, new SettableClock(at(0)), { scope, depth: null }));
    expect(report.ended).toBe('finished');
    expect(report.left).toEqual(nothingLeft);
    // the addresses that the command names are fetched, wherever they are
    expect(crawl.asked.map(({ url }) => url).sort()).toEqual([...pages, 'http://gazette.example/a/1'].sort());
    expect(await frontier.counts()).toEqual({ pending: 2, leased: 0, done: 7, failed: 0 });
  });

  it('fetches a page that an earlier run left deeper than --depth, once a page of this run links to it', async () => {
    await using crawl = await openPages();
    const { frontier } = crawl.io.store;
    const [first, linked, deep] = [pages[0] ?? '', 'http://gazette.example/left', 'http://gazette.example/deep'];
    await frontier.put(
      [linked, deep].map((url) => entry(url, { depth: 2, maxDepth: 2 })),
      at(0),
    );
    crawl.web.answers[`static ${linked}`] = { html: '<p>a story</p>' };
    crawl.web.read = ({ finalUrl }) => ({
      ...articleReading(finalUrl),
      links: finalUrl === first ? [link(linked)] : [],
    });
    const request = requestOf(crawl, new SettableClock(at(0)), { depth: 1 });
    const [seed] = request.beginning.seeds;
    const seeds = seed === undefined ? [] : [{ ...seed, priority: 0 }];
    const report = await crawlRun({ ...request, beginning: { ...request.beginning, seeds } });
    expect(report.ended).toBe('finished');
    expect(crawl.asked.map(({ url }) => url)).toEqual([first, linked]);
    expect((await frontier.get(canonicalUrl(deep)))?.state).toBe('pending');
  });

  it('resumes a run in its scope, unless another one is given', async () => {
    await using crawl = await openPages();
    const { frontier, runs } = crawl.io.store;
    const owner = `gone:1:1:${localProcesses.machine}`;
    for (const [id, path] of [
      ['cut00000', '/a/'],
      ['cut00001', '/b/'],
    ] as const)
      await runs.start({ ...cutRun, id, owner, scope: { ...wholeSite, under: [path], maxDepth: null } });
    const urls = ['/a/1', '/b/1', '/c/1'].map((path) => `http://gazette.example${path}`);
    await frontier.put(
      urls.map((url) => entry(url, { depth: 1 })),
      at(0),
    );
    const askedBy = async (options: Partial<RunRequest['options']>): Promise<string[]> => {
      const before = crawl.asked.length;
      const request = requestOf(crawl, new SettableClock(at(0)), { resume: true, depth: null, ...options });
      await crawlRun({ ...request, beginning: { sources: [], seeds: [], sites: null, broken: [] } });
      return crawl.asked.slice(before).map(({ url }) => url);
    };
    expect(await askedBy({ run: 'cut00000' })).toEqual([urls[0]]);
    expect(await askedBy({ run: 'cut00001', scope: { ...wholeSite, under: ['/c/'] } })).toEqual([urls[2]]);
  });

  it('resumes the named run, not the newest', async () => {
    await using crawl = await openPages();
    const { store } = crawl.io;
    const clock = new SettableClock(at(0));
    const owner = `gone:1:1:${localProcesses.machine}`;
    const hosts = ['gazette.example', 'other.example'];
    for (const [n, host] of hosts.entries())
      await store.runs.start({ ...cutRun, id: `cut0000${n}`, startedAt: at(n), owner, sites: [host] });
    await store.runs.start({ ...cutRun, id: 'watch001', kind: 'watch', owner });
    await store.frontier.put([entry(pages[0] ?? '')], at(0));
    await store.frontier.put([entry('http://other.example/1')], at(0));
    const beginning = { sources: [], seeds: [], sites: null, broken: [] };
    const resume = (run: string) => crawlRun({ ...requestOf(crawl, clock, { resume: true, run }), beginning });
    expect((await resume('cut00000')).runId).toBe('cut00000');
    expect(await store.frontier.counts()).toMatchObject({ pending: 1, done: 1 });
    expect((await store.runs.unfinished()).map(({ id }) => id)).toEqual(['cut00001', 'watch001']);
    await expect(resume('cut00000')).rejects.toThrow(
      /Crawl cut00000 has ended, at 20.*; these are not finished: cut00001\./,
    );
    await expect(resume('nosuch')).rejects.toMatchObject({
      exitCode: 31,
      message: expect.stringContaining('There is no run "nosuch"'),
    });
    await expect(resume('watch001')).rejects.toThrow('is a watch, which has nothing to continue');
  });

  it('does not rob a living process of its run', async () => {
    await using crawl = await openPages();
    const { store } = crawl.io;
    // The process that runs this test's parent is alive.
    const owner = `elsewhere:${process.ppid}:${localProcesses.startOf(process.ppid)}:${localProcesses.machine}`;
    await store.runs.start({ ...cutRun, owner });
    const resumed = crawlRun(requestOf(crawl, new SettableClock(at(0)), { resume: true }));
    await expect(resumed).rejects.toThrow(`elsewhere:${process.ppid} still works on crawl ${cutRun.id}`);
    expect(await store.runs.unfinished()).toMatchObject([{ owner }]);
  });

  it('never begins more pages than the limit, however many run at once', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    const hosts = Array.from({ length: 9 }, (_, n) => `http://h${n}.example/`);
    let running = 0;
    let most = 0;
    const secondBegins = Promise.withResolvers<void>();
    crawl.web.read = ({ finalUrl }) => articleReading(finalUrl);
    for (const url of hosts) crawl.web.answers[`static ${url}`] = { html: '<p>a story</p>' };
    const request = requestOf(crawl, new SettableClock(at(0)), { limit: 4, concurrency: 8 });
    const seeds = hosts.map((url) => namedPage({ url: canonicalUrl(url) }, 'gazette.example', at(0)));
    const http: typeof crawl.io.http = {
      ...crawl.io.http,
      fetch: async (asked) => {
        most = Math.max(most, ++running);
        if (running === 2) secondBegins.resolve();
        await secondBegins.promise;
        return await crawl.io.http.fetch(asked).finally(() => void running--);
      },
    };
    const report = await crawlRun({
      ...request,
      io: { ...request.io, http },
      beginning: { sources: [], seeds, sites: null, broken: [] },
    });
    expect({ ended: report.ended, pages: report.summary.pages, askedCount: crawl.asked.length }).toEqual({
      ended: 'limit',
      pages: 4,
      askedCount: 4,
    });
    expect(most).toBeGreaterThan(1);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ done: 4, pending: 5, leased: 0 });
  });

  it('waits for the lease of a silent process, then does its tasks', async () => {
    await using crawl = await openPages();
    const { store } = crawl.io;
    const clock = new SettableClock(at(0));
    await store.frontier.put(
      pages.map((url) => entry(url)),
      at(0),
    );
    await store.frontier.claim(claimOf({ now: clock.now(), owner: 'pod-1:1:5:m', limit: 2, leaseMs: 1_200 }));
    const report = await crawlRun(requestOf(crawl, clock));
    expect(report).toMatchObject({ ended: 'finished', left: nothingLeft });
    expect(await store.frontier.counts()).toMatchObject({ done: 6, leased: 0 });
  });

  it('does not wait for a living process, and reports it and its tasks', async () => {
    await using crawl = await openPages();
    const { store } = crawl.io;
    const clock = new SettableClock(at(0));
    const owner = 'pod-1:1:5:m';
    await store.frontier.put(
      pages.map((url) => entry(url)),
      at(0),
    );
    await store.frontier.claim(claimOf({ now: clock.now(), owner, limit: 2, leaseMs: 1_000 }));
    await store.workers.beat(workerBeat(owner, { at: clock.now() }));
    // the other process renews its leases whenever this one looks at them
    const { frontier } = store;
    for (const name of ['claim', 'heldUntil'] as const) {
      const look = frontier[name].bind(frontier) as (...asked: unknown[]) => Promise<never>;
      frontier[name] = async (...asked: unknown[]) => {
        await frontier.renew(owner, clock.now(), 1_000);
        return await look(...asked);
      };
    }
    const report = await crawlRun(requestOf(crawl, clock));
    expect(report).toMatchObject({ ended: 'incomplete', left: { due: 0, waiting: 0, leases: [{ owner, tasks: 2 }] } });
    expect(report.beside).toMatchObject([{ owner }]);
    expect(crawl.logged.map(({ event }) => event)).toContain('run.beside');
    expect(await store.runs.unfinished()).toMatchObject([{ id: report.runId }]);
  });

  it('is incomplete when pages are pending or failed, and names them', async () => {
    await using crawl = await openPages();
    crawl.web.answers[`static ${pages[0]}`] = new NewshawkError('throttled', '429', { retryAfterMs: 3_600_000 });
    const clock = new SettableClock(at(0));
    const request = requestOf(crawl, clock);
    const later = await crawlRun({
      ...request,
      beginning: { ...request.beginning, seeds: request.beginning.seeds.slice(0, 1) },
    });
    expect(later).toMatchObject({
      ended: 'incomplete',
      left: { waiting: 1, hosts: [{ host: 'gazette.example', waiting: 1 }] },
    });
    await using other = await openPages();
    other.web.read = ({ finalUrl }) => {
      if (finalUrl === pages[0]) throw new NewshawkError('too-large', 'it is too large');
      return articleReading(finalUrl);
    };
    const failed = await crawlRun(requestOf(other, clock));
    expect(failed).toMatchObject({ ended: 'incomplete', left: nothingLeft, summary: { byOutcome: { failed: 1 } } });
    expect(failed.failures).toEqual([{ site: 'gazette.example', reason: 'too-large', count: 1 }]);
    // Nothing to go on with: what failed for good is listed.
    expect(await other.io.store.runs.unfinished()).toEqual([]);
  });

  it("reports the failure that a drift of a site's own rules leaves while all its pages are stored", async () => {
    await using crawl = await openPages();
    let read = 0;
    crawl.web.read = ({ finalUrl }) => {
      read += 1;
      return { ...articleReading(finalUrl), ownRules: [{ field: 'byline', what: '.byline', hasMatch: read <= 3 }] };
    };
    const report = await crawlRun(requestOf(crawl, new SettableClock(at(0))));
    expect(report).toMatchObject({ ended: 'finished', summary: { byOutcome: { stored: 6 } } });
    expect(report.failures).toEqual([{ site: 'gazette.example', reason: 'layout-changed', count: 1 }]);
    const listed = await crawl.io.store.failures.find({ run: report.runId, limit: 9 });
    expect(listed).toHaveLength(1);
  });
});
