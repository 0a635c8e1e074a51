import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../../src/server/app.ts';
import { calibrationStep } from '../storage/records.ts';
import { type FakeApp, openFakeApp } from '../support/fake-app.ts';

let app: FakeApp;
let server: FastifyInstance;
beforeAll(async () => {
  app = await openFakeApp();
  server = buildServer(app);
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
  it('gives a sample, takes what is said of it, and does not show it again', async () => {
    const { json } = await get('/v1/labels?topic=energy&limit=2&seed=3');
    expect(json).toMatchObject({ topic: 'energy', threshold: 0.2, total: 2 });
    const [{ id, drawn, lead }] = json.items;
    expect(lead).not.toBe('');
    const said = await post({ id, topic: 'energy', relevant: true, drawn });
    expect([said.status, said.json]).toMatchObject([
      200,
      { articleId: id, relevant: true, by: 'api', score: 0.5, drawn },
    ]);
    const [stored] = await app.storeOfTest.labels.of('energy');
    expect(stored?.drawn?.at).toEqual(new Date(drawn.at));
    const rest = (await get('/v1/labels?topic=energy&limit=200&seed=3')).json;
    expect(rest.items.map((one: { id: string }) => one.id)).not.toContain(id);
    expect(rest.total).toBe(2);
  });

  it('refuses in words what is wrong, and forms of other pages', async () => {
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
  it('tells the threshold in force, with the steps that led there', async () => {
    expect((await get('/v1/calibration?topic=energy')).json).toMatchObject({ defined: 0.2, threshold: 0.2, total: 0 });
    await app.storeOfTest.labels.addStep(calibrationStep(1, { to: 0.31 }));
    expect((await get('/v1/calibration?topic=energy')).json).toMatchObject({
      ...{ topic: 'energy', defined: 0.2, threshold: 0.31, total: 1 },
      items: [{ number: 1, why: 'room for coverage' }],
    });
    expect((await get('/v1/calibration?topic=none')).status).toBe(404);
  });
});
