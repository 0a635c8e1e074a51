import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitArticles } from '../storage/commit-articles.ts';
import { article, at, calibrationStep, label } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';
import { topic } from '../support/topics.ts';

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

const get = async (url: string) => {
  const response = await server.inject({ url });
  return { status: response.statusCode, json: response.json() };
};
const post = async (payload: object, headers: Record<string, string> = {}) => {
  const response = await server.inject({ method: 'POST', url: '/v1/labels', payload, headers });
  return { status: response.statusCode, json: response.json() };
};

describe('/v1/labels', () => {
  it('lists the terms that counted, and their positions in title and lead', async () => {
    await using other = await openFakeApp({ empty: true });
    const scored = { topic: 'energy', score: 0.7, kept: true, terms: [{ term: 'grid', share: 1 }] };
    const fields = { title: 'The Grid and the gridlock', body: 'Near the\u00a0GRID.\n\nA grid.', topics: [scored] };
    await commitArticles(other.storeOfTest, [article('g', fields)]);
    await using server = checkedServer(other);
    const [item] = (await server.inject({ url: '/v1/labels?topic=energy' })).json().items;
    expect(item).toMatchObject({ terms: scored.terms, marks: { title: [[4, 8]], lead: [[9, 13]] } });
  });

  it('gives a sample, stores labels, and does not show a labelled article again', async () => {
    const { json } = await get('/v1/labels?topic=energy&limit=2&seed=3');
    expect(json).toMatchObject({ topic: 'energy', threshold: 0.2, total: 2 });
    const [{ id, drawn, lead }] = json.items;
    expect(lead).not.toBe('');
    const answer = await post({ id, topic: 'energy', relevant: true, drawn });
    expect({ status: answer.status, json: answer.json }).toMatchObject({
      status: 200,
      json: { articleId: id, relevant: true, by: 'api', score: 0.5, drawn },
    });
    const [stored] = await app.storeOfTest.labels.ofTopic('energy');
    expect(stored?.drawn?.at).toEqual(new Date(drawn.at));
    const rest = (await get('/v1/labels?topic=energy&limit=200&seed=3')).json;
    expect(rest.items.map((item: { id: string }) => item.id)).not.toContain(id);
    expect(rest.total).toBe(2);
  });

  it('removes a label', async () => {
    await post({ id: 'a1', topic: 'energy', relevant: true });
    const takeBack = (url: string) => server.inject({ method: 'DELETE', url });
    expect((await takeBack('/v1/labels/a1')).statusCode).toBe(400);
    expect((await takeBack('/v1/labels/a1?topic=sport')).statusCode).toBe(404);
    expect((await takeBack('/v1/labels/a1?topic=energy')).statusCode).toBe(204);
    expect((await takeBack('/v1/labels/a1?topic=energy')).json().error.message).toMatch(/There is no label/);
    expect((await app.storeOfTest.labels.ofTopic('energy')).map(({ articleId }) => articleId)).not.toContain('a1');
  });

  it('refuses invalid labels with a reason, and forms of other pages', async () => {
    const right = { id: 'a1', topic: 'energy', relevant: false };
    expect((await get('/v1/labels')).status).toBe(400);
    expect((await get('/v1/labels?topic=none')).json.error.message).toMatch(/no topic.*v1\/topics/);
    expect((await post({ ...right, topic: 'none' })).status).toBe(404);
    expect((await post({ ...right, id: 'none' })).json.error).toMatchObject({ status: 404, message: /no article/ });
    for (const wrong of [
      {},
      { ...right, relevant: 'perhaps' },
      { ...right, more: 1 },
      { ...right, drawn: { draw: 'x' } },
    ])
      expect((await post(wrong)).status).toBe(400);
    const form = await server.inject({
      method: 'POST',
      url: '/v1/labels',
      payload: JSON.stringify(right),
      headers: { 'content-type': 'text/plain' },
    });
    expect(form.statusCode).toBeGreaterThanOrEqual(400);
  });
});

describe('/v1/calibration', () => {
  it('reports the threshold in force, with the steps that led to it', async () => {
    expect((await get('/v1/calibration?topic=energy')).json).toMatchObject({ defined: 0.2, threshold: 0.2, total: 0 });
    await app.storeOfTest.labels.addStep(calibrationStep(1, { to: 0.31 }));
    expect((await get('/v1/calibration?topic=energy')).json).toMatchObject({
      topic: 'energy',
      defined: 0.2,
      threshold: 0.31,
      total: 1,
      items: [{ number: 1, why: 'room for coverage' }],
    });
    expect((await get('/v1/calibration?topic=none')).status).toBe(404);
  });

  it('reports the precision by the labels, and takes the next step', async () => {
    const drawn = { draw: 'd', at: at(5), from: 0.3, to: null, population: 40 };
    await app.storeOfTest.labels.put(
      Array.from({ length: 40 }, (_, n) => label(`b${n}`, true, { topic: 'step', score: 0.5, drawn })),
    );
    const stepping = checkedServer({ ...app, topics: async () => [topic('step', { grid: 1 }, { threshold: 0.4 })] });
    const view = (await stepping.inject({ url: '/v1/calibration?topic=step' })).json();
    expect(view).toMatchObject({ drawn: 40, floor: 30, target: 0.9, precision: { precision: 1, high: 1, labels: 40 } });
    expect(view.precision.low).toBeCloseTo(0.912, 2);
    expect(view).toMatchObject({ threshold: 0.4, total: 0, next: { step: { direction: 'down' } } });
    expect(view.next.threshold).toBeCloseTo(0.3);
    const take = (payload: object) => stepping.inject({ method: 'POST', url: '/v1/calibration', payload });
    expect((await take({ topic: 'step', floor: 41 })).json()).toMatchObject({ step: null, threshold: 0.4 });
    expect((await take({ topic: 'none' })).statusCode).toBe(404);
    expect((await take({ topic: 'step', target: 1 })).statusCode).toBe(400);
    expect((await take({ topic: 'step' })).json()).toMatchObject({ topic: 'step', step: { number: 1 } });
    expect(await app.storeOfTest.labels.steps('step')).toHaveLength(1);
    await stepping.close();
  });
});
