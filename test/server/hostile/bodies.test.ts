import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerPool } from '../../../src/server/answer-pool.ts';
import { routes } from '../../../src/server/routes.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../../support/app/fake-app.ts';

// What a client may put into a body, with the worker threads that `serve` has.

let app: FakeApp;
let pool: AnswerPool;
let server: ReturnType<typeof checkedServer>;
beforeAll(async () => {
  app = await openFakeApp();
  const env = { NEWSHAWK_STORE: `file:${app.storeOfTest.location}`, NEWSHAWK_LOG: 'silent' };
  const module = new URL('../../../src/main.ts', import.meta.url).href;
  const options = { env, cwd: app.storeOfTest.location, logLevel: null, logJson: true };
  const { clock, log } = app;
  pool = new AnswerPool({ copy: { module, options }, routes, threads: 1, maxWaiting: 100, clock, log });
  server = checkedServer(app, pool);
});
afterAll(async () => {
  await server.close();
  await pool[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: string) =>
  server.inject({ method, url, payload, headers: { 'content-type': 'application/json' } });

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('nested bodies', () => {
  it.each([
    ['POST', '/v1/sources', (value: string) => `{"url":"http://x.example/","activeWindows":[${value}]}`],
    ['PATCH', '/v1/sources/feed-1', (value: string) => `{"activeWindows":[${value}]}`],
    ['POST', '/v1/topics', (value: string) => `{"name":"deep","keywords":["turbine"],"examples":[${value}]}`],
    ['POST', '/v1/topics', (value: string) => `{"name":"deep","keywords":${value}}`],
    ['PUT', '/v1/topics/deep', (value: string) => `{"keywords":{"turbine":${value}}}`],
    ['POST', '/v1/labels', (value: string) => `{"id":"a1","topic":"energy","relevant":true,"drawn":${value}}`],
    ['POST', '/v1/crawl', (value: string) => `{"targets":${value}}`],
  ] as const)('%s %s refuses 10,000 levels', async (method, url, body) => {
    const answer = await send(method, url, body(nested(10_000)));
    expect({ statusCode: answer.statusCode, message: answer.json().error.message }).toEqual({
      statusCode: 400,
      message: expect.stringMatching(/20 levels/),
    });
    expect((await server.inject('/v1/topics')).statusCode).toBe(200);
  });

  it('takes what the routes need', async () => {
    const windows = '[{"timeZone":"UTC","days":[1,2],"fromHour":6,"toHour":9}]';
    const body = `{"url":"http://nested.example/feed","activeWindows":${windows}}`;
    expect((await send('POST', '/v1/sources', body)).statusCode).toBe(201);
  });
});

it('the server answers where a question can not be sent to a thread, and the next ones too', async () => {
  const route = routes.find(({ path }) => path === '/v1/topics');
  if (route === undefined) throw new Error('the API has no topics');
  const request = { params: {}, query: {}, body: () => 'a function can not be copied', host: 'localhost' };
  expect((await pool.answer(route, request)).status).toBe(500);
  expect(app.logged.at(-1)).toMatchObject({ event: 'server.failed' });
  expect((await server.inject('/v1/topics')).statusCode).toBe(200);
});

describe('bodies with many mistakes', () => {
  it.each([
    ['/v1/topics', 4_000_000],
    ['/v1/source-file', 8_000_000],
    ['/v1/extract', 8_000_000],
  ])('%s names one of them', async (url, bytes) => {
    const names = Array.from({ length: Math.floor(bytes / 16) }, (_, n) => `"k${String(n).padStart(9, '0')}":1`);
    const answer = await send('POST', url, `{${names.join()}}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.body.length).toBeLessThan(1_000);
  });

  it('names some of many wrong terms of a topic', async () => {
    const terms = Array.from({ length: 9_000 }, () => '"the"').join();
    for (const body of [
      `{"name":"many","keywords":[${terms}]}`,
      `{"name":"many","keywords":["turbine"],"exclude":[${terms}]}`,
      `{"name":"many","keywords":["turbine"],"languages":[${terms}]}`,
    ]) {
      const answer = await send('POST', '/v1/topics', body);
      expect(answer.statusCode).toBe(400);
      expect(answer.body.length).toBeLessThan(3_000);
    }
  });
});

describe('texts in bodies', () => {
  it.each([
    '\\u0000',
    '\\ud800',
    'a\\r\\nb',
    '__proto__',
    '\\u202e',
    '../x',
    '[[[[[[[[[[[[[[[[[[[[[[[[[{{{,,,\\"[\\\\',
  ])('takes %s or says what is wrong', async (text) => {
    for (const [method, url, body] of [
      ['POST', '/v1/topics', `{"name":"t${text}","keywords":["turbine ${text}"]}`],
      ['POST', '/v1/sources', `{"url":"http://texts.example/${text}","links":"a${text}"}`],
      ['POST', '/v1/source-file', `{"text":"http://texts.example/${text}\\n${text}"}`],
      ['POST', '/v1/labels', `{"id":"${text}","topic":"energy","relevant":true,"by":"${text}"}`],
      ['POST', '/v1/corrections/preview', `{"url":"http://texts.example/","title":"${text}","body":["${text}"]}`],
    ] as const) {
      const { statusCode, body: answer } = await send(method, url, body);
      expect({ body, hasStatusCode: [200, 201, 400, 404, 409].includes(statusCode), answer }).toEqual({
        body,
        hasStatusCode: true,
        answer,
      });
      expect(answer).not.toContain('levels');
    }
    for (const url of ['/v1/topics', '/v1/sources', '/v1/source-file', '/v1/feeds/none.rss'])
      expect((await server.inject(url)).statusCode).toBeLessThan(500);
  });
});

describe('types of bodies', () => {
  it.each([
    ['POST', '/v1/topics'],
    ['POST', '/v1/webhooks/test'],
    ['POST', '/v1/failures/f1/replay'],
    ['PUT', '/v1/sources/feed-1/pause'],
    ['DELETE', '/v1/topics/none'],
  ] as const)('%s %s takes no text and no form', async (method, url) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await server.inject({ method, url, payload: '{}', headers: { 'content-type': type } });
      expect({ type, statusCode: answer.statusCode }).toEqual({ type, statusCode: 415 });
    }
  });
});
