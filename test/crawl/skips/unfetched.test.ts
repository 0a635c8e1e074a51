import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../../src/crawl/visit-page.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading, listingReading } from '../../support/readings.ts';

const origin = 'http://gazette.example';
const tag = (name: string) => `${origin}/tag/${name}/`;
const stories = ['1', '2', '3', '4', '5'].map((name) => `${origin}/story-${name}`);

/** Visits pages one after another, as a run does; each is stored before the next one. */
async function walker(crawl: FakeCrawl) {
  const services = crawlOf(crawl);
  return async (address: string, given: { depth?: number; revisit?: boolean } = {}): Promise<VisitResult> => {
    const url = canonicalUrl(address);
    const { depth = 1, revisit = false } = given;
    crawl.web.answers = { ...crawl.web.answers, [`static ${url}`]: { html: '<p>A page</p>' } };
    // before the stories that wait by now
    const task = { ...(await crawl.claim({ url, depth, priority: 99 })), revisit };
    const ending = await concludeVisit(
      services,
      await visitPage(services, task, await crawl.io.identities.pick(task.site)),
    );
    await crawl.io.store.commit(ending);
    return ending;
  };
}

const asked = ({ asked: requests }: FakeCrawl): string[] => requests.map(({ url }) => url);

describe('a list of a kind that brings nothing new', () => {
  it('ends as unproductive without a request, after the first one named all stories', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    crawl.web.read = () => listingReading(stories);
    const visit = await walker(crawl);
    for (const name of ['a', 'b', 'c', 'd']) expect((await visit(tag(name))).visit.outcome).toBe('listed');
    const { visit: fifth, links, next } = await visit(tag('e'));
    expect(fifth).toMatchObject({
      outcome: 'dropped',
      reason: 'unproductive',
      detail: 'the last 3 lists of its kind had no new links',
      status: null,
    });
    expect({ links, next }).toEqual({ links: [], next: { kind: 'done' } });
    expect(asked(crawl)).toEqual(['a', 'b', 'c', 'd'].map(tag));
  });

  it('does not count links to other archives as new', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    let count = 0;
    crawl.web.read = () => listingReading([...stories, tag(`further-${count++}`), `${origin}/2026/${count}/`]);
    const visit = await walker(crawl);
    for (const name of ['a', 'b', 'c', 'd']) await visit(tag(name));
    expect((await visit(tag('e'))).visit.reason).toBe('unproductive');
  });

  it('is fetched where a person named it, where it was visited before, and at a re-visit', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    crawl.web.read = () => listingReading(stories);
    const visit = await walker(crawl);
    for (const name of ['a', 'b', 'c', 'd']) await visit(tag(name));
    expect((await visit(tag('e'), { depth: 0 })).visit.outcome).toBe('listed');
    expect((await visit(tag('f'), { revisit: true })).visit.outcome).toBe('listed');
    expect((await visit(tag('g'))).visit.reason).toBe('unproductive');
  });

  it('is fetched where pages of its kind are articles', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    crawl.web.read = () => listingReading(stories);
    const visit = await walker(crawl);
    for (const name of ['a', 'b', 'c', 'd']) await visit(tag(name));
    crawl.web.read = ({ url }) => articleReading(url);
    await visit(tag('story'), { depth: 0 });
    expect((await visit(tag('e'))).visit.outcome).toBe('stored');
  });
});
