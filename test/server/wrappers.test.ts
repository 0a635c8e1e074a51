import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reader } from '../../src/ports.ts';
import { openReader } from '../../src/reader/reader.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';
import {
  correctedSite,
  editorsNote,
  pageText,
  pageTitle,
  pageUrl,
  storePages,
} from '../support/learning/corrected-site.ts';

let reader: Reader;
let app: FakeApp;
let server: FastifyInstance;

beforeAll(async () => {
  reader = await openReader({ workers: 1, sites: { files: [] } });
});
afterAll(() => reader[Symbol.asyncDispose]());
beforeEach(async () => {
  app = await openFakeApp({ empty: true, reader: async () => reader });
  await storePages(app.storeOfTest, [1, 2, 3, 4, 5, 6]);
  server = checkedServer(app);
  return async () => {
    await server.close();
    await app[Symbol.asyncDispose]();
  };
});

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const response = await server.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
  return { status: response.statusCode, json: response.json() };
}
const query = (number: number): string => new URLSearchParams({ url: pageUrl(number) }).toString();
const right = (number: number) => ({ url: pageUrl(number), body: pageText(number) });

describe('/v1/blocks', () => {
  it('has the blocks of a stored page, and what extraction takes from them', async () => {
    const { status, json } = await ask('GET', `/v1/blocks?${query(1)}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      site: correctedSite,
      live: null,
      title: pageTitle(1),
      bodyBy: 'generic',
      correction: null,
    });
    expect(json.blocks.at(-2)).toMatchObject({ text: editorsNote(1), tag: 'p', isBody: true, isCorrected: null });
    const unknown = await ask('GET', `/v1/blocks?${query(77)}`);
    expect({ status: unknown.status, message: unknown.json.error.message }).toEqual({
      status: 404,
      message: expect.stringContaining('newshawk crawl'),
    });
    expect((await ask('GET', '/v1/blocks?url=ftp://x')).status).toBe(400);
  });
});

describe('/v1/corrections', () => {
  it('previews, stores, lists and deletes', async () => {
    const preview = await ask('POST', '/v1/corrections/preview', right(1));
    expect(preview.status).toBe(200);
    expect(preview.json).toMatchObject({ compared: 5, page: { after: 1 }, verdict: { isAccepted: true } });
    expect(preview.json.changes[0]).toMatchObject({
      addedWords: 0,
      removedLines: [expect.stringContaining('Our reporters')],
    });
    expect((await ask('GET', '/v1/corrections')).json.total).toBe(0);

    const saved = await ask('PUT', '/v1/corrections', { ...right(1), title: pageTitle(1), publishedAt: '2026-11-11' });
    expect({ status: saved.status, json: saved.json }).toMatchObject({
      status: 200,
      json: { version: 1, live: 1, isPinned: false },
    });
    for (const filter of ['', `?site=${correctedSite}`, `?${query(1)}`])
      expect((await ask('GET', `/v1/corrections${filter}`)).json).toMatchObject({
        total: 1,
        items: [{ url: pageUrl(1), by: 'person', body: pageText(1), title: pageTitle(1), authors: null }],
      });
    for (const filter of ['?site=other.example', `?${query(2)}`, `?site=other.example&${query(1)}`])
      expect((await ask('GET', `/v1/corrections${filter}`)).json.total).toBe(0);
    const { json } = await ask('GET', `/v1/blocks?${query(4)}`);
    expect(json.blocks.at(-2)).toMatchObject({ text: editorsNote(4), isBody: false });

    const removed = await ask('DELETE', `/v1/corrections?${query(1)}`);
    expect(removed.status).toBe(200);
    expect((await ask('DELETE', `/v1/corrections?${query(1)}`)).status).toBe(404);
  });

  it('refuses what says nothing, what is no date, and what takes most of the text', async () => {
    const cases = [
      [{ url: pageUrl(1) }, 400, 'says nothing'],
      [{ url: pageUrl(1), publishedAt: 'Friday' }, 400, 'publishedAt must be'],
      [
        { url: pageUrl(1), body: ['Not a word of this stands anywhere on that page of ours.'] },
        400,
        'matches no block',
      ],
      [{ url: pageUrl(1), body: [] }, 400, 'body'],
      [{ url: pageUrl(1), body: [editorsNote(1)] }, 409, 'would lose'],
      [{ ...right(1), url: pageUrl(77) }, 404, 'No snapshot'],
    ] as const;
    for (const [body, status, message] of cases) {
      const answer = await ask('PUT', '/v1/corrections', body);
      expect({ status: answer.status, message: answer.json.error.message }).toEqual({
        status,
        message: expect.stringContaining(message),
      });
    }
    expect((await ask('GET', '/v1/corrections')).json.total).toBe(0);
    expect(
      (await ask('PUT', '/v1/corrections', { url: pageUrl(1), body: [editorsNote(1)], accept: true })).status,
    ).toBe(200);
  });

  it('needs the token, as every route does', async () => {
    const guarded = checkedServer({
      ...app,
      config: { ...app.config, httpHost: '0.0.0.0', httpToken: 'long-enough-a-token' },
    });
    expect((await guarded.inject({ method: 'PUT', url: '/v1/corrections', payload: right(1) })).statusCode).toBe(401);
    expect((await guarded.inject({ method: 'POST', url: `/v1/wrappers/${correctedSite}/rollback` })).statusCode).toBe(
      401,
    );
    await guarded.close();
    expect(await app.storeOfTest.wrappers.corrections(correctedSite)).toEqual([]);
  });
});

describe('/v1/wrappers', () => {
  it('lists sites, shows versions, compares, pins and rolls back', async () => {
    expect((await ask('GET', '/v1/wrappers')).json).toEqual({ total: 0, items: [] });
    expect((await ask('GET', `/v1/wrappers/${correctedSite}`)).status).toBe(404);
    await ask('PUT', '/v1/corrections', right(1));
    await ask('PUT', '/v1/corrections', right(2));
    const { json } = await ask('GET', '/v1/wrappers');
    expect(json).toMatchObject({ total: 1, items: [{ site: correctedSite, live: 2, state: 'live', samples: 6 }] });
    const one = (await ask('GET', `/v1/wrappers/${correctedSite}`)).json;
    expect(one).toMatchObject({
      corrections: [{ url: pageUrl(1), fields: ['body'] }, { url: pageUrl(2) }],
      wrapper: { correctedPages: 2 },
    });
    expect((await ask('GET', `/v1/wrappers/${correctedSite}/versions/1`)).json).toMatchObject({ correctedPages: 1 });
    expect((await ask('GET', `/v1/wrappers/${correctedSite}/versions/9`)).status).toBe(404);
    expect((await ask('GET', `/v1/wrappers/${correctedSite}/diff`)).json).toMatchObject({ from: 1, to: 2 });
    expect((await ask('GET', `/v1/wrappers/${correctedSite}/diff?to=1`)).status).toBe(404);
    const back = await ask('POST', `/v1/wrappers/${correctedSite}/rollback`);
    expect(back.json).toMatchObject({ live: 1, isPinned: true });
    expect((await ask('POST', `/v1/wrappers/${correctedSite}/unpin`)).json).toMatchObject({ live: 1, isPinned: false });
    expect((await ask('POST', `/v1/wrappers/${correctedSite}/pin?version=2`)).json).toMatchObject({
      live: 2,
      isPinned: true,
    });
    expect((await ask('POST', `/v1/wrappers/${correctedSite}/pin?version=9`)).status).toBe(404);
    expect((await ask('POST', '/v1/wrappers/none.example/pin')).status).toBe(404);
    expect((await ask('GET', '/v1/stats')).json.wrappers).toEqual({ sites: 1, live: 1, drifts: 0 });
    expect((await server.inject('/metrics')).body).toContain('newshawk_live_wrappers 1');
  });

  it('shows a changed layout', async () => {
    await ask('PUT', '/v1/corrections', right(1));
    const { wrappers } = app.storeOfTest;
    const learning = await wrappers.get(correctedSite);
    if (learning === null) throw new Error('the site was not learned');
    const at = learning.updatedAt;
    const drift = {
      at,
      since: at,
      url: learning.samples[0]?.url ?? ('' as never),
      version: 1,
      detail: 'changed',
      healedAt: null,
    };
    await wrappers.save({ ...learning, live: null, drift, drifts: 1 });
    expect((await ask('GET', '/v1/wrappers')).json.items).toMatchObject([
      { state: 'drift', detail: 'changed', drifts: 1 },
    ]);
    expect((await ask('GET', '/v1/stats')).json.wrappers).toEqual({ sites: 1, live: 0, drifts: 1 });
  });
});
