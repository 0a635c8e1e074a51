import type { FastifyInstance } from 'fastify';
import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NewshawkError } from '../../src/errors.ts';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { recordId } from '../../src/model/data/stored-record.ts';
import { article, at, claimOf, ending, entry, source, storedModel, visit, workerBeat } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, hostile, openFakeApp, webp } from '../support/app/fake-app.ts';
import { absentBrowser } from '../support/crawl-ports.ts';

let app: FakeApp;
let server: FastifyInstance;

beforeAll(async () => {
  app = await openFakeApp();
  server = checkedServer(app);
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

async function get(url: string, headers: Record<string, string> = {}) {
  const response = await server.inject({ url, headers });
  const type = String(response.headers['content-type']);
  return {
    ...response,
    status: response.statusCode,
    text: response.body,
    json: /json/.test(type) ? response.json() : null,
    raw: response.rawPayload,
    type,
  };
}

describe('/v1/records', () => {
  const id = recordId('gazette.example', 'event', 'e1');

  it('lists records without their history, with filters', async () => {
    const { status, json } = await get('/v1/records?kind=event&state=listed&page=http://gazette.example/events-1');
    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 0, items: [] });
    const all = (await get('/v1/records?page=http://gazette.example/events')).json;
    expect(all).toMatchObject({
      total: 2,
      items: [{ id, key: 'e1', changes: 1, goneAt: null, pages: ['http://gazette.example/events'] }, { key: hostile }],
    });
    expect(all.items[0]).not.toHaveProperty('history');
    expect((await get('/v1/records?since=2026-11-22')).json.total).toBe(0);
    expect((await get('/v1/records?state=gone')).json.total).toBe(0);
    expect((await get('/v1/record-kinds')).json.items).toEqual([
      { site: 'gazette.example', kind: 'event', records: 2, gone: 0 },
    ]);
  });

  it('shows one with its history', async () => {
    const { json } = await get(`/v1/records/${id}`);
    expect(json).toMatchObject({
      history: [{ before: { seats: 20 }, after: { seats: 12 } }],
      listedOn: [{ missed: 0 }],
    });
    expect((await get('/v1/records/none')).status).toBe(404);
    expect((await get('/v1/articles/a1')).json.data).toEqual({ rating: 4.5, tickers: ['ABC'] });
  });
});

describe('/v1/articles', () => {
  it('lists articles without their bodies, with a total', async () => {
    const { status, json } = await get('/v1/articles');
    expect(status).toBe(200);
    expect(json.total).toBe(4);
    expect(json.items).toHaveLength(4);
    expect(json.items[0]).not.toHaveProperty('body');
    expect(json.items[0]).not.toHaveProperty('bodyHtml');
    expect(json.items[0].excerpt.length).toBeGreaterThan(10);
  });

  it.each([
    ['status=published', ['a1', 'a4']],
    ['status=duplicate', ['a2']],
    ['status=off-topic', ['a3']],
    ['topic=energy&status=published', ['a1', 'a4']],
    ['topic=sport', []],
    ['category=business&status=published', ['a1', 'a4']],
    ['category=sport', []],
    ['site=elsewhere.example', []],
    ['q=harbour', ['a1']],
    ['q=HARBOUR&sort=relevance', ['a1']],
    ['q=harb*%20-nowhere&status=published', ['a1']],
    ['q=harb', []],
    ['since=2026-11-21T07:00:00Z', ['a1', 'a2', 'a3', 'a4']],
    ['since=2026-11-22', []],
  ])('filters by %s', async (query, ids) => {
    const { json } = await get(`/v1/articles?${query}`);
    expect(json.items.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
    expect(json.total).toBe(ids.length);
  });

  it('shows found words in their place', async () => {
    const { json } = await get('/v1/articles?q=body%20a1&sort=relevance');
    const [{ snippet }] = json.items;
    const words = snippet.marks.map(([from, to]: [number, number]) => snippet.text.slice(from, to));
    expect(words).toEqual(expect.arrayContaining(['body', 'a1']));
    expect(json.notIndexed).toBe(0);
    expect((await get('/v1/articles')).json.items[0]).not.toHaveProperty('snippet');
  });

  it.each(['q=---', 'q=-storm', 'q=a*', 'q=%00', 'sort=relevance'])('says why %s finds nothing', async (query) => {
    const { status, json } = await get(`/v1/articles?${query}`);
    expect(status).toBe(400);
    expect(json.error.message).toMatch(
      /^(q finds nothing: it has no letter|q finds nothing: it only excludes|q finds nothing: "a\*" is too short|sort=relevance needs q)/,
    );
  });

  it('orders by importance on request', async () => {
    const { json } = await get('/v1/articles?sort=importance');
    const importances = json.items.map(({ importance }: { importance: number }) => importance);
    expect(importances).toEqual([...importances].sort((x, y) => y - x));
    expect(importances[0]).toBeGreaterThan(importances.at(-1));
    expect((await get('/v1/articles/a1')).json.importance).toBeGreaterThan(0);
    expect((await get('/v1/articles?sort=best')).status).toBe(400);
  });

  it('pages with limit and offset', async () => {
    const [all, second] = [await get('/v1/articles'), await get('/v1/articles?limit=1&offset=1')];
    expect(second.json.items.map(({ id }: { id: string }) => id)).toEqual([all.json.items[1].id]);
    expect(second.json).toMatchObject({ total: 4, limit: 1, offset: 1 });
  });

  it.each(['since=yesterday', 'status=new', 'limit=0', 'limit=501', 'limit=x', 'offset=-1', 'q=', 'nosuch=1'])(
    'refuses %s with a message',
    async (query) => {
      const { status, json } = await get(`/v1/articles?${query}`);
      expect(status).toBe(400);
      expect(json.error.message).toMatch(/querystring/);
    },
  );

  it('gives one article with its cluster and its revisions', async () => {
    const { json } = await get('/v1/articles/a2');
    expect(json).toMatchObject({ id: 'a2', status: 'duplicate', canonicalId: 'a1', revisions: [] });
    expect(json.canonicalBy).toMatch(/^(?:earliest|longest|address)$/);
    expect(json.members.map(({ id }: { id: string }) => id).sort()).toEqual(['a1', 'a2']);
    expect(json.body).toContain('The body of a1');
  });

  it('gives 404 with a message for an unknown article', async () => {
    expect((await get('/v1/articles/none')).json).toEqual({
      error: { status: 404, message: 'There is no article with this id: /v1/articles lists them.' },
    });
  });
});

describe('cursors', () => {
  async function all(path: string): Promise<string[]> {
    const ids: string[] = [];
    for (let url: string | undefined = path; url !== undefined; ) {
      const page = await get(url);
      ids.push(...page.json.items.map(({ id }: { id: string }) => id));
      const [, link] = /^<(.+)>; rel="next"$/.exec(String(page.headers.link ?? '')) ?? [];
      expect(link === undefined).toBe(page.json.next === null);
      url = link;
    }
    return ids;
  }

  it.each([
    ...['/v1/articles', '/v1/articles?topic=energy', '/v1/articles?status=published', '/v1/visits'],
    '/v1/sources',
  ])('go through %s', async (path) => {
    const whole = (await get(path)).json.items.map(({ id }: { id: string }) => id);
    expect(whole.length).toBeGreaterThan(1);
    for (const limit of [1, 2, 3])
      expect(await all(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}`)).toEqual(whole);
  });

  it.each(['/v1/articles', '/v1/visits', '/v1/failures', '/v1/media', '/v1/records', '/v1/sources'])(
    'of others are refused by %s',
    async (path) => {
      for (const cursor of ['x', 'bnVsbA', 'WzEsMl0', 'W251bGwsImEiXQ', 'WzllOTksImEiXQ'])
        expect((await get(`${path}?cursor=${cursor}`)).status).toBe(400);
      expect((await get('/v1/articles?sort=importance&cursor=WzEsImEiXQ')).status).toBe(400);
    },
  );
});

describe('/v1/failures', () => {
  it('lists and counts', async () => {
    const { json } = await get('/v1/failures?reason=layout-changed&site=gazette.example');
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(['f1']);
    expect(json.counts).toEqual([{ site: 'gazette.example', reason: 'layout-changed', count: 1 }]);
    expect((await get('/v1/failures?reason=blocked')).json.items).toEqual([]);
    expect((await get('/v1/failures?reason=bad-luck')).status).toBe(400);
  });

  it('gives one, its screenshot and its thumbnail', async () => {
    expect((await get('/v1/failures/f1')).json).toMatchObject({ id: 'f1', detail: 'no body' });
    for (const size of ['full', 'thumbnail']) {
      const { type, raw } = await get(`/v1/failures/f1/screenshot?size=${size}`);
      expect(type).toBe('image/webp');
      expect(raw.equals(webp)).toBe(true);
    }
    for (const path of ['f2', 'f2/screenshot', 'f2/snapshot'])
      expect((await get(`/v1/failures/${path}`)).status).toBe(404);
    expect((await get('/v1/failures/f1/screenshot?size=huge')).status).toBe(400);
  });

  it('shows the stored page as text, or in a sandbox without scripts', async () => {
    const asText = await get('/v1/failures/f1/snapshot');
    expect(asText.type).toBe('text/plain; charset=utf-8');
    expect(asText.text).toContain(hostile);
    const asHtml = await get('/v1/failures/f1/snapshot?as=html');
    for (const { headers } of [asText, asHtml]) {
      expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
      expect(headers['content-security-policy']).not.toMatch(/script-src|allow-scripts/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('the other lists', () => {
  it('media: with the page that contains it; without cookies', async () => {
    const { json } = await get('/v1/media?site=gazette.example');
    expect(json.items[0]).toMatchObject({ url: 'http://cdn.example/a1.m3u8', articleId: 'a1' });
    expect((await get('/v1/media?page=http://gazette.example/a1')).json.items).toHaveLength(1);
    expect((await get('/v1/media?page=http://gazette.example/none')).json.items).toEqual([]);
    const { id, host, fingerprint } = json.items[0];
    expect({ id, host }).toEqual({ id: expect.stringMatching(/^[0-9a-f]{12}$/), host: 'cdn.example' });
    expect((await get(`/v1/media?fingerprint=${fingerprint}&host=${host}`)).json.items).toHaveLength(1);
    expect((await get('/v1/media?host=other.example')).json).toEqual({ next: null, total: 0, items: [] });
    expect((await get('/v1/media?fingerprint=x')).status).toBe(400);
    expect((await get('/v1/media?page=ftp:x')).status).toBe(400);
    expect((await get('/v1/media?limit=9999')).status).toBe(400);
  });

  it('sources: state and next poll', async () => {
    const { json } = await get('/v1/sources?site=gazette.example');
    expect(json.items.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      ['feed-1', 'waiting'],
      ['feed-2', 'new'],
    ]);
    expect((await get('/v1/sources?site=none.example')).json.items).toEqual([]);
    expect((await get('/v1/sources?sites=x')).status).toBe(400);
  });

  it('sources: the state comes from the polls, not from the pages they link to', async () => {
    await using polled = await openFakeApp({ empty: true });
    const { frontier, sources } = polled.storeOfTest;
    await sources.define(source('feed-1', { lastPolledAt: at(1), nextPollAt: at(30) }));
    const commit = async (path: string, kind: 'source' | 'page', fields: Partial<Visit>) => {
      await frontier.put([entry(`http://gazette.example/${path}`, { kind, sourceId: 'feed-1' })], at(0));
      const [task] = await frontier.claim(claimOf({ limit: 1 }));
      if (task === undefined) throw new Error(`${path} could not be claimed`);
      await polled.storeOfTest.commit(ending(task, { visit: visit(task, fields) }));
    };
    await commit('feed-1', 'source', { outcome: 'listed', newLinks: 3, startedAt: at(1) });
    await commit('page', 'page', { outcome: 'failed', reason: 'timed-out', startedAt: at(2) });
    const server = checkedServer(polled);
    const [item] = (await server.inject('/v1/sources')).json().items;
    expect({ state: item.state, outcome: item.lastVisit.outcome, newLinks: item.lastVisit.newLinks }).toEqual({
      state: 'due',
      outcome: 'listed',
      newLinks: 3,
    });
    await server.close();
  });

  it('visits: by run and by address', async () => {
    expect((await get('/v1/visits?run=run-1')).json.items).toHaveLength(5);
    expect((await get('/v1/visits?url=http://gazette.example/broken')).json.items[0]).toMatchObject({
      outcome: 'failed',
    });
    expect((await get('/v1/visits?url=nonsense')).status).toBe(400);
  });

  it('categories: with the number of articles of each, and the model in use', async () => {
    const { models } = await app.store();
    const business = [{ label: 'business', articles: 2 }];
    expect((await get('/v1/categories')).json).toEqual({ total: 1, items: business, model: null });
    await models.put(storedModel('abc'));
    await models.activate({ version: 'abc', at: at(50) });
    const { model } = (await get('/v1/categories')).json;
    expect(model).toMatchObject({ version: 'abc', since: at(50).toISOString(), report: { accuracy: 0.9 } });
    await models.activate({ version: null, at: at(51) });
  });

  it('topics: with the number of articles of each', async () => {
    expect((await get('/v1/topics')).json.items).toMatchObject([{ name: 'energy', articles: 2 }]);
  });

  it('stats: the numbers of the overview', async () => {
    expect((await get('/v1/stats')).json).toMatchObject({
      articles: { published: 2, duplicate: 1, offTopic: 1 },
      media: 1,
      frontier: { failed: 1, done: 4 },
      sources: { total: 2, enabled: 2, due: 1 },
      failures: [{ reason: 'layout-changed', count: 1 }],
      silentRules: [{ site: 'gazette.example', field: 'byline', what: hostile, tried: 12, matched: 0 }],
      runs: [{ id: 'run-1' }],
    });
  });
});

describe('/v1/feeds', () => {
  it('gives RSS, Atom and JSON of everything, a topic or a site; only published articles', async () => {
    const rss = await get('/v1/feeds/all.rss');
    expect(rss.type).toBe('application/rss+xml; charset=utf-8');
    const titles = parseRssFeed(rss.text).items?.map(({ title }) => title);
    expect(titles?.toSorted()).toEqual([hostile, 'Solar panels on the harbour'].sort());
    const summaries = parseRssFeed(rss.text).items?.map(({ description }) => description ?? '');
    expect(summaries?.some((text) => text.includes('&lt;script&gt;'))).toBe(true);
    expect(summaries?.some((text) => text.includes('<script>'))).toBe(false);
    expect(parseAtomFeed((await get('/v1/feeds/energy.atom')).text).entries).toHaveLength(2);
    expect((await get('/v1/feeds/gazette.example.json')).json.items).toHaveLength(2);
    expect((await get('/v1/feeds/category:business.json')).json.items).toHaveLength(2);
    expect((await get('/v1/feeds/category:sport.json')).status).toBe(404);
    expect(parseRssFeed((await get('/v1/feeds/all.rss?limit=1')).text).items).toHaveLength(1);
  });

  it('is the same, byte for byte, until an article is stored: a reader that asks again gets 304', async () => {
    await using fresh = await openFakeApp();
    let time = at(60);
    const own = checkedServer({ ...fresh, clock: { ...fresh.clock, now: () => time } });
    const ask = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      await own.inject({ method, url: '/v1/feeds/all.rss', headers });
    const first = await ask({});
    const { etag, 'last-modified': lastModified } = first.headers;
    expect({ etag, lastModified }).toEqual({
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      lastModified: 'Sat, 21 Nov 2026 09:00:00 GMT',
    });
    time = at(61);
    const again = await ask({});
    expect({ body: again.body, etag: again.headers.etag, lastModified: again.headers['last-modified'] }).toEqual({
      body: first.body,
      etag,
      lastModified,
    });
    const conditions: Record<string, string>[] = [
      { 'if-none-match': `W/${etag}, "x"` },
      { 'if-none-match': '*' },
      { 'if-modified-since': String(lastModified) },
      { 'if-none-match': String(etag), 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ];
    for (const same of conditions) {
      const { statusCode, body, headers } = await ask(same);
      expect({ statusCode, body, etag: headers.etag }).toEqual({ statusCode: 304, body: '', etag });
      expect((await ask(same, 'HEAD')).statusCode).toBe(304);
    }
    expect((await ask({ 'if-none-match': '"x"', 'if-modified-since': String(lastModified) })).statusCode).toBe(200);
    expect((await ask({ 'if-modified-since': 'yesterday' })).statusCode).toBe(200);
    // fetched before all others, stored after them: the articles' times would hide it
    await fresh.storeOfTest.frontier.put([entry('http://gazette.example/late')], at(0));
    const [task] = await fresh.storeOfTest.frontier.claim(claimOf({ limit: 1 }));
    if (task === undefined) throw new Error('the task could not be claimed');
    await fresh.storeOfTest.commit(ending(task, { article: article('late', { fetchedAt: at(0) }) }));
    const changed = await ask({ 'if-modified-since': String(lastModified) });
    expect({ statusCode: changed.statusCode, lastModified: changed.headers['last-modified'] }).toEqual({
      statusCode: 200,
      lastModified: 'Sat, 21 Nov 2026 09:01:00 GMT',
    });
    expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(200);
    await own.close();
  });

  it('is linked from the page, so that feed readers find it', async () => {
    const page = (await get('/')).text;
    const feeds = [...page.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)"/g)];
    expect(feeds).toHaveLength(3);
    for (const [, type, href] of feeds) expect((await get(href ?? '')).type).toBe(`${type}; charset=utf-8`);
  });

  it('lists the feeds', async () => {
    const { status, json } = await get('/v1/feeds/sport.rss');
    expect(status).toBe(404);
    expect(json.error.message).toContain('all, energy, gazette.example');
    expect((await get('/v1/feeds/all.exe')).status).toBe(400);
    expect((await get('/v1/feeds/..%2f..%2fetc.rss')).status).toBe(404);
  });
});

describe('operation', () => {
  it('is healthy and ready, and exposes metrics', async () => {
    expect((await get('/health')).json).toMatchObject({ status: 'ok' });
    expect((await get('/ready')).json).toEqual({ status: 'ready', queueAwaySince: null, browsers: [] });
    const { text } = await get('/metrics');
    expect(text).toContain('newshawk_articles{status="published"} 2');
    expect(text).toContain('newshawk_open_failures{reason="layout-changed"} 1');
    expect(text).toContain('process_cpu_seconds_total');
  });

  it('exposes the state of each crawling process until it is silent', async () => {
    const { workers } = await app.store();
    await workers.beat(workerBeat('silent', { at: at(59) }));
    await workers.beat(workerBeat('vm-1', { at: at(60) }));
    const { text } = await get('/metrics');
    expect(text).toContain('newshawk_worker_task_limit{worker="vm-1",what="browser-pages"} 4');
    expect(text).toContain('newshawk_worker_running_tasks{worker="vm-1",what="waiting-for-browser"} 2');
    expect(text).toContain('newshawk_worker_limited_by{worker="vm-1",reason="cpu"} 1');
    expect(text).toContain('newshawk_worker_event_loop_delay_p99_seconds{worker="vm-1"} 0.021');
    expect(text).toContain('newshawk_worker_throttled_responses_total{worker="vm-1"} 2');
    expect(text).not.toContain('worker="silent"');
    await workers.remove('vm-1');
    expect((await get('/metrics')).text).not.toContain('vm-1');
  });

  it('reports the browser state of each crawling process, without paths', async () => {
    const { workers } = await app.store();
    const beat = workerBeat('vm-1', { at: at(60) });
    await workers.beat({ ...beat, load: { ...beat.load, browser: absentBrowser } });
    expect((await get('/ready')).json.browsers).toEqual([
      { run: 'run-1', browser: 'absent', since: at(59.85).toISOString(), nextTryInSeconds: 0, why: 'killed' },
    ]);
    expect((await get('/metrics')).text).toContain('newshawk_worker_browser_absent_seconds{worker="vm-1"} 9');
    await workers.remove('vm-1');
  });

  it('reports for how long a worker has not reached the queue', async () => {
    const { workers } = await app.store();
    await workers.beat(workerBeat('vm-1', { at: at(60), queueAwaySince: at(58) }));
    await workers.beat(workerBeat('vm-2', { at: at(60) }));
    const { text } = await get('/metrics');
    expect(text).toContain('newshawk_worker_queue_away_seconds{worker="vm-1"} 120');
    expect(text).toContain('newshawk_worker_queue_away_seconds{worker="vm-2"} 0');
    expect((await get('/ready')).json).toMatchObject({ status: 'ready', queueAwaySince: at(58).toISOString() });
    for (const owner of ['vm-1', 'vm-2']) await workers.remove(owner);
  });

  it('describes itself: every route, with its parameters', async () => {
    const { json } = await get('/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths)).toEqual([
      ...[
        '/v1/articles',
        '/v1/articles/{id}',
        '/v1/media',
        '/v1/records',
        '/v1/records/{id}',
        '/v1/record-kinds',
        ...['/v1/scrapers', '/v1/scrapers/{host}/health'],
        ...['/v1/webhooks', '/v1/webhooks/retry', '/v1/webhooks/test'],
        '/v1/sources',
        '/v1/source-file',
      ],
      ...['/v1/sources/{id}', '/v1/sources/{id}/pause', '/v1/sources/{id}/resume'],
      ...['/v1/failures', '/v1/failures/{id}'],
      ...[
        '/v1/failures/{id}/screenshot',
        '/v1/failures/{id}/snapshot',
        '/v1/failures/{id}/har',
        '/v1/failures/{id}/console',
        '/v1/failures/{id}/replay',
      ],
      ...['/v1/extract', '/v1/crawl', '/v1/jobs', '/v1/jobs/{id}'],
      ...['/v1/workers', '/v1/stats', '/v1/history', '/v1/visits', '/v1/topics'],
      '/v1/topics/{id}',
      ...['/v1/labels', '/v1/labels/{id}', '/v1/seeds'],
      ...['/v1/wrappers', '/v1/wrappers/{site}', '/v1/wrappers/{site}/versions/{version}', '/v1/wrappers/{site}/diff'],
      ...['/v1/wrappers/{site}/pin', '/v1/wrappers/{site}/unpin', '/v1/wrappers/{site}/rollback'],
      ...['/v1/blocks', '/v1/corrections', '/v1/corrections/preview'],
      ...['/v1/alerts', '/v1/alerts/{id}', '/v1/alerts/{id}/mute', '/v1/alerts/{id}/unmute'],
      ...['/v1/proxies', '/v1/hot', '/v1/calibration'],
      '/v1/categories',
      ...['/v1/feeds/{file}', '/health', '/ready', '/metrics', '/v1/events'],
    ]);
    const { parameters } = json.paths['/v1/articles'].get;
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
      'since',
      'topic',
      'category',
      'site',
      'status',
      'q',
      'near',
      'sort',
      'cursor',
      'limit',
      'offset',
    ]);
  });

  it('answers unknown paths and methods with JSON', async () => {
    expect((await get('/nothing')).json.error.status).toBe(404);
    const posted = await server.inject({ method: 'POST', url: '/v1/articles' });
    expect({ statusCode: posted.statusCode, allow: posted.headers.allow }).toEqual({
      statusCode: 405,
      allow: 'GET, HEAD, OPTIONS',
    });
  });

  it("answers 503 when the store is away, and does not show a bug's message", async () => {
    const away = checkedServer({
      ...app,
      store: () => Promise.reject(new NewshawkError('store', 'the database is locked')),
    });
    const broken = checkedServer({ ...app, store: () => Promise.reject(new Error('secret detail at line 7')) });
    const [ready, list] = [await away.inject('/ready'), await broken.inject('/v1/articles')];
    expect({ statusCode: ready.statusCode, message: ready.json().error.message }).toEqual({
      statusCode: 503,
      message: "The store can't be reached: the database is locked",
    });
    expect({ statusCode: list.statusCode, hasSecretDetail: list.body.includes('secret detail') }).toEqual({
      statusCode: 500,
      hasSecretDetail: false,
    });
    expect(app.logged.find(({ event }) => event === 'server.failed')).toBeDefined();
    await Promise.all([away.close(), broken.close()]);
  });
});
