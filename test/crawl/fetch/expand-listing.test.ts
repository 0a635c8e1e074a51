import { describe, expect, it } from 'vitest';
import type { ExpandPlan } from '../../../src/browser-port.ts';
import { describeExpansion } from '../../../src/crawl/fetch/expand-listing.ts';
import { concludeVisit, visitPage } from '../../../src/crawl/visit-page.ts';
import type { Task } from '../../../src/model/crawl/task.ts';
import type { ListExpansion } from '../../../src/model/page/list-expansion.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { claimOf, entry } from '../../storage/records.ts';
import { absentBrowser, crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { knowFormat } from '../../support/known-format.ts';
import { articleReading, link, listingReading } from '../../support/readings.ts';

const url = canonicalUrl('http://gazette.example/a');
const addresses = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, n) => `http://gazette.example/${from + n}`);
const first = listingReading(addresses(1, 5));
const found = (urls: readonly string[], rest: Partial<ListExpansion> = {}) => ({
  links: urls.map((one) => ({ url: canonicalUrl(one), text: 'A story', context: '' })),
  rounds: 1,
  by: ['scroll'] as const,
  ...rest,
});

/** A list with five links that shows more in the browser. */
function withMore(
  crawl: FakeCrawl,
  expand: (plan: ExpandPlan) => Promise<Partial<ListExpansion>>,
  html = '<p>list</p>',
) {
  crawl.web.answers = { [`static ${url}`]: { html }, [`browser ${url}`]: { html, expand } };
  crawl.web.read = () => first;
}

async function visit(crawl: FakeCrawl, depth = 1, maxDepth = 2, io = crawl.io): Promise<VisitResult> {
  return await visitTask({ ...crawl, io }, await crawl.claim({ url, depth, maxDepth }));
}

async function visitTask(crawl: FakeCrawl, task: Task): Promise<VisitResult> {
  const services = crawlOf(crawl);
  return await concludeVisit(services, await visitPage(services, task, await crawl.io.identities.pick(task.site)));
}

const followed = ({ links }: VisitResult): string[] => links.map((entry) => entry.url);

describe('a list in the browser', () => {
  it('gives the links that come when it is scrolled', async () => {
    await using crawl = await openCrawl({ render: 'browser' });
    withMore(crawl, async () => found(addresses(6, 12)));
    const ending = await visit(crawl);
    expect(followed(ending)).toEqual(addresses(1, 12));
    expect(ending.visit).toMatchObject({
      outcome: 'listed',
      detail: expect.stringContaining('scrolled: 7 further links'),
    });
    expect(ending.visit).not.toHaveProperty('listCutShort');
  });

  it('keeps to links of its site that its first screen does not have', async () => {
    await using crawl = await openCrawl({ render: 'browser' });
    let kept: boolean[] = [];
    withMore(crawl, async ({ isNew }) => {
      kept = ['http://gazette.example/6', 'http://gazette.example/5', 'http://other.example/6', url].map((one) =>
        isNew(canonicalUrl(one)),
      );
      return {};
    });
    await visit(crawl);
    expect(kept).toEqual([true, false, false, false]);
  });

  it('keeps to the port of its site', async () => {
    await using crawl = await openCrawl({ render: 'browser', host: 'gazette.example:4000' });
    let kept: boolean[] = [];
    withMore(crawl, async ({ isNew }) => {
      kept = ['http://gazette.example:4000/6', 'http://gazette.example:4001/6'].map((one) => isNew(canonicalUrl(one)));
      return {};
    });
    await visit(crawl);
    expect(kept).toEqual([true, false]);
  });

  it('says what is left when its budget is used up', async () => {
    await using crawl = await openCrawl({ render: 'browser' });
    withMore(crawl, async () => found(addresses(6, 9), { ended: 'budget', why: '60 s are used up', total: 42 }));
    expect((await visit(crawl)).visit).toMatchObject({
      listCutShort: { loaded: 4, total: 42, by: 'scrolled', why: '60 s are used up' },
      detail: expect.stringContaining('scrolled: 4 further links of a list of 42; there may be more: 60 s are used up'),
    });
  });

  it('goes on behind known links only where it was cut short', async () => {
    await using crawl = await openCrawl({ render: 'browser' });
    const asked: (boolean | null)[] = [];
    const expand = async ({ hasUnknown }: ExpandPlan) => {
      const { links } = found(addresses(6, 9));
      asked.push(hasUnknown === undefined ? null : await hasUnknown(links));
      return found(addresses(6, 9), asked.length === 2 ? { ended: 'budget', why: 'time' } : {});
    };
    withMore(crawl, expand);
    const { frontier } = crawl.io.store;
    let task: Task | undefined = await crawl.claim({ url });
    for (let times = 0; task !== undefined && times < 3; times++) {
      await crawl.io.store.commit(await visitTask(crawl, task));
      crawl.clock.pass(60_000);
      await frontier.reopen([entry(url, { dueAt: crawl.clock.now() })], { revisit: false, now: new Date(0) });
      task = (await frontier.claim(claimOf({ now: crawl.clock.now(), limit: 50 }))).find((one) => one.url === url);
    }
    expect(asked).toEqual([true, false, null]);
  });

  it('is not expanded where nobody follows its links, nor without a budget', async () => {
    let times = 0;
    const count = async () => {
      times++;
      return {};
    };
    await using deep = await openCrawl({ render: 'browser' });
    withMore(deep, count);
    await visit(deep, 2, 2);
    await using off = await openCrawl({ render: 'browser' });
    withMore(off, count);
    await visit(off, 1, 2, { ...off.io, config: { ...off.io.config, listBudgetMs: 0 } });
    expect(times).toBe(0);
  });

  it.each([
    ['Next', 'http://gazette.example/list/2', 0],
    ['›', 'http://gazette.example/?page=2', 0],
    ['→', 'http://gazette.example/story/2', 1],
    ['Next', 'http://gazette.example/next-big-thing', 1],
  ])('is not expanded where it links its next page: %s to %s', async (anchorText, to, expected) => {
    await using crawl = await openCrawl({ render: 'browser' });
    let times = 0;
    withMore(crawl, async () => ({ rounds: times++ }));
    crawl.web.read = () => ({ ...first, links: [...first.links, link(to, { anchorText })] });
    await visit(crawl);
    expect(times).toBe(expected);
  });

  it('is never expanded if it is an article', async () => {
    await using crawl = await openCrawl({ render: 'browser' });
    let times = 0;
    withMore(crawl, async () => ({ rounds: times++ }));
    crawl.web.read = () => articleReading(url);
    expect((await visit(crawl)).visit.outcome).toBe('stored');
    expect(times).toBe(0);
  });
});

describe('a list in a static fetch', () => {
  it('is opened in the browser where its HTML says that it loads more', async () => {
    await using crawl = await openCrawl();
    await knowFormat(crawl, '/{word}');
    withMore(crawl, async () => found(addresses(6, 12)));
    crawl.web.read = () => ({ ...first, loadsMore: true });
    const ending = await visit(crawl);
    expect({ asked: crawl.asked.map(({ way }) => way), followed: followed(ending) }).toEqual({
      asked: ['static', 'browser'],
      followed: addresses(1, 12),
    });
    expect(ending.format?.comparisons.at(-1)).toMatchObject({ result: 'differs' });
  });

  it('is kept where the browser shows no more, and where there is no browser', async () => {
    for (const browser of [undefined, absentBrowser]) {
      await using crawl = await openCrawl();
      await knowFormat(crawl, '/{word}');
      withMore(crawl, async () => ({}));
      if (browser !== undefined) crawl.web.browser = browser;
      crawl.web.read = () => ({ ...first, loadsMore: true });
      expect((await visit(crawl)).visit).toMatchObject({ outcome: 'listed', via: 'static' });
    }
  });

  it("is the browser's where a few links come next to the same first screen", async () => {
    await using crawl = await openCrawl();
    withMore(crawl, async () => found(addresses(41, 42)));
    crawl.web.read = () => listingReading(addresses(1, 40));
    expect(followed(await visit(crawl))).toHaveLength(42);
  });
});

describe('describeExpansion', () => {
  it('is empty for a list that showed all at once', () => {
    const all = { links: [], rounds: 0, by: [], ended: 'nothing-new', why: '', total: null } as const;
    expect([describeExpansion(all), describeExpansion(null)]).toEqual(['', '']);
  });
});
