import { describe, expect, it } from 'vitest';
import { concludeVisit, visitPage } from '../../../src/crawl/visit-page.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading } from '../../support/readings.ts';

const topic = 'http://gazette.example/topic/ferry';
const text = (about: string) => `${about} leaves the harbour at nine and is back before the tide turns. `.repeat(8);

/** Visits pages one after another, as a run does; each is stored before the next one. */
function walker(crawl: FakeCrawl) {
  const services = crawlOf(crawl);
  return async (address: string, body: string): Promise<VisitResult> => {
    const url = canonicalUrl(address);
    crawl.web.answers = { ...crawl.web.answers, [`static ${url}`]: { html: '<p>A page</p>' } };
    crawl.web.read = () => articleReading(url, { body });
    const task = await crawl.claim({ url, depth: 1, priority: 99 });
    const visited = await visitPage(services, task, await crawl.io.identities.pick(task.site));
    const ending = await concludeVisit(services, visited);
    await crawl.io.store.commit(ending);
    return ending;
  };
}

describe('one page with several addresses', () => {
  it('has one record, and after three pages its parameter is not followed any more', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    const visit = walker(crawl);
    for (const name of ['a', 'b', 'c']) {
      expect((await visit(`${topic}-${name}`, text(name))).visit.outcome).toBe('stored');
      const { article, visit: second } = await visit(`${topic}-${name}?post=7`, text(name));
      expect({ article, outcome: second.outcome, reason: second.reason }).toEqual({
        article: null,
        outcome: 'dropped',
        reason: 'duplicate',
      });
      expect(second.detail).toBe(`the same page as ${topic}-${name}: post changes nothing`);
    }
    await visit(`${topic}-d`, text('d'));
    const { visit: skipped } = await visit(`${topic}-d?post=8`, text('d'));
    expect(skipped).toMatchObject({
      reason: 'duplicate',
      status: null,
      detail: 'not fetched: post changes nothing here',
    });
  });

  it('counts no page as its own that comes before the one without its parameter', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    const visit = walker(crawl);
    for (const name of ['a', 'b', 'c']) {
      expect((await visit(`${topic}-${name}?post=7`, text(name))).visit.outcome).toBe('stored');
      await visit(`${topic}-${name}?post=9`, text(name));
      expect((await visit(`${topic}-${name}`, text(name))).visit.reason).toBe('duplicate');
    }
    expect((await visit(`${topic}-d?post=8`, text('d'))).visit).toMatchObject({ reason: 'duplicate', status: null });
  });

  it('is followed where a page of its own has the parameter, and two articles with one text keep their records', async () => {
    await using crawl = await openCrawl({ render: 'static' });
    const visit = walker(crawl);
    await visit('http://gazette.example/?p=1', text('The ferry'));
    const copy = await visit('http://gazette.example/?p=2', text('The ferry'));
    expect(copy.article).not.toBeNull();
    for (const number of [3, 4, 5, 6])
      expect((await visit(`http://gazette.example/?p=${number}`, text(`Boat ${number}`))).visit.outcome).toBe('stored');
  });
});
