import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { source } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
let server: FastifyInstance;
beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  server = checkedServer(app);
});
afterEach(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await server.inject({ method, url, ...(payload && { payload }) });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, text: answer.body, json: isJson ? answer.json() : null };
}

const url = 'http://paper.example/feed';

it('the API adds, shows, pauses, resumes, exports, imports and removes sources', async () => {
  const added = await ask('POST', '/v1/sources', { url, every: '5m' });
  expect(added).toMatchObject({ status: 201, json: { url, kind: 'feed', state: 'new' } });
  const path = `/v1/sources/${added.json.id}`;
  expect((await ask('GET', path)).json).toMatchObject({ baseIntervalMs: 300_000, visits: [] });
  expect((await ask('PUT', `${path}/pause`)).json).toMatchObject({ state: 'paused' });
  const { text } = await ask('GET', '/v1/source-file');
  expect(text).toContain(`xmlUrl="${url}"`);
  expect((await ask('PUT', `${path}/resume`)).json).toMatchObject({ state: 'new' });
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('DELETE', path)).status).toBe(404);
  expect((await ask('PUT', `${path}/pause`)).status).toBe(404);
  expect((await ask('POST', '/v1/source-file', { text })).json).toEqual({ added: 1, updated: 0, refused: [] });
  expect((await ask('GET', path)).json).toMatchObject({ state: 'paused', baseIntervalMs: 300_000 });
});

it('the API says what is wrong with a definition or a file', async () => {
  expect(await ask('POST', '/v1/sources', { url, every: 'often' })).toMatchObject({
    status: 400,
    json: { error: { message: expect.stringContaining('write a number and a unit') } },
  });
  expect((await ask('POST', '/v1/sources', { url: 'feed' })).status).toBe(400);
  expect((await ask('POST', '/v1/source-file', { text: '<html/>' })).status).toBe(400);
  const { json } = await ask('POST', '/v1/source-file', { text: `${url}\nnonsense` });
  expect(json).toMatchObject({ added: 1, refused: [{ entry: 'nonsense' }] });
});

it('the API does not remove what would be discovered again', async () => {
  await app.storeOfTest.sources.define(source('discovered', { namedBy: 'http://paper.example/' }));
  expect((await ask('DELETE', '/v1/sources/discovered')).status).toBe(409);
});

it('the API shows what tuning has learned', async () => {
  const tuning = { intervalMs: 75_000, hours: [8, 9], day: '2026-11-20' };
  await app.storeOfTest.sources.define(source('plain'));
  await app.storeOfTest.sources.define(source('tuned', { tuning }));
  const { json } = await ask('GET', '/v1/sources');
  expect(json.items).toMatchObject([
    { id: 'plain', tuning: null },
    { id: 'tuned', tuning },
  ]);
});

it('the API changes what a PATCH names of a source, and nothing else', async () => {
  const send = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
    const response = await server.inject({ method, url, payload });
    return { status: response.statusCode, json: response.json() };
  };
  const definition = { url: 'http://c.example/list', every: '10m', maxDepth: 3, links: 'main' };
  const { json: added } = await send('POST', '/v1/sources', definition);
  const patched = await send('PATCH', `/v1/sources/${added.id}`, { every: '2h', weight: 3 });
  expect(patched.status).toBe(200);
  expect(patched.json).toMatchObject({ baseIntervalMs: 7_200_000, weight: 3, maxDepth: 3, linkSelector: 'main' });
  expect((await send('PATCH', `/v1/sources/${added.id}`, { every: 'often' })).status).toBe(400);
  expect((await send('PATCH', `/v1/sources/${added.id}`, { url: 'http://d.example/' })).status).toBe(400);
  expect((await send('PATCH', '/v1/sources/none', { weight: 2 })).status).toBe(404);
});

it('the API changes what PATCHes at the same time name, and brings no removed source back', async () => {
  const { json: added } = await ask('POST', '/v1/sources', { url: 'http://e.example/list' });
  const patch = (payload: object) => server.inject({ method: 'PATCH', url: `/v1/sources/${added.id}`, payload });
  const changes = [
    { every: '2h' },
    { weight: 3 },
    { maxDepth: 5 },
    { links: 'main' },
    { minFactor: 0.5 },
    { maxFactor: 2 },
  ];
  const answers = await Promise.all(changes.map(patch));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(changes.map(() => 200));
  expect((await ask('GET', `/v1/sources/${added.id}`)).json).toMatchObject({
    baseIntervalMs: 7_200_000,
    weight: 3,
    maxDepth: 5,
    linkSelector: 'main',
    minFactor: 0.5,
    maxFactor: 2,
  });
  const removed = ask('DELETE', `/v1/sources/${added.id}`);
  await Promise.all([patch({ weight: 4 }), removed, patch({ weight: 5 }), patch({ weight: 6 })]);
  expect((await removed).status).toBe(204);
  expect((await ask('GET', `/v1/sources/${added.id}`)).status).toBe(404);
});
