import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiRows } from '../../../src/cli/page/api-rows.ts';
import { explain } from '../../../src/commands/page/explain.ts';
import { sourceId } from '../../../src/crawl/links/targets.ts';
import type { ListApi, ListApiSample } from '../../../src/model/page/list-api.ts';
import type { ApiKnowledge, ApiSample, PageApi } from '../../../src/model/page/page-api.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { defineScraper } from '../../../src/settings/scraper.ts';
import type { VisitResult } from '../../../src/storage/port.ts';
import { at, claimOf, ending, entry, source, visit } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import { evidenceOf } from '../../support/known-format.ts';

const origin = 'http://gazette.example';
const nothing = {
  title: null,
  authors: null,
  publishedAt: null,
  modifiedAt: null,
  section: null,
  tags: null,
  leadImage: null,
  media: null,
};
const pageApi: PageApi = {
  requests: [
    {
      url: 'https://api.gazette.example/v1/${address.segment.-1|last}',
      method: 'GET',
      headers: { 'x-build': '${shell.data.buildId}' },
      body: null,
      by: 'fetch',
      kind: 'json',
    },
    {
      url: 'https://api.gazette.example/graphql',
      method: 'POST',
      headers: {},
      body: '{"author":"${answer.0.author.id}"}',
      by: 'fetch',
      kind: 'json',
    },
  ],
  fields: {
    ...nothing,
    title: { answer: 0, path: 'data.headline' },
    authors: { answer: 1, path: 'people[].name' },
    body: [{ answer: 0, path: 'data.blocks', texts: ['text', ''], skips: ['caption', 'type=image'] }],
  },
  reading: { takesWholeBody: true, usesShell: true },
  lang: 'en',
};
const learned: ApiKnowledge = {
  state: 'learned',
  reason: '2 pages were the same as rendered',
  samples: [],
  misses: 0,
  api: pageApi,
  shared: { 'shell.data.buildId': 'b42' },
  scripts: ['/app.js'],
  agreed: [true, false, true],
  lastDifference: 'body overlap 0.60',
  costs: { pages: 3, apiMs: 120, browserMs: 2_120, apiBytes: 4_000, browserBytes: 1_004_000 },
  decidedAt: at(4),
};
const sampleUrl = 'http://gazette.example/learning/first-sample';
const listApi: ListApi = {
  requests: [{ url: `${origin}/api/list?page=0`, method: 'GET', headers: {}, body: null, by: 'fetch', kind: 'json' }],
  list: { answer: 0, path: 'items[]', address: '${item.url}', title: 'headline', publishedAt: null },
  next: { kind: 'number', part: 'query.page', first: 0, step: 20, drops: ['query.first'] },
  shownPages: 2,
  confirmed: 7,
};
const sample: ApiSample = {
  url: sampleUrl,
  requests: [
    {
      method: 'GET',
      by: 'fetch',
      kind: 'json',
      text: 'GET https://api.gazette.example/v1/7',
      request: { url: 'https://api.gazette.example/v1/7', method: 'GET', headers: {}, body: null, by: 'fetch' },
      parts: {},
    },
  ],
  bodies: [[{ answer: 0, path: '', texts: ['text'], skips: [] }]],
  fields: nothing,
  lang: null,
  likeness: [],
  proven: [],
  scripts: [],
};

let app: FakeApp;
const run = async (...argv: string[]): Promise<string> => (await cli(argv, { app: keptOpen(app) })).stdout;

async function commit(url: string, fields: Partial<VisitResult>): Promise<void> {
  const { frontier } = app.storeOfTest;
  await frontier.put([entry(url)], at(0));
  const [task] = await frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error(`${url} could not be claimed`);
  await app.storeOfTest.commit(ending(task, { ...fields, visit: { ...visit(task), ...fields.visit } }));
}
const knowApi = (format: string, api: ApiKnowledge) =>
  commit(`http://elsewhere.example${format}`, { format: evidenceOf(format, { api }) });
const byApi = (url: string) => commit(url, { visit: { id: url, via: 'api' } as VisitResult['visit'] });

beforeAll(async () => {
  app = await openFakeApp();
  await knowApi('/news/{slug}', learned);
  for (const name of ['one', 'two', 'three']) await byApi(`http://gazette.example/news/the-story-${name}`);
  await byApi('http://gazette.example/other/the-story-four');
  await byApi('http://gazette.example:81/news/the-story-five');
  await knowApi('/learning/{slug}', {
    ...learned,
    state: 'learning',
    reason: '1 of 3 pages are known',
    samples: [sample],
    api: null,
    shared: {},
    agreed: [],
    lastDifference: '',
    costs: undefined as never,
  });
  await knowApi('/refused/{slug}', {
    ...learned,
    state: 'refused',
    reason: '2 of the last 3 comparisons differed: title',
    api: null,
    shared: {},
    agreed: [],
    lastDifference: 'title',
    decidedAt: new Date(app.clock.now().getTime() - 3_600_000),
  });
});
afterAll(() => app[Symbol.asyncDispose]());

describe('explain, of a page behind which an API is known', () => {
  it('shows state, requests, paths, comparisons, values of all pages, and what was saved', async () => {
    const text = await run('explain', 'http://gazette.example/news/the-story-one');
    expect(text).toContain('API behind the page');
    for (const line of [
      /state +learned, 2026-11-21 08:04: 2 pages were the same as rendered\n/,
      /request 0 +GET https:\/\/api\.gazette\.example\/v1\/\$\{address\.segment\.-1\|last\} \(json\)\n +x-build: \$\{shell\.data\.buildId\}\n/,
      /request 1 +POST https:\/\/api\.gazette\.example\/graphql \(json\)\n +body \{"author":"\$\{answer\.0\.author\.id\}"\}\n/,
      /title +data\.headline of request 0\n/,
      /authors +people\[\]\.name of request 1\n/,
      /publishedAt +in no answer\n/,
      /body +data\.blocks of request 0, text in text, lists, without caption, type=image\n/,
      /read +the whole text of the body, with title and metadata of the page itself; language en\n/,
      /same on all +\$\{shell\.data\.buildId\} is b42\n/,
      /compared +2 of the last 3 pages were the same as rendered\n/,
      /difference +the last one: body overlap 0\.60\n/,
      /costs +120ms and 4\.0 kB a page, rendered 2s and 1\.0 MB \(means of 3 compared pages\)\n/,
      /saved +6s and 3\.0 MB: 3 visits in 7 days came without a browser\n/,
    ])
      expect(text).toMatch(line);
  });

  it('has all of it as JSON, and samples in the text too', async () => {
    const { render } = JSON.parse(await run('explain', 'http://gazette.example/news/the-story-one', '--json'));
    expect(render.evidence.api).toMatchObject({ state: 'learned', api: { requests: pageApi.requests } });
    expect(render.saved).toMatchObject({ pages: 3, isAtLeast: false, ms: 6_000, bytes: 3_000_000 });
    const learning = 'http://gazette.example/learning/a-new-story';
    expect(JSON.parse(await run('explain', learning, '--json')).render).toMatchObject({
      evidence: { api: { samples: [{ url: sampleUrl }] } },
      saved: null,
    });
    const text = await run('explain', learning);
    expect(text).toMatch(/state +learning, .*: 1 of 3 pages are known; 2 more to be rendered\n/);
    expect(text).toMatch(
      /sample +http:\/\/gazette\.example\/learning\/first-sample\n +text at the whole answer of GET https:\/\/api\.gazette\.example\/v1\/7\n/,
    );
  });

  it('shows where the links of a list are, and how its next pages are asked for', async () => {
    const rowsOf = (api: ListApi) => apiRows(evidenceOf('source /', { list: { ...learned, api, samples: [] } }), null);
    expect(Object.fromEntries(rowsOf(listApi))).toMatchObject({
      state: 'learned, 2026-11-21 08:04: 2 pages were the same as rendered',
      'request 0': `GET ${origin}/api/list?page=0 (json)`,
      items: 'items[]',
      links: '${item.url}',
      titles: 'headline',
      dates: 'in no answer',
      'next page': 'query.page is 0, then 20 more each time, without query.first',
      '': 'the rendered list shows 2 pages',
      compared: '2 of the last 3 pages were the same as rendered',
    });
    const nextOf = (next: ListApi['next']) => Object.fromEntries(rowsOf({ ...listApi, next }))['next page'];
    expect(nextOf(null)).toBe('none, or it is not known how it is asked for');
    expect(nextOf({ kind: 'address', path: 'links.next' })).toBe('the answer has its address: links.next');
    expect(nextOf({ kind: 'cursor', path: 'end', part: 'query.after', drops: [] })).toBe(
      'query.after is end of the answer',
    );
  });

  it('shows the samples of a list that is being learned', () => {
    const taken: ListApiSample = {
      takenAt: at(5).toISOString(),
      requests: sample.requests,
      lists: ['items[]', ''].map((path, lists) => ({
        answer: 0,
        path,
        addresses: [],
        titles: [],
        dates: [],
        nexts: [],
        pages: 1,
        links: 12 - lists,
      })),
      proven: [],
      scripts: [],
    };
    const list = { ...learned, state: 'learning' as const, api: null, samples: [taken] };
    const rows = apiRows(evidenceOf('source /', { list }), null);
    expect(rows.filter(([, text]) => text.includes('links at'))).toEqual([
      ['sample', '2026-11-21 08:05: 12 links at items[] of GET https://api.gazette.example/v1/7'],
      ['', '2026-11-21 08:05: 11 links at the whole answer of GET https://api.gazette.example/v1/7'],
    ]);
  });

  it('counts what the polls of a source saved apart from pages, under its own heading', async () => {
    const url = canonicalUrl(`${origin}/news/the-list-of-stories`);
    await app.storeOfTest.sources.define(source(sourceId(url), { url, kind: 'listing' }));
    for (const poll of ['one', 'two'])
      await commit(`http://elsewhere.example/${poll}`, {
        visit: { id: poll, via: 'api', kind: 'source', url } as VisitResult['visit'],
      });
    const list = { ...learned, api: listApi, samples: [] };
    await commit('http://elsewhere.example/list', { format: evidenceOf(`source ${new URL(url).pathname}`, { list }) });
    const ofList = await run('explain', url);
    expect(ofList).toContain('API behind the list');
    expect(ofList).not.toContain('API behind the page');
    expect(ofList).toMatch(/saved +4s and 2\.0 MB: 2 visits in 7 days/);
    expect(await run('explain', `${origin}/news/the-story-one`)).toMatch(/saved +6s and 3\.0 MB: 3 visits in 7 days/);
  });

  it('says why it is not used, and nothing where none was looked for', async () => {
    expect(await run('explain', 'http://gazette.example/refused/the-story')).toMatch(
      /state +refused, .*: 2 of the last 3 comparisons differed: title\n/,
    );
    expect(await run('explain', 'http://gazette.example/other/the-story-four')).not.toContain('API behind');
  });

  it('says what an API costs more than rendering, and claims nothing without a comparison', async () => {
    await knowApi('/dear/{slug}', { ...learned, costs: { ...learned.costs, apiMs: 5_120 } as never });
    await knowApi('/new/{slug}', { ...learned, costs: undefined as never, agreed: [] });
    for (const section of ['dear', 'new']) await byApi(`http://gazette.example/${section}/the-story`);
    expect(await run('explain', 'http://gazette.example/dear/the-story')).toMatch(
      /saved +3s lost and 1\.0 MB: 1 visit in/,
    );
    expect(await run('explain', 'http://gazette.example/new/the-story')).toMatch(
      /saved +not known before a comparison: 1/,
    );
  });

  it('shows an API that a scraper names, before its first visit too', async () => {
    const site = defineScraper({
      host: 'gazette.example',
      api: { pages: '/named/*', requests: [{ url: '/api${address.url}' }], fields: { body: 'text' } },
    });
    const io = {
      store: app.storeOfTest,
      siteOf: () => site,
      now: app.clock.now(),
      config: readConfig({}).config,
      reader: () => Promise.reject(new Error('the site declares no data')),
    };
    const named = await explain(io, 'https://gazette.example/named/a-story', 1);
    expect(named?.render).toMatchObject({
      evidence: { compared: 0, api: { state: 'learned', reason: 'named by the scraper', isNamed: true } },
      next: { ways: 'api', reason: 'api: named by the scraper' },
      saved: { pages: 0, ms: null },
    });
    const rendered = await explain(
      { ...io, siteOf: () => ({ ...site, render: 'browser' as const }) },
      named?.url ?? '',
      1,
    );
    expect(rendered?.render).toMatchObject({ mode: 'browser', evidence: null, saved: null });
  });
});
