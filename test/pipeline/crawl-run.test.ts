import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../src/errors.ts';
import { canonicalUrl } from '../../src/model/canonical-url.ts';
import { crawlRun, type RunRequest } from '../../src/pipeline/crawl-run.ts';
import { ownerName } from '../../src/pipeline/owner.ts';
import { namedPage } from '../../src/pipeline/targets.ts';
import { at } from '../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';
import { SettableClock } from '../support/manual-clock.ts';
import { articleReading } from '../support/readings.ts';

const pages = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `http://gazette.example/${name}`);

/** A run over named pages, on a clock that goes by itself. */
function requestOf(crawl: FakeCrawl, clock: SettableClock, given: Partial<RunRequest['options']> = {}): RunRequest {
  const seeds = pages.map((url) => namedPage({ url: canonicalUrl(url) }, 'gazette.example', clock.now()));
  return {
    io: { ...crawl.io, clock },
    owner: ownerName(at(0)),
    kind: 'crawl',
    beginning: { sources: [], seeds, sites: null },
    options: {
      ...{ limit: null, depth: 0, concurrency: 1, timeLimitMs: null, failureLimit: null, resume: false },
      ...{ signal: new AbortController().signal, onProgress: () => {} },
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
    'reads every page once and is finished when the clock is set by %i ms meanwhile',
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
      expect(Math.abs(Number(step[0]?.fields.byMs) - stepMs)).toBeLessThan(1_000);
    },
  );
});
