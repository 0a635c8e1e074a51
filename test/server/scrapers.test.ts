import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { source } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
let server: ReturnType<typeof checkedServer>;
beforeAll(async () => {
  app = await openFakeApp();
  server = checkedServer(app);
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});
const get = async (url: string) => {
  const response = await server.inject(url);
  return { status: response.statusCode, json: response.json() };
};

describe('/v1/scrapers', () => {
  it('lists sites with their sources and failures', async () => {
    await app.storeOfTest.sources.define({ ...source('other'), site: 'other.example' });
    const { json } = await get('/v1/scrapers');
    expect(json.items).toMatchObject([
      { host: 'gazette.example', hasScraper: true, openFailures: 1 },
      { host: 'other.example', hasScraper: false, sources: 1, openFailures: 0, lastArticleAt: null },
    ]);
  });

  it('says how a site does, and why', async () => {
    const { json } = await get('/v1/scrapers/gazette.example/health');
    expect(json).toMatchObject({
      state: 'silent',
      why: ['rules of its scraper do not match: byline'],
      visits: { counted: 5, share: 0.8 },
      openFailures: [{ reason: 'layout-changed', count: 1 }],
      silentRules: [{ field: 'byline' }],
    });
    expect((await get('/v1/scrapers/other.example/health')).json).toMatchObject({ state: 'unvisited' });
    expect((await get('/v1/scrapers/none.example/health')).status).toBe(404);
  });
});

describe('/v1/webhooks', () => {
  it('lists deliveries, and refuses to send without a receiver', async () => {
    const event = { id: 'e1', type: 'webhook.test', at: new Date(0), data: {} } as const;
    const delivery = {
      id: 'd1',
      receiver: 'r',
      event,
      state: 'failed',
      attempts: 6,
      nextAt: new Date(0),
      detail: 'x',
    } as const;
    await app.storeOfTest.deliveries.add([delivery]);
    const { json } = await get('/v1/webhooks?state=failed');
    expect(json).toMatchObject({ counts: [{ receiver: 'r', state: 'failed', count: 1 }], items: [{ id: 'd1' }] });
    for (const url of ['/v1/webhooks/retry', '/v1/webhooks/test'])
      expect((await server.inject({ method: 'POST', url })).statusCode).toBe(409);
  });
});

describe('/v1/articles?near', () => {
  it('finds copies by the stored fingerprints', async () => {
    const { json } = await get('/v1/articles?near=a1');
    expect(json.items.map(({ id }: { id: string }) => id)).toContain('a2');
    expect(json.items[0]).not.toHaveProperty('body');
    expect((await get('/v1/articles?near=a1&status=off-topic')).json.items).toEqual([]);
    expect((await get('/v1/articles?near=none')).status).toBe(404);
  });
});
