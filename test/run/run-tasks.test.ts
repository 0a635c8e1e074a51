import { afterEach, describe, expect, it, vi } from 'vitest';
import { FrontierFeed } from '../../src/run/frontier-feed.ts';
import { runTasks } from '../../src/run/run-tasks.ts';
import { StoreWatch } from '../../src/run/store-watch.ts';
import { HostHealth } from '../../src/stages/schedule/host-health.ts';
import { HostGate } from '../../src/stages/schedule/politeness.ts';
import { entry } from '../storage/records.ts';
import { openCrawl } from '../support/crawl-ports.ts';

describe('runTasks', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  // The process' own Date, as Crawlee reads it: it delays requests of one domain by it.
  it.each([-2 * 3_600_000, 2 * 3_600_000])(
    "runs every task when the process' clock is set by %i ms",
    async (stepMs) => {
      await using crawl = await openCrawl();
      const { frontier } = crawl.io.store;
      const urls = Array.from({ length: 6 }, (_, at) => `http://a.example/${at}`);
      await frontier.put(
        urls.map((url) => entry(url)),
        new Date(0),
      );
      const { clock } = crawl;
      const feed = new FrontierFeed({
        frontier,
        gate: new HostGate({ concurrency: 1, gapMs: 0 }),
        health: new HostHealth({ proxies: [null], random: () => 0 }),
        clock,
        owner: 'tester',
        leaseMs: 60_000,
        room: (running) => 1 - running,
        sites: null,
        keepAlive: false,
        patienceMs: 60_000,
        leasesEndedBy: (now) => now,
        isClosed: () => false,
      });
      const ran: string[] = [];
      const start = new Date('2026-11-20T12:00:00Z').getTime();
      vi.useFakeTimers({ toFake: ['Date'], now: start });
      await runTasks({
        feed,
        frontier,
        clock,
        concurrency: 1,
        owner: 'tester',
        leaseMs: 60_000,
        taskTimeoutMs: 60_000,
        log: crawl.io.log,
        run: async (task) => {
          ran.push(task.url);
          await frontier.release(task, new Date(clock.now().getTime() + 3_600_000), new Date(0));
          clock.pass(1_000); // the feed looks again at once
          if (ran.length === 2) vi.setSystemTime(start + stepMs);
        },
        signal: AbortSignal.timeout(20_000),
        storeWatch: new StoreWatch(crawl.io.store),
        onFatal: (error) => {
          throw error;
        },
      });
      expect(ran.sort()).toEqual(urls);
    },
  );
});
