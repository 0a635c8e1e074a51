import { describe, expect, it } from 'vitest';
import { reopenFailedLinks } from '../../src/crawl/links/reopen-links.ts';
import { ending, entry, visit } from '../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../support/crawl-ports.ts';

const page = entry('http://gazette.example/a');
const hour = 3_600_000;

/** The page fails for good, now. */
async function fail(crawl: FakeCrawl, reason: 'unreachable' | 'layout-changed' = 'unreachable'): Promise<void> {
  const task = await crawl.claim();
  const failed = visit(task, { outcome: 'failed', reason, startedAt: crawl.clock.now() });
  await crawl.io.store.commit(ending(task, { visit: failed, next: { kind: 'failed' } }));
}

const seen = async (crawl: FakeCrawl) => {
  await reopenFailedLinks(crawl.io, [page, entry('http://gazette.example/new')]);
  return (await crawl.io.store.frontier.get(page.url))?.state;
};

describe('a link to a page that failed for good', () => {
  it('brings it back, an hour after its failure and not at every poll', async () => {
    await using crawl = await openCrawl();
    await fail(crawl);
    expect(await seen(crawl)).toBe('failed');
    crawl.clock.pass(hour - 1);
    expect(await seen(crawl)).toBe('failed');
    crawl.clock.pass(1);
    expect(await seen(crawl)).toBe('pending');
    expect(await crawl.io.store.frontier.get(page.url)).toMatchObject({ attempts: 0 });
    expect(crawl.logged.map(({ event }) => event)).toEqual(['page.reopened']);
    await fail(crawl);
    crawl.clock.pass(2 * hour);
    expect(await seen(crawl)).toBe('failed');
    crawl.clock.pass(2 * hour);
    expect(await seen(crawl)).toBe('pending');
  });

  it('does not reopen a page that only a person can fix', async () => {
    await using crawl = await openCrawl();
    await fail(crawl, 'layout-changed');
    crawl.clock.pass(100 * hour);
    expect(await seen(crawl)).toBe('failed');
  });

  it('ends after a week of failures', async () => {
    await using crawl = await openCrawl();
    let tries = 0;
    for (; tries < 20; tries += 1) {
      await fail(crawl);
      crawl.clock.pass(24 * hour);
      if ((await seen(crawl)) === 'failed') break;
    }
    expect(tries).toBe(7);
  });
});
