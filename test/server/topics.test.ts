import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
let server: FastifyInstance;
beforeEach(async () => {
  app = await openFakeApp();
  server = checkedServer(app);
});
afterEach(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await server.inject({ method, url, ...(payload && { payload }) });
  return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() };
}

describe('/v1/topics', () => {
  it('adds, shows, replaces and removes topics of the store', async () => {
    const added = await ask('POST', '/v1/topics', {
      name: '海运',
      keywords: { 港口: 2 },
      examples: ['https://a.example/1'],
    });
    expect(added).toMatchObject({
      status: 201,
      json: { name: '海运', definedIn: 'store', unread: 1, threshold: 0.25, articles: 0 },
    });
    const path = `/v1/topics/${encodeURIComponent('海运')}`;
    expect((await ask('GET', path)).json).toEqual(added.json);
    const list = await ask('GET', '/v1/topics');
    expect(list.json.items.map(({ name, definedIn }: Record<string, string>) => [name, definedIn])).toEqual([
      ['energy', 'file'],
      ['海运', 'store'],
    ]);
    const changed = await ask('PUT', path, { keywords: ['码头'], method: 'tags' });
    expect(changed).toMatchObject({ status: 200, json: { keywords: { 码头: 1 }, method: 'tags', examples: [] } });
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('GET', path)).status).toBe(404);
  });

  it('refuses duplicate names, topics of the file, and mistakes, all of them listed', async () => {
    await ask('POST', '/v1/topics', { name: 'sea', keywords: ['ship'] });
    expect((await ask('POST', '/v1/topics', { name: 'sea', keywords: ['ship'] })).status).toBe(409);
    const ofFile = await ask('PUT', '/v1/topics/energy', { keywords: ['wind'] });
    expect({ status: ofFile.status, message: ofFile.json.error.message }).toEqual({
      status: 409,
      message: expect.stringContaining('defined in the topics file'),
    });
    expect((await ask('DELETE', '/v1/topics/energy')).status).toBe(409);
    const wrong = await ask('PUT', '/v1/topics/coast', { keywords: { tide: -1 }, threshold: 7 });
    expect({ status: wrong.status, message: wrong.json.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('a weight is above 0'),
    });
    expect((await ask('PUT', '/v1/topics/coast', { words: ['tide'] })).status).toBe(400);
    expect((await ask('POST', '/v1/topics', { keywords: ['tide'] })).status).toBe(400);
    expect((await app.storeOfTest.topics.list()).map(({ topic }) => topic.name)).toEqual(['sea']);
  });

  it('accepts long examples, and is in the OpenAPI document', async () => {
    const examples = Array.from({ length: 10 }, (_, at) => ({ title: `Text ${at}`, text: 'wind '.repeat(20_000) }));
    expect((await ask('PUT', '/v1/topics/mills', { examples })).status).toBe(200);
    const { paths } = (await ask('GET', '/openapi.json')).json;
    expect(Object.keys(paths['/v1/topics/{id}']).sort()).toEqual(['delete', 'get', 'head', 'options', 'put']);
    expect(paths['/v1/topics/{id}'].put.requestBody.content['application/json'].schema.properties).toHaveProperty(
      'keywords',
    );
  });
});
