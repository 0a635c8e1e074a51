import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scraperText } from '../../../src/cli/project/scraper-text.ts';
import { loadScrapers } from '../../../src/config-files/load-scrapers.ts';
import { confirmedByPerson, type ListApi } from '../../../src/model/page/list-api.ts';
import { listApiNamedFor } from '../../../src/model/page/named-api.ts';
import type { ApiKnowledge, PageApi } from '../../../src/model/page/page-api.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { at, claimOf, ending, entry } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';
import { evidenceOf } from '../../support/known-format.ts';
import { scraperFolder } from '../../support/scraper-folder.ts';

const quote = `it's "quoted" \\ \${text}`;
const empty = {
  title: null,
  authors: null,
  publishedAt: null,
  modifiedAt: null,
  section: null,
  tags: null,
  leadImage: null,
  media: null,
};
const request = { method: 'GET', headers: {}, body: null, by: 'fetch', kind: 'json' } as const;
const apis: Readonly<Record<string, PageApi>> = {
  '/news/{slug}': {
    requests: [
      { ...request, url: 'https://api.gazette.example/v1/${address.segment.-1|last}?build=${shell.data.buildId}' },
      {
        ...request,
        url: 'https://api.gazette.example/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-note': `it's "quoted" \\ $\${text}` },
        body: '{"query":"query Author($id: ID!) { author(id: $id) { name } }","variables":{"id":"${answer.0.data.author["x-id"]}"}}',
      },
    ],
    fields: {
      ...empty,
      title: { answer: 0, path: 'data.headline' },
      authors: { answer: 1, path: 'data.author.name' },
      body: [
        { answer: 0, path: 'data.lead', texts: [], skips: [] },
        { answer: 0, path: 'data.blocks', texts: ['text', ''], skips: ['caption', 'type=image'] },
      ],
    },
    reading: { takesWholeBody: false, usesShell: true },
    lang: 'en',
  },
  '/live/{number}': {
    requests: [{ ...request, url: 'https://gazette.example/fragments/${address.path}', kind: 'html' }],
    fields: null,
    reading: { takesWholeBody: true, usesShell: false },
    lang: 'en',
  },
  '/video/{slug}.html?id': {
    requests: [
      { ...request, url: 'https://cdn.example/${address.query.id}.js?cb=${callback}', by: 'script', kind: 'jsonp' },
    ],
    fields: { ...empty, body: [{ answer: 0, path: '', texts: [], skips: [] }] },
    reading: { takesWholeBody: true, usesShell: false },
    lang: 'en',
  },
};
const knowledgeOf = (api: PageApi | null, more: Partial<ApiKnowledge> = {}): ApiKnowledge => ({
  state: 'learned',
  reason: '2 pages were the same as rendered',
  samples: [],
  misses: 0,
  api,
  shared: {},
  scripts: [],
  agreed: [true, true, false],
  lastDifference: 'title\n} evil();',
  decidedAt: at(4),
  ...more,
});
const learnedFormats = Object.entries(apis).map(([format, api]) => evidenceOf(format, { api: knowledgeOf(api) }));

/** What a scraper's text gives when it is loaded. */
async function loaded(text: string) {
  using folder = scraperFolder({ 'gazette.example/scraper.ts': text });
  const [site] = await loadScrapers(folder.dir);
  return site;
}

describe('the text of a new scraper', () => {
  it('names what was learned: loaded, it is the same', async () => {
    const { text, learned, leftOut } = scraperText({ host: 'gazette.example', origin: null, formats: learnedFormats });
    const site = await loaded(text);
    expect(site?.apis.map(({ api }) => api)).toEqual(learned.map((format) => apis[format]));
    expect(site).toMatchObject({ host: 'gazette.example', language: 'en', origin: 'https://gazette.example' });
    expect(learned).toEqual(['/live/{number}', '/news/{slug}', '/video/{slug}.html?id']);
    expect(leftOut).toEqual([]);
    expect(site?.apis.map(({ pages }) => pages.test('https://gazette.example/news/a-1'))).toEqual([false, true, false]);
  });

  it('has the evidence next to it, in comments that nothing ends', async () => {
    const api = knowledgeOf(apis['/live/{number}'] ?? null, {
      reason: `two\n} pages ${quote}`,
      shared: { 'shell.data.buildId': 'b42\r\nevil()' },
    });
    const { text } = scraperText({
      host: 'gazette.example',
      origin: null,
      formats: [evidenceOf('/live/{number}', { api })],
    });
    expect(text).toContain('// Learned on 2026-11-21 from pages like /live/{number}: two } pages it');
    expect(text).toContain('; 2 of the last 3 comparisons agreed.');
    expect(text).toMatch(/\/\/ On all of them, \$\{shell\.data\.buildId\} was b42 +evil\(\)\.\n/);
    expect((await loaded(text))?.apis).toHaveLength(1);
  });

  it('leaves out what is not learned, what a person named, and what no pattern names', async () => {
    const api = apis['/live/{number}'] ?? null;
    const formats = [
      evidenceOf('/a'),
      evidenceOf('/b', { api: null }),
      evidenceOf('/c', { api: knowledgeOf(api, { state: 'trial' }) }),
      evidenceOf('/d', { api: knowledgeOf(null, { state: 'refused' }) }),
      evidenceOf('/e', { api: knowledgeOf(api, { isNamed: true }) }),
      evidenceOf('*', { api: knowledgeOf(api) }),
    ];
    const { text, learned, leftOut } = scraperText({
      host: 'gazette.example',
      origin: 'http://gazette.example:81',
      formats,
    });
    expect({ learned, leftOut }).toEqual({ learned: [], leftOut: ['*'] });
    expect(text).not.toContain('api:');
    expect(await loaded(text)).toMatchObject({ apis: [], language: null, origin: 'http://gazette.example:81' });
  });

  it('names the APIs of lists, with their next pages', async () => {
    const place = { answer: 0, path: 'data.items[]', title: 'title', publishedAt: null };
    const list: ListApi = {
      requests: [{ ...request, url: 'https://gazette.example/api/list?limit=20&after=' }],
      list: { ...place, address: 'https://gazette.example/news/${item.slug}-${item["x-id"]}' },
      next: { kind: 'cursor', path: 'data.next', part: 'query.after', drops: ['query.limit'] },
      shownPages: 1,
      confirmed: 7,
    };
    const paged: ListApi = {
      ...list,
      requests: [
        {
          ...request,
          url: 'https://gazette.example/graphql',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"query":"query Sport($page: Int) { sport(page: $page) { url } }","variables":{"page":0}}',
        },
      ],
      next: { kind: 'number', part: 'body:variables.page', first: 0, step: 20, drops: [] },
    };
    const linked: ListApi = { ...list, next: { kind: 'address', path: 'links["next"]' } };
    const known = (api: ListApi | null, more: object = {}) => ({
      list: { ...knowledgeOf(null), samples: [], api, ...more },
    });
    const { text, learned } = scraperText({
      host: 'gazette.example',
      origin: null,
      formats: [
        evidenceOf('source /', known(list)),
        evidenceOf('source /sport?tab=*', known(paged)),
        evidenceOf('source /news', known(linked)),
        evidenceOf('source /named', known(list, { isNamed: true })),
        evidenceOf('source /trial', known(null, { state: 'trial' })),
      ],
    });
    expect(learned).toEqual(['source /', 'source /sport?tab=*', 'source /news']);
    expect(text).toContain('// Learned on 2026-11-21 from the list /sport?tab=*: 2 pages were the same as rendered');
    const site = await loaded(text);
    const sources = ['/', '/sport?tab=*', '/news'].map((path) => `https://gazette.example${path}`);
    expect(site?.sources.map(({ url }) => url)).toEqual(sources);
    const given = [list, paged, linked].map((api) => ({ ...api, confirmed: confirmedByPerson }));
    expect(site?.listApis.map(({ api }) => api)).toEqual(given);
    const apiFor = (path: string) =>
      listApiNamedFor(site?.listApis ?? [], canonicalUrl(`https://gazette.example${path}`))?.next?.kind ?? null;
    expect(['/', '/news', '/sport?tab=*', '/sport?tab=x', '/other'].map(apiFor)).toEqual([
      'cursor',
      'address',
      'number',
      null,
      null,
    ]);
  });

  it('names no language where pages have several', async () => {
    const other = { ...(apis['/live/{number}'] as PageApi), lang: 'de' };
    const formats = [...learnedFormats, evidenceOf('/de/{slug}', { api: knowledgeOf(other) })];
    expect((await loaded(scraperText({ host: 'gazette.example', origin: null, formats }).text))?.language).toBeNull();
  });
});

describe('new', () => {
  let folder: string;
  let app: FakeApp;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newshawk-new-'));
    app = await openFakeApp();
    const { frontier } = app.storeOfTest;
    for (const [n, host] of ['gazette.example', 'www.gazette.example', 'other.example'].entries()) {
      await frontier.put([entry(`http://elsewhere.example/${n}`)], at(0));
      const [task] = await frontier.claim(claimOf({ limit: 1 }));
      if (task === undefined) throw new Error('no task could be claimed');
      const api = knowledgeOf(apis['/live/{number}'] ?? null);
      await app.storeOfTest.commit(ending(task, { format: { ...evidenceOf(`/live${n}/{number}`, { api }), host } }));
    }
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const run = (...argv: string[]) => cli(['new', '--stored', ...argv], { app: keptOpen(app), cwd: folder });
  const file = 'scrapers/gazette.example/scraper.ts';

  it('writes a scraper with the APIs of the host, and says what is next', async () => {
    const { code, stderr } = await run('gazette.example');
    expect(code).toBe(0);
    const text = await readFile(join(folder, file), 'utf8');
    expect((await loaded(text))?.apis).toHaveLength(2);
    expect(stderr).toContain(`${file} is written.`);
    expect(stderr).toContain('It names the APIs behind pages like /live0/{number}, /live1/{number}.');
    expect(stderr).toContain('`newshawk sources discover gazette.example`');
    const again = await run('gazette.example');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain(
      `${file} is there already. Nothing was written: \`newshawk new gazette.example --print\``,
    );
    expect(await readFile(join(folder, file), 'utf8')).toBe(text);
  });

  it('takes an address, and prints instead', async () => {
    const { code, stdout } = await run('https://www.gazette.example/live1/7', '--print');
    expect(code).toBe(0);
    expect(await loaded(stdout)).toMatchObject({ host: 'gazette.example', origin: 'https://www.gazette.example' });
    await expect(readFile(join(folder, file))).rejects.toThrow('ENOENT');
    const json = JSON.parse((await run('gazette.example', '--print', '--json')).stdout);
    expect(json).toMatchObject({ file: null, learned: ['/live0/{number}', '/live1/{number}'], leftOut: [] });
  });

  it('says where nothing is learned', async () => {
    const { code, stderr } = await run('nobody.example');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'No API is learned behind its pages: `newshawk explain <address of an article>` shows why.',
    );
  });

  it('refuses what is neither a host nor an address', async () => {
    for (const target of ['', ' ', 'a b', '../x', 'host/path', 'ftp://a.example/', 'http://', '[::1]', 'a.example.'])
      expect(
        await run(target).then(({ code, stderr }) => [target, code, stderr.includes('is neither a host nor')]),
      ).toEqual([target, 2, true]);
    expect((await run()).code).toBe(2);
  });
});
