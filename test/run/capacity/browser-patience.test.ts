import { describe, expect, it } from 'vitest';
import type { CommandError } from '../../../src/errors.ts';
import type { BrowserAbsence } from '../../../src/model/crawl/browser-health.ts';
import {
  BrowserPatience,
  browserPatienceMs,
  firstBrowserPatienceMs,
} from '../../../src/run/capacity/browser-patience.ts';
import { FrontierFeed } from '../../../src/run/frontier-feed.ts';
import { HostHealth } from '../../../src/stages/schedule/host-health.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { at, claimOf, ending, entry } from '../../storage/records.ts';
import { absentBrowser, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

const lost = (given: Partial<BrowserAbsence>): BrowserAbsence => ({ ...absentBrowser, ...given });

/** A run with one page that waits for a browser for ten minutes. */
async function openPatience(kind: 'crawl' | 'watch', browser: BrowserAbsence) {
  const crawl: FakeCrawl = await openCrawl();
  const { store, clock, log, browserHealth } = crawl.io;
  await store.commit(
    ending(await crawl.claim(), {
      next: { kind: 'retry', at: at(10), costsAttempt: false, waitsFor: 'browser' },
    }),
  );
  crawl.web.browser = browser;
  const failures: CommandError[] = [];
  const fail = (error: CommandError): void => void failures.push(error);
  const patience = new BrowserPatience({ store, clock, log, browserHealth, kind, sites: null, onFailure: fail });
  const feed = new FrontierFeed({
    frontier: store.frontier,
    gate: new HostGate({ concurrency: 2, gapMs: 0 }),
    clock,
    owner: 'tester',
    leaseMs: 60_000,
    room: () => 4,
    sites: null,
    keepAlive: false,
    patienceMs: 60_000,
    isClosed: () => false,
    leasesEndedBy: (now) => now,
    health: new HostHealth({ proxies: [null], random: () => 0.5 }),
    browser: patience,
  });
  return Object.assign(crawl, { patience, feed, failures });
}

describe('a run whose browser is not there', () => {
  it('goes on for the pages that wait for it, and wakes them when it is back', async () => {
    await using run = await openPatience('crawl', lost({ forMs: browserPatienceMs - 1 }));
    await run.patience.wakePages();
    expect(await run.feed.isFinished()).toBe(false);
    run.web.browser = { state: 'ready' };
    expect(await run.feed.isFinished()).toBe(false);
    const woken = await run.io.store.frontier.claim(claimOf({ now: run.clock.now() }));
    expect({ wokenCount: woken.length, gaveUp: run.patience.gaveUp, failures: run.failures }).toEqual({
      wokenCount: 1,
      gaveUp: false,
      failures: [],
    });
  });

  it('wakes them once, at the next tick', async () => {
    await using run = await openPatience('watch', lost({}));
    await run.patience.wakePages();
    run.web.browser = { state: 'ready' };
    await run.patience.wakePages();
    await run.patience.wakePages();
    expect(run.logged.filter(({ event }) => event === 'browser.woke')).toHaveLength(1);
    expect(await run.io.store.frontier.waitingFor('browser', null)).toBe(0);
  });

  it('does not wait for ever in a crawl, and reports what is left', async () => {
    await using run = await openPatience('crawl', lost({ forMs: browserPatienceMs }));
    expect({ isFinished: await run.feed.isFinished(), gaveUp: run.patience.gaveUp, failures: run.failures }).toEqual({
      isFinished: true,
      gaveUp: true,
      failures: [],
    });
  });

  it('does everything else first', async () => {
    await using run = await openPatience('crawl', lost({ forMs: browserPatienceMs }));
    await run.io.store.frontier.put([entry('http://other.example/1', { dueAt: at(0.5) })], at(0));
    expect({ isFinished: await run.feed.isFinished(), gaveUp: run.patience.gaveUp }).toEqual({
      isFinished: false,
      gaveUp: false,
    });
  });

  it('ends with the reason where no browser could ever be started', async () => {
    const never = { hasRun: false, message: 'it does not start: no memory' };
    await using hopeful = await openPatience('crawl', lost({ ...never, forMs: firstBrowserPatienceMs - 1 }));
    expect({ isFinished: await hopeful.feed.isFinished(), failures: hopeful.failures }).toEqual({
      isFinished: false,
      failures: [],
    });
    await using patient = await openPatience('crawl', lost({ ...never, forMs: firstBrowserPatienceMs }));
    expect(await patient.feed.isFinished()).toBe(true);
    expect(patient.failures).toMatchObject([{ exitCode: 10, message: never.message }]);
    await using hopeless = await openPatience('crawl', lost({ ...never, forMs: 1, isLasting: true }));
    expect({ isFinished: await hopeless.feed.isFinished(), failureCount: hopeless.failures.length }).toEqual({
      isFinished: true,
      failureCount: 1,
    });
  });

  it('waits for ever in watch', async () => {
    await using run = await openPatience('watch', lost({ forMs: 1e9, hasRun: false, isLasting: true }));
    expect({ waits: await run.patience.waits(), failures: run.failures }).toEqual({ waits: true, failures: [] });
  });

  it('is finished where no page needs it', async () => {
    await using run = await openPatience('crawl', lost({ hasRun: false, isLasting: true }));
    await run.io.store.frontier.wake('browser', at(0));
    await run.io.store.frontier.claim(claimOf({ now: at(0), leaseMs: 3_600_000 }));
    expect({ isFinished: await run.feed.isFinished(), failures: run.failures }).toEqual({
      isFinished: true,
      failures: [],
    });
  });
});
