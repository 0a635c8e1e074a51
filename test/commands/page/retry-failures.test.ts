import { describe, expect, it } from 'vitest';
import { retryFailures } from '../../../src/commands/page/retry-failures.ts';
import type { Failure } from '../../../src/model/crawl/failure.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { at, ending, failure } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

const urlOf = (name: string) => canonicalUrl(`http://gazette.example/${name}`);

async function fail(crawl: FakeCrawl, name: string, given: Partial<Failure> | null = {}): Promise<void> {
  const task = await crawl.claim({ url: urlOf(name), depth: 2, sourceId: 's1' });
  const bundle = given === null ? null : failure(name, { url: urlOf(name), at: at(0), ...given });
  await crawl.io.store.commit(ending(task, { failure: bundle, next: { kind: 'failed' } }));
}

async function openFailures(): Promise<FakeCrawl> {
  const crawl = await openCrawl();
  await fail(crawl, 'layout');
  await fail(crawl, 'down', { reason: 'unreachable' });
  await fail(crawl, 'bare', null);
  return crawl;
}

const retry = ({ io, clock }: FakeCrawl, request = {}) => retryFailures(io.store, clock, request);
const names = (urls: readonly string[]) => urls.map((url) => url.split('/').at(-1)).sort();

describe('retryFailures', () => {
  it('brings back all that failed, also without a bundle, as it was found', async () => {
    await using crawl = await openFailures();
    const { reopened, left } = await retry(crawl);
    expect({ names: names(reopened), left }).toEqual({ names: ['bare', 'down', 'layout'], left: [] });
    expect(await crawl.io.store.frontier.get(urlOf('down'))).toMatchObject({
      state: 'pending',
      attempts: 0,
      depth: 2,
      sourceId: 's1',
      dueAt: crawl.clock.now(),
    });
    expect(names((await retry(crawl)).left.map(({ url }) => url))).toEqual(['down', 'layout']);
  });

  it.each([
    [{ id: 'layout' }, ['layout']],
    [{ id: 'none' }, []],
    [{ reason: 'unreachable' }, ['down']],
    [{ site: 'gazette.example', reason: 'layout-changed' }, ['layout']],
    [{ site: 'other.example' }, []],
  ])('brings back what %o selects', async (request, expected) => {
    await using crawl = await openFailures();
    expect(names((await retry(crawl, request)).reopened)).toEqual(expected);
  });

  it('opens neither resolved failures nor pages in work', async () => {
    await using crawl = await openFailures();
    const { store } = crawl.io;
    await store.failures.mend(urlOf('layout'), { at: at(9), by: 'visit' });
    await store.frontier.reopen([{ ...(await store.frontier.get(urlOf('layout'))), dueAt: at(99) } as never], {
      revisit: false,
      now: at(0),
    });
    await store.frontier.take(urlOf('down'), { now: at(0), owner: 'other', leaseMs: 60_000 });
    const { reopened, left } = await retry(crawl);
    expect(names(reopened)).toEqual(['bare']);
    expect(left).toEqual([{ url: urlOf('down'), state: 'leased' }]);
  });
});
