import { describe, expect, it } from 'vitest';
import { skipBeforeFetch } from '../../../src/crawl/skip-before-fetch.ts';
import { startVisit } from '../../../src/crawl/visit-result.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { titleKeywordsOf } from '../../../src/stages/dedupe/keywords.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article, ending, type entry, pageState } from '../../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

const title = 'Last wooden ferry on the lake stops after ninety autumns of service';
const copyUrl = canonicalUrl('http://elsewhere.example/ferry');

/** A crawl that has stored the first copy. */
async function withFirstCopy(): Promise<FakeCrawl> {
  const crawl = await openCrawl();
  const fingerprint = { ...article('first').fingerprint, titleKeywords: titleKeywordsOf(title, 'en') };
  const now = crawl.clock.now();
  await commitArticles(crawl.io.store, [article('first', { title, fingerprint, fetchedAt: now, firstSeenAt: now })]);
  return crawl;
}

async function drop(crawl: FakeCrawl, given: Parameters<typeof entry>[1] = {}, isKnown = false) {
  const task = await crawl.claim({ url: copyUrl, linkTitle: title, ...given });
  const state = isKnown ? pageState(copyUrl) : null;
  const run = crawlOf(crawl);
  const visit = startVisit(run, task, await run.identities.pick(task.site));
  return await skipBeforeFetch(run, { ...visit, state, plan: await run.revisitPlans.now() });
}

describe('a page whose link has the title of a stored article', () => {
  it('ends as a duplicate with its evidence; nothing is fetched, the first copy stays', async () => {
    await using crawl = await withFirstCopy();
    const ended = await drop(crawl);
    expect(ended).toMatchObject({
      visit: { outcome: 'dropped', reason: 'duplicate', via: null, status: null, bytes: 0 },
      article: null,
      next: { kind: 'done' },
    });
    expect(ended?.visit.detail).toMatch(/^keyword-rank: .*http:\/\/gazette\.example\/first \(first\)/);
    expect(crawl.asked).toEqual([]);
    if (ended === null) throw new Error('it was dropped');
    expect(await crawl.io.store.commit(ended)).toMatchObject({ accepted: true });
    expect((await crawl.io.store.visits.summary({})).byReason).toMatchObject({ 'dropped:duplicate': 1 });
    expect(await crawl.io.store.articles.get('first')).toMatchObject({ status: 'published' });
  });

  it.each([
    ['it is visited again', { revisit: true }],
    ['somebody named it', { depth: 0 }],
    ['its link has no title that could decide', { linkTitle: null }],
    ['its link has another title', { linkTitle: `${title} for ever` }],
    ['it is another page of the same site', { url: canonicalUrl('http://gazette.example/print/first') }],
  ])('is read where %s', async (_why, given) => {
    await using crawl = await withFirstCopy();
    const { revisit, ...rest } = given as { revisit?: boolean };
    expect(await drop(crawl, rest, revisit)).toBeNull();
  });

  it('is fetched if the first copy is gone from its site, the day is over, or the setting is off', async () => {
    await using crawl = await withFirstCopy();
    await using off = await withFirstCopy();
    const io = { ...off.io, config: { ...off.io.config, titleDrop: 'off' as const } };
    expect(await drop({ ...off, io })).toBeNull();
    crawl.clock.pass(21 * 3_600_000);
    expect(await drop(crawl)).toBeNull();
    await using gone = await withFirstCopy();
    const task = await gone.claim({ url: canonicalUrl('http://gazette.example/other') });
    const state = pageState('http://gazette.example/first', { goneCount: 1 });
    await gone.io.store.commit(ending(task, { pageState: state }));
    expect(await drop(gone)).toBeNull();
  });
});
