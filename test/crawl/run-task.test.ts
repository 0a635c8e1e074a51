import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { taskRunner } from '../../src/crawl/run-task.ts';
import { NewshawkError, StoreDown } from '../../src/errors.ts';
import { maxTextLength } from '../../src/model/article/long-text.ts';
import type { Task } from '../../src/model/crawl/task.ts';
import type { ErrorKind } from '../../src/model/crawl/visit.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import { reopensAt } from '../../src/stages/schedule/retry.ts';
import { thaw } from '../../src/stages/snapshot/freeze.ts';
import type { VisitResult } from '../../src/storage/port.ts';
import { at, claimOf, source } from '../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { articleReading } from '../support/readings.ts';

const url = canonicalUrl('http://gazette.example/a');
const copy = canonicalUrl('http://gazette.example/b');

/** A crawl whose page answers with this error, and its runner. */
async function openRun(kind: ErrorKind | null = null, options: { readonly retryAfterMs?: number } = {}) {
  const crawl = await openCrawl();
  const answer = kind === null ? { html: '<p>A page</p>' } : new NewshawkError(kind, `it is ${kind}`, options);
  crawl.web.answers = { [`static ${url}`]: answer, [`browser ${url}`]: answer, [`static ${copy}`]: answer };
  crawl.web.read = ({ url: read }) => articleReading(read, { body: 'The same text everywhere. '.repeat(20) });
  const gate = new HostGate({ concurrency: 2, gapMs: 0 });
  return Object.assign(crawl, { gate, runTask: taskRunner(crawlOf(crawl, gate)) });
}

/** Claims the page again as soon as it is due. */
async function tryAgain({ io, clock }: FakeCrawl): Promise<Task> {
  const due = await io.store.frontier.nextDueAt(at(0), null);
  if (due === null) throw new Error('nothing is pending');
  clock.pass(due.getTime() - clock.now().getTime());
  const [task] = await io.store.frontier.claim(claimOf({ now: clock.now(), leaseMs: 10 * 3_600_000 }));
  if (task === undefined) throw new Error('nothing is due');
  return task;
}

/** Runs the page until it comes to an ending that is not "later". */
async function runToTheEnd(crawl: Awaited<ReturnType<typeof openRun>>): Promise<VisitResult[]> {
  const all = [await crawl.runTask(await crawl.claim({ url }))];
  while (all.at(-1)?.next.kind === 'retry') all.push(await crawl.runTask(await tryAgain(crawl)));
  return all;
}

/** Whether the page's host may be asked this long after the start, and not a moment before. */
const restsFor = (gate: HostGate, ms: number): boolean => {
  const rests = (after: number) => gate.restingHosts(after).has('gazette.example');
  return rests(ms - 1) && !rests(ms);
};

describe('taskRunner', () => {
  it('commits what a visit led to, and reports that the identity is well', async () => {
    await using crawl = await openRun();
    const ending = await crawl.runTask(await crawl.claim({ url }));
    const result = ending.stored;
    expect(ending.visit).toMatchObject({ outcome: 'stored', run: 'run-1', worker: 'tester' });
    expect(result).toMatchObject({ accepted: true, article: { status: 'published', revision: 1 } });
    expect(crawl.reported).toEqual(['direct gazette.example ok']);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ pending: 0, leased: 0, done: 1 });
  });

  it('sees copies that arrive at the same moment: one of them is the original', async () => {
    await using crawl = await openRun();
    const tasks = [await crawl.claim({ url }), await crawl.claim({ url: copy })];
    await Promise.all(tasks.map((task) => crawl.runTask(task)));
    const articles = await crawl.io.store.articles.find({});
    expect(articles.map(({ status }) => status).sort()).toEqual(['duplicate', 'published']);
    expect(new Set(articles.map(({ cluster }) => cluster)).size).toBe(1);
  });

  it('cuts a text without end, and says so', async () => {
    await using crawl = await openRun();
    const body = 'A paragraph of the harbour board that goes on. '.repeat(200).trim();
    crawl.web.read = ({ url: read }) => articleReading(read, { body: Array(200).fill(body).join('\n\n') });
    const ending = await crawl.runTask(await crawl.claim({ url }));
    expect(ending.visit).toMatchObject({
      outcome: 'stored',
      detail: expect.stringMatching(/cut to \d+ of \d+ characters/),
    });
    expect(crawl.logged).toContainEqual(expect.objectContaining({ level: 'warn', event: 'article.cut' }));
    const [article] = await crawl.io.store.articles.find({});
    expect(article?.body.length).toBeLessThanOrEqual(maxTextLength);
    expect(article?.body.endsWith(body)).toBe(true);
    expect(article?.bodyHtml).toMatch(/^<p>A paragraph/);
  });

  it('fails a page that is too large for the store, and goes on', async () => {
    await using crawl = await openRun();
    crawl.web.read = ({ url: read }) => {
      const reading = articleReading(read);
      const tags = Array(50).fill('x'.repeat(2 ** 20));
      return { ...reading, draft: reading.draft && { ...reading.draft, tags } };
    };
    const ending = await crawl.runTask(await crawl.claim({ url }));
    const result = ending.stored;
    expect(ending).toMatchObject({
      article: null,
      visit: { outcome: 'failed', reason: 'too-large' },
      next: { kind: 'failed' },
    });
    expect(ending.visit.detail).toContain('tags: 50.0 MB');
    expect(result?.accepted).toBe(true);
    expect((await crawl.io.store.failures.find({ limit: 9 })).map(({ reason }) => reason)).toEqual(['too-large']);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ leased: 0, failed: 1 });
  });

  it('names the identity also when no page came', async () => {
    await using crawl = await openRun('timed-out');
    const ending = await crawl.runTask(await crawl.claim({ url }));
    expect(ending.visit).toMatchObject({ reason: 'timed-out', via: null, identity: 'direct', proxy: null });
    expect(crawl.reported).toEqual(['direct gazette.example timed-out']);
    crawl.web.robots = { allowed: false, crawlDelayMs: null };
    expect((await crawl.runTask(await tryAgain(crawl))).visit).toMatchObject({
      reason: 'robots',
      identity: null,
    });
  });

  it('does not fetch what robots.txt forbids, and keeps its delay', async () => {
    await using crawl = await openRun();
    crawl.web.robots = { allowed: false, crawlDelayMs: 7_000 };
    const ending = await crawl.runTask(await crawl.claim({ url }));
    expect(ending).toMatchObject({
      visit: { outcome: 'dropped', reason: 'robots' },
      next: { kind: 'done' },
      source: null,
    });
    expect({ asked: crawl.asked, reported: crawl.reported }).toEqual({ asked: [], reported: [] });
    crawl.gate.started('gazette.example', crawl.clock.monotonicMs());
    expect(restsFor(crawl.gate, 7_000)).toBe(true);
  });

  it('backs a source off that robots.txt forbids, or every tick would open it again', async () => {
    await using crawl = await openRun();
    crawl.web.robots = { allowed: false, crawlDelayMs: null };
    await crawl.io.store.sources.define(source('feed-1', { activeWindows: [] }));
    const task = await crawl.claim({ url, kind: 'source', sourceId: 'feed-1' });
    await crawl.runTask(task);
    const known = await crawl.io.store.sources.get('feed-1');
    expect(known?.nextPollAt.getTime()).toBeGreaterThan(at(0).getTime());
    expect(known).toMatchObject({ intervalMs: 60_000, lastPolledAt: null });
  });

  it('slows the host down that asks for it, at no cost for the page', async () => {
    await using crawl = await openRun('throttled', { retryAfterMs: 90_000 });
    const ending = await crawl.runTask(await crawl.claim({ url }));
    expect(ending).toMatchObject({
      visit: { outcome: 'deferred', reason: 'throttled', detail: 'it is throttled' },
      next: { kind: 'retry', at: at(1.5), costsAttempt: false },
      failure: null,
    });
    expect(restsFor(crawl.gate, 90_000)).toBe(true);
    expect((await tryAgain(crawl)).attempts).toBe(0);
  });

  it('gives up a page that is throttled for hours', async () => {
    await using crawl = await openRun('throttled');
    const all = await runToTheEnd(crawl);
    const free = all.filter(({ next }) => next.kind === 'retry' && !next.costsAttempt);
    expect({ freeCount: free.length, allCount: all.length, kind: all.at(-1)?.next.kind }).toEqual({
      freeCount: 20,
      allCount: 25,
      kind: 'failed',
    });
    const hours = (crawl.clock.now().getTime() - at(0).getTime()) / 3_600_000;
    expect(hours).toBeGreaterThan(1.5);
    expect(hours).toBeLessThan(3);
  });

  it('waits for a host that is down, at no cost, however long its page is the probe', async () => {
    await using crawl = await openRun();
    const down = new NewshawkError('unreachable', 'no connection', { fault: 'host' });
    crawl.web.answers = { [`static ${url}`]: down };
    const tries = [await crawl.runTask(await crawl.claim({ url }))];
    while (tries.length < 12) tries.push(await crawl.runTask(await tryAgain(crawl)));
    for (const ending of tries)
      expect(ending).toMatchObject({
        visit: { outcome: 'deferred', reason: 'unreachable' },
        next: { kind: 'retry', costsAttempt: false },
        failure: null,
      });
    expect(crawl.logged.map(({ event }) => event).filter((event) => !event.startsWith('visit.'))).toEqual([
      'host.down',
    ]);
    crawl.web.answers = { [`static ${url}`]: { html: '<p>A page</p>' }, [`browser ${url}`]: { html: '<p>A page</p>' } };
    expect((await crawl.runTask(await tryAgain(crawl))).visit.outcome).toBe('stored');
    expect(crawl.logged.at(-2)).toMatchObject({ event: 'host.back', fields: { host: 'gazette.example' } });
  });

  it('does not retry a page soon that redirects in a circle: the host is not at fault', async () => {
    await using crawl = await openRun();
    crawl.web.answers = { [`static ${url}`]: new NewshawkError('unreachable', 'a circle', { fault: 'page' }) };
    const ending = await crawl.runTask(await crawl.claim({ url }));
    expect(ending).toMatchObject({ next: { kind: 'failed' }, failure: { reason: 'unreachable', detail: 'a circle' } });
  });

  it('tries again, then fails with a bundle', async () => {
    await using crawl = await openRun('unreachable');
    const all = await runToTheEnd(crawl);
    expect(all.map((ending) => ending.visit.outcome)).toEqual([...Array(4).fill('deferred'), 'failed']);
    const [failure] = await crawl.io.store.failures.find({ limit: 9 });
    expect(failure).toMatchObject({
      url,
      reason: 'unreachable',
      detail: 'it is unreachable',
      snapshot: null,
      extractor: 'none',
    });
    expect(all.at(-1)?.visit.failureId).toBe(failure?.id);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ pending: 0, leased: 0, failed: 1 });
  });

  it('has few free retries for our own problems', async () => {
    await using crawl = await openRun('browser-crashed');
    const all = await runToTheEnd(crawl);
    expect(all.map(({ next }) => next.kind === 'retry' && next.costsAttempt)).toEqual([
      ...[false, false, false], // three free tries
      ...[true, true, true, true, false], // and five that count, the last of which fails
    ]);
  });

  it.each([
    ['blocked', 'direct gazette.example blocked'],
    ['proxy', 'direct gazette.example proxy-failed'],
  ] as const)('reports an identity that is %s', async (kind, says) => {
    await using crawl = await openRun(kind);
    await crawl.runTask(await crawl.claim({ url }));
    expect(crawl.reported).toEqual([says]);
  });

  it('keeps the page that refused us, and its picture, when it gives up', async () => {
    await using crawl = await openRun();
    const jpeg = await sharp({ create: { width: 640, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const answer = { status: 403, html: '<p>Access denied</p>', jpeg };
    crawl.web.answers = { [`static ${url}`]: answer, [`browser ${url}`]: answer };
    const ending = (await runToTheEnd(crawl)).at(-1);
    const bundle = await crawl.io.store.failures.get(ending?.visit.failureId ?? '');
    expect(bundle).toMatchObject({ reason: 'blocked', detail: expect.stringContaining('403') });
    const snapshot = await thaw((await crawl.io.store.blobs.get(bundle?.snapshot as never)) ?? new Uint8Array());
    expect(snapshot).toMatchObject({ html: answer.html, status: 403, via: 'browser' });
    expect(await crawl.io.store.blobs.get(bundle?.screenshot as never)).not.toBeNull();
  });

  it('does not fetch a page that took its process down several times', async () => {
    await using crawl = await openRun();
    const task = await crawl.claim({ url });
    const ending = await crawl.runTask({ ...task, attempts: crawl.io.config.maxAttempts });
    expect(crawl.asked).toEqual([]);
    expect(ending).toMatchObject({
      visit: { outcome: 'failed', reason: 'process-died', detail: expect.stringContaining('8 times') },
      next: { kind: 'failed' },
    });
    expect(reopensAt([ending.visit])).not.toBeNull(); // by a link of the next crawl
  });

  it('fails at once with a bug, and logs its stack', async () => {
    await using crawl = await openRun();
    crawl.web.read = () => {
      throw new TypeError('x is not a function');
    };
    const ending = await crawl.runTask(await crawl.claim({ url }));
    expect(ending).toMatchObject({
      visit: { outcome: 'failed', reason: 'bug', detail: 'x is not a function' },
      next: { kind: 'failed' },
    });
    expect(crawl.logged.filter(({ level }) => level !== 'debug')).toMatchObject([
      { level: 'error', event: 'task.bug', fields: { error: expect.stringContaining('run-task') } },
    ]);
  });

  it('backs a source off that can not be read; its interval stays', async () => {
    await using crawl = await openRun('unreachable');
    await crawl.io.store.sources.define(source('feed-1', { activeWindows: [] }));
    const ending = await crawl.runTask(await crawl.claim({ url, kind: 'source', sourceId: 'feed-1' }));
    expect(ending).toMatchObject({ source: { id: 'feed-1', intervalMs: 60_000 }, next: { kind: 'retry' } });
    expect(ending.source?.nextPollAt.getTime()).toBeGreaterThan(at(0).getTime());
  });

  it('throws only when the store does not answer: the task comes again when its lease ends', async () => {
    await using crawl = await openRun();
    const full = new NewshawkError('store', 'the disk is full');
    vi.spyOn(crawl.io.store, 'commit').mockRejectedValue(full);
    const task = await crawl.claim({ url });
    await expect(crawl.runTask(task)).rejects.toBe(full);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ leased: 1 });
  });

  it('throws where the store fails before the commit too, and asks the site no more for that page', async () => {
    await using crawl = await openRun();
    const full = new StoreDown('the disk is full', { isAway: false });
    vi.spyOn(crawl.io.store.blobs, 'put').mockRejectedValue(full);
    await expect(crawl.runTask(await crawl.claim({ url }))).rejects.toBe(full);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ leased: 1 });
    expect(await crawl.io.store.visits.find({ limit: 9 })).toEqual([]);
  });

  it('commits nothing for a lease that another process has taken over', async () => {
    await using crawl = await openRun();
    const task = await crawl.claim({ url });
    crawl.clock.pass(3_600_000);
    await crawl.io.store.frontier.claim(claimOf({ now: crawl.clock.now(), owner: 'other' }));
    const { stored: result } = await crawl.runTask(task);
    expect(result).toEqual({ accepted: false, newLinks: 0, article: null, recheck: null });
    expect({
      articleCount: await crawl.io.store.articles.count({}),
      visits: await crawl.io.store.visits.find({ limit: 9 }),
    }).toEqual({ articleCount: 0, visits: [] });
  });
});

describe('a crawl whose browser does not start', () => {
  it('ends the run and blames no page', async () => {
    await using crawl = await openRun();
    const { CommandError, exitCodes } = await import('../../src/errors.ts');
    const answer = new CommandError(exitCodes.browser, 'no browser starts');
    crawl.web.answers = { [`static ${url}`]: answer };
    await expect(crawl.runTask(await crawl.claim({ url }))).rejects.toBe(answer);
    expect(await crawl.io.store.frontier.counts()).toMatchObject({ leased: 1, failed: 0 });
  });
});
