import { describe, expect, it } from 'vitest';
import { storeReplay } from '../../../src/commands/page/store-replay.ts';
import { articleId } from '../../../src/model/article/article-id.ts';
import type { Failure } from '../../../src/model/crawl/failure.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { freeze } from '../../../src/stages/snapshot/freeze.ts';
import { snapshot } from '../../stages/extract/page.ts';
import { article, at, ending, failure } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading, link, noDraft } from '../../support/readings.ts';

const url = canonicalUrl('http://gazette.example/a');
const page = { ...snapshot('<h1>Stored</h1>'), url, finalUrl: url, site: 'gazette.example', takenAt: at(0) };

/** A crawl with a failed page whose rules give an article now. */
async function openFailed(given: Partial<Failure> = {}): Promise<FakeCrawl> {
  const crawl = await openCrawl();
  const { store } = crawl.io;
  const bundle = failure('f-1', { url, at: at(0), snapshot: await store.blobs.put(await freeze(page)), ...given });
  await store.commit(ending(await crawl.claim({ url, depth: 1 }), { failure: bundle, next: { kind: 'failed' } }));
  crawl.web.read = () => ({ ...articleReading(url), links: [link('http://gazette.example/next')] });
  crawl.clock.pass(3_600_000);
  return crawl;
}

const replay = ({ io }: FakeCrawl) => storeReplay(io, 'me', 'f-1');

describe('storeReplay', () => {
  it('stores the current page as a visit would, and marks the failure as resolved', async () => {
    await using crawl = await openFailed();
    const { store } = crawl.io;
    const { stored } = await replay(crawl);
    expect(stored).toMatchObject({
      outcome: 'stored',
      article: { id: articleId(url), status: 'published', revision: 1 },
    });
    expect(await store.articles.get(articleId(url))).toMatchObject({ title: expect.any(String), fetchedAt: at(0) });
    expect(await store.failures.find({ limit: 9 })).toEqual([]);
    expect(await store.failures.get('f-1')).toMatchObject({ mended: { by: 'replay' }, snapshot: expect.any(String) });
    expect(await store.frontier.get(url)).toMatchObject({ state: 'done' });
    expect(await store.frontier.get(canonicalUrl('http://gazette.example/next'))).toMatchObject({ depth: 2 });
    expect(await store.pages.get(url)).toMatchObject({ visits: 1 });
    expect(await store.visits.find({ url, limit: 1 })).toMatchObject([
      { outcome: 'stored', via: null, renderReason: expect.stringContaining('replay of failure f-1') },
    ]);
    expect(crawl.asked).toEqual([]);
  });

  it('stores a listing: its links go on', async () => {
    await using crawl = await openFailed();
    crawl.web.read = () => ({
      ...noDraft(),
      pageType: 'listing',
      reason: 'not-an-article',
      links: [link('http://gazette.example/next')],
    });
    expect((await replay(crawl)).stored).toMatchObject({ outcome: 'listed', article: null });
    expect(await crawl.io.store.failures.find({ limit: 9 })).toEqual([]);
  });

  it('changes nothing where the page fails again', async () => {
    await using crawl = await openFailed();
    crawl.web.read = () => ({ ...noDraft(), reason: 'layout-changed' });
    expect((await replay(crawl)).stored).toBeNull();
    expect(await crawl.io.store.failures.find({ limit: 9 })).toMatchObject([{ id: 'f-1', mended: null }]);
    expect(await crawl.io.store.frontier.get(url)).toMatchObject({ state: 'failed' });
  });

  it('stores once: a second replay resolves and doubles nothing', async () => {
    await using crawl = await openFailed();
    await replay(crawl);
    await replay(crawl);
    expect(await crawl.io.store.articles.count({})).toBe(1);
  });

  it('does not put an old page in the place of what a later visit has stored', async () => {
    await using crawl = await openFailed();
    const later = article('x', { id: articleId(url), url, fetchedAt: at(30) });
    await crawl.io.store.commit(
      ending(await crawl.claim({ url: canonicalUrl('http://gazette.example/b') }), { article: later }),
    );
    await expect(replay(crawl)).rejects.toThrow('A later visit has stored');
  });

  it('leaves a page alone that is being fetched', async () => {
    await using crawl = await openFailed();
    await crawl.io.store.frontier.take(url, { now: crawl.clock.now(), owner: 'other', leaseMs: 60_000 });
    await expect(replay(crawl)).rejects.toThrow('is being fetched now');
  });

  it('does not store the first of several pages as the whole', async () => {
    await using crawl = await openFailed();
    crawl.web.read = () => ({ ...articleReading(url), nextPage: canonicalUrl(`${url}?page=2`) });
    await expect(replay(crawl)).rejects.toThrow('newshawk failures retry f-1');
    expect(await crawl.io.store.articles.count({})).toBe(0);
  });
});
