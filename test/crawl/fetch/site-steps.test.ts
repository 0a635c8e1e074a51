import { describe, expect, it } from 'vitest';
import { renderModeOf } from '../../../src/crawl/fetch/choose-mode.ts';
import { stepsFor } from '../../../src/crawl/fetch/site-steps.ts';
import { sourceId } from '../../../src/crawl/links/targets.ts';
import { concludePoll, pollSource } from '../../../src/crawl/poll-source.ts';
import { concludeVisit, visitPage } from '../../../src/crawl/visit-page.ts';
import type { Task } from '../../../src/model/crawl/task.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { defineScraper, feed, listing } from '../../../src/settings/scraper.ts';
import { click, clickUntilGone, scroll } from '../../../src/settings/step-schema.ts';
import { source } from '../../storage/records.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading, listingReading } from '../../support/readings.ts';

const more = clickUntilGone('.more');
const site = defineScraper({
  host: 'gazette.example',
  origin: 'http://gazette.example',
  steps: { sources: [scroll(2)], articles: [click('.read-on')] },
  sources: [listing('/world', { steps: [more] }), listing('/sport'), listing('/quiet', { steps: [] }), feed('/feed')],
});
const taskOf = (kind: Task['kind'], path: string) => ({
  kind,
  url: canonicalUrl(`http://gazette.example${path}`),
  sourceId: sourceId(canonicalUrl(`http://gazette.example${path}`)),
});

describe('stepsFor', () => {
  it("are the source's own, those of all sources, or those of articles", () => {
    const of = (kind: Task['kind'], path: string) => stepsFor(taskOf(kind, path), site);
    expect([of('source', '/world'), of('source', '/sport'), of('source', '/quiet')]).toEqual([[more], [scroll(2)], []]);
    expect(of('page', '/world')).toEqual([click('.read-on')]); // an article that /world led to
  });

  it('make the browser read a list, and leave an article to what is known of its format', () => {
    const of = (kind: Task['kind'], path: string) => renderModeOf(taskOf(kind, path), site);
    expect([of('source', '/world'), of('source', '/quiet'), of('page', '/world')]).toEqual(['browser', 'auto', 'auto']);
  });
});

describe('steps of a visit', () => {
  const url = canonicalUrl('http://gazette.example/a');
  const warned = ({ logged }: FakeCrawl) => logged.filter(({ event }) => event === 'step.nothing');

  it('are in its renderReason, and one that finds nothing is warned of once', async () => {
    await using crawl = await openCrawl({ ...site, render: 'browser' });
    const services = crawlOf(crawl);
    const pages = [url, canonicalUrl('http://gazette.example/b')];
    for (const page of pages) {
      crawl.web.answers[`browser ${page}`] = { html: '<p>A page</p>' };
      crawl.web.read = () => articleReading(page);
      const task = await crawl.claim({ url: page });
      const visited = await visitPage(services, task, await crawl.io.identities.pick(task.site));
      expect((await concludeVisit(services, visited)).visit.renderReason).toBe(
        'browser: the configuration says so; steps: click .read-on: found nothing (not there)',
      );
    }
    expect(warned(crawl).map(({ level, fields }) => [level, fields])).toEqual([
      ['warn', { step: 'gazette.example: click .read-on', url, why: 'not there' }],
      ['debug', { step: 'gazette.example: click .read-on', url: pages[1], why: 'not there' }],
    ]);
  });

  it('of a list are not taken on its articles', async () => {
    const world = 'http://gazette.example/world';
    const id = sourceId(canonicalUrl(world));
    await using crawl = await openCrawl(site);
    await crawl.io.store.sources.define(source(id, { url: world, kind: 'listing', activeWindows: [] }));
    crawl.web.answers[`browser ${world}`] = { html: '<p>A list</p>' };
    crawl.web.read = () => listingReading(['http://gazette.example/1']);
    const task = await crawl.claim({ url: canonicalUrl(world), kind: 'source', sourceId: id });
    const services = crawlOf(crawl);
    const polled = await pollSource(services, task, await crawl.io.identities.pick(task.site));
    const { visit } = await concludePoll(services, polled);
    expect(visit.renderReason).toContain('; steps: click-until-gone .more: found nothing (not there)');
    expect(crawl.asked.map(({ way }) => way)).toEqual(['browser']);
  });
});
