import { describe, expect, it } from 'vitest';
import { taskRunner } from '../../../src/crawl/run-task.ts';
import type { Site } from '../../../src/model/crawl/site.ts';
import type { FetchWay } from '../../../src/model/page/page.ts';
import type { ApiKnowledge } from '../../../src/model/page/page-api.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { ApiDefinition } from '../../../src/settings/api/page-api-schema.ts';
import { defineScraper } from '../../../src/settings/scraper.ts';
import { chanceOf } from '../../../src/stages/schedule/fetch-plan.ts';
import { HostGate } from '../../../src/stages/schedule/politeness.ts';
import { absentBrowser, crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { articleReading, noDraft } from '../../support/readings.ts';

const api: ApiDefinition = {
  pages: '/news/*',
  requests: [{ url: '/api/${address.segment.-1}' }],
  fields: { title: 'title', body: 'text' },
};
const siteWith = (definition: ApiDefinition | [] = api): Partial<Site> =>
  defineScraper({ host: 'gazette.example', origin: 'http://gazette.example', api: definition });

const origin = 'http://gazette.example';
const pageOf = (name: string) => canonicalUrl(`${origin}/news/${name}`);
/** Names of pages that are compared at their first visit, or not. */
const namesBy = (isCompared: boolean) =>
  Array.from({ length: 900 }, (_, n) => `story-${n}`).filter((name) => chanceOf(pageOf(name), 0) < 0.02 === isCompared);
const [calm, compared] = [namesBy(false), namesBy(true)];
const [first = ''] = calm;

interface Answers {
  /** What the API answers. */
  readonly text?: string | null;
  /** The text of the rendered page. */
  readonly rendered?: string;
}

/** Visits pages, one after the other. @returns the ways in which each was asked, in order */
async function visit(crawl: FakeCrawl, names: readonly string[], { text = 'same', rendered = 'same' }: Answers = {}) {
  const { io, run, web } = crawl;
  web.read = ({ url, via, html }) =>
    via === 'static'
      ? noDraft()
      : articleReading(url, { body: (html.includes('other') ? 'other ' : 'same ').repeat(80) });
  for (const name of names) {
    if (text !== null)
      web.answers[`static ${origin}/api/${name}`] = {
        html: JSON.stringify({ title: 'A story', text }),
        headers: { 'content-type': 'application/json' },
      };
    web.answers[`static ${pageOf(name)}`] = { html: '<div id="app"></div>' };
    web.answers[`browser ${pageOf(name)}`] = { html: `<p>${rendered}</p>` };
  }
  const gate = new HostGate({ concurrency: 9, gapMs: 0, politenessOf: () => ({ gapMs: null, concurrency: null }) });
  const runTask = taskRunner(crawlOf({ io, run }, gate));
  const asked: string[] = [];
  for (const name of names) {
    crawl.asked.length = 0;
    await runTask(await crawl.claim({ url: pageOf(name), sourceId: null }));
    asked.push(crawl.asked.map(({ way, url }) => (url.includes('/api/') ? 'api' : way)).join());
  }
  return asked;
}

const lastVia = async ({ io }: FakeCrawl): Promise<FetchWay | null | undefined> =>
  (await io.store.visits.find({ limit: 1 }))[0]?.via;
const knowledge = async ({ io }: FakeCrawl): Promise<ApiKnowledge | null | undefined> =>
  (await io.store.formats.get('gazette.example', '/news/{slug}'))?.api;

describe('an API that a scraper names', () => {
  it('gives its pages without a browser from the first one on', async () => {
    await using crawl = await openCrawl(siteWith());
    expect(await visit(crawl, calm.slice(0, 3))).toEqual(['api', 'api', 'api']);
    expect(await lastVia(crawl)).toBe('api');
    const [last] = await crawl.io.store.visits.find({ limit: 1 });
    expect(last?.renderReason).toBe('api: named by the scraper');
  });

  it('is asked for pages that it is named for, and for no others', async () => {
    await using crawl = await openCrawl(siteWith({ ...api, pages: '/story/*' }));
    expect((await visit(crawl, [first])).join()).not.toContain('api');
  });

  it('is compared with the rendered page on 2 % of the visits: differences are logged and counted, and it stays in use', async () => {
    await using crawl = await openCrawl(siteWith());
    const names = compared.slice(0, 4);
    const ways: string[] = [];
    for (const name of names) ways.push(...(await visit(crawl, [name], { text: 'other' })));
    expect(ways).toEqual(Array(names.length).fill('static,api,browser'));
    expect(await lastVia(crawl)).toBe('browser');
    const known = await knowledge(crawl);
    expect(known).toMatchObject({ state: 'learned', isNamed: true, agreed: Array(names.length).fill(false) });
    expect(known?.lastDifference).not.toBe('');
    expect(known?.costs).toMatchObject({ pages: names.length });
    const logged = crawl.logged.filter(({ event }) => event === 'api.differs');
    expect(logged.map(({ level, fields }) => [level, fields.url])).toEqual(names.map((name) => ['warn', pageOf(name)]));
    expect(await visit(crawl, [first])).toEqual(['api']);
  });

  it('says nothing of a comparison that agrees', async () => {
    await using crawl = await openCrawl(siteWith());
    await visit(crawl, compared.slice(0, 1));
    expect(await knowledge(crawl)).toMatchObject({ agreed: [true], lastDifference: '' });
    expect(crawl.logged.filter(({ event }) => event === 'api.differs')).toEqual([]);
  });

  it('falls back to the browser in the same visit', async () => {
    await using crawl = await openCrawl(siteWith());
    expect(await visit(crawl, [first], { text: null })).toEqual(['api,browser']);
    expect(await lastVia(crawl)).toBe('browser');
    expect(crawl.logged.find(({ event }) => event === 'api.differs')?.fields.difference).toMatch(/answered 404/);
    expect(await visit(crawl, [calm[1] ?? ''], { text: '' })).toEqual(['api,browser']);
    expect(await visit(crawl, [calm[2] ?? ''])).toEqual(['api']);
  });

  it('works while there is no browser', async () => {
    await using crawl = await openCrawl(siteWith());
    crawl.web.browser = absentBrowser;
    expect(await visit(crawl, [first])).toEqual(['api']);
  });

  it('is learned again when it is written in another way, and is forgotten when it is no longer named', async () => {
    await using crawl = await openCrawl(siteWith());
    await visit(crawl, compared.slice(0, 1), { text: 'other' });
    const other = siteWith({ ...api, fields: { body: 'text' } });
    const changed: FakeCrawl = { ...crawl, io: { ...crawl.io, siteOf: () => other as Site } };
    await visit(changed, compared.slice(1, 2));
    expect(await knowledge(crawl)).toMatchObject({ agreed: [true], lastDifference: '' });
    const without: FakeCrawl = { ...crawl, io: { ...crawl.io, siteOf: () => siteWith([]) as Site } };
    expect(await visit(without, [first])).toEqual(['static,browser']);
  });
});
