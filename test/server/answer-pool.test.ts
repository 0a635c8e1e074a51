import { afterEach, expect, it } from 'vitest';
import { AnswerPool } from '../../src/server/answer-pool.ts';
import { routes } from '../../src/server/routes.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { openFakeApp } from '../support/app/fake-app.ts';
import { type GatedOptions, gateClosed, gateOpen, threadDies } from '../support/app/gated-app.ts';

const closing: (() => PromiseLike<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server whose worker threads wait at a gate. */
async function gated({ threads = 2, waiting = 100 } = {}) {
  const options: GatedOptions = { gate: new SharedArrayBuffer(4), calls: new SharedArrayBuffer(4) };
  const [gate, calls] = [new Int32Array(options.gate), new Int32Array(options.calls)];
  const app = await openFakeApp();
  const module = new URL('../support/app/gated-app.ts', import.meta.url).href;
  const { clock, log } = app;
  const pool = new AnswerPool({ copy: { module, options }, routes, threads, maxWaiting: waiting, clock, log });
  const server = checkedServer(app, pool);
  const set = (state: number) => {
    Atomics.store(gate, 0, state);
    Atomics.notify(gate, 0);
  };
  closing.push(
    () => app[Symbol.asyncDispose](),
    () => pool[Symbol.asyncDispose](),
    () => server.close(),
    async () => set(gateOpen),
  );
  /** Settles when stores were opened this many times. */
  const called = async (times: number) => {
    for (let now = Atomics.load(calls, 0); now < times; now = Atomics.load(calls, 0))
      await Atomics.waitAsync(calls, 0, now).value;
  };
  return { app, server, set, called, ask: (url: string) => server.inject({ url }) };
}

it('the server answers /health while every worker thread is blocked, and the other requests afterwards', async () => {
  const { ask, called, set } = await gated();
  const waiting = ['/v1/visits', '/v1/media', '/v1/failures', '/v1/sources'].map(ask);
  await called(2);
  expect((await ask('/health')).json()).toMatchObject({ status: 'ok' });
  set(gateOpen);
  for (const answer of await Promise.all(waiting)) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json().error.message).toContain('the gate is open');
  }
});

it('the server lets quick questions pass slow ones: a search never has the last thread', async () => {
  const { ask, called, set, app } = await gated({ threads: 2 });
  const searches = [1, 2, 3].map((n) => ask(`/v1/articles?q=word${n}`));
  await called(1);
  // this route needs no store, so the gate does not block it
  expect((await ask('/v1/topics')).json()).toEqual({ total: 0, items: [] });
  expect(app.logged).toEqual([]);
  set(gateOpen);
  expect((await Promise.all(searches)).map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
});

it('the server answers 503 at once when too many questions wait', async () => {
  const { ask, set, called } = await gated({ threads: 1, waiting: 2 });
  const taken = [1, 2, 3, 4, 5, 6].map(() => ask('/v1/visits'));
  await called(1);
  const refused = await ask('/v1/visits');
  expect({ statusCode: refused.statusCode, retryAfter: refused.headers['retry-after'] }).toEqual({
    statusCode: 503,
    retryAfter: '1',
  });
  expect(refused.json().error.message).toContain('is busy');
  set(gateOpen);
  for (const { body } of await Promise.all(taken)) expect(body).toContain('the gate is open');
});

it('the server answers 503 for the open questions of a dead thread, and starts another', async () => {
  const { ask, called, set } = await gated({ threads: 1 });
  const lost = [ask('/v1/visits'), ask('/v1/media')];
  await called(1);
  set(threadDies);
  for (const answer of await Promise.all(lost)) {
    expect({ statusCode: answer.statusCode, retryAfter: answer.headers['retry-after'] }).toEqual({
      statusCode: 503,
      retryAfter: '1',
    });
    expect(answer.json().error.message).toContain('try again');
  }
  set(gateOpen);
  expect((await ask('/v1/visits')).body).toContain('the gate is open');
  set(gateClosed);
});

it('the server gives the same answers as the listening thread, from its own store', async () => {
  const app = await openFakeApp();
  const env = { NEWSHAWK_STORE: `file:${app.storeOfTest.location}`, NEWSHAWK_LOG: 'silent' };
  const module = new URL('../../src/main.ts', import.meta.url).href;
  const options = { env, cwd: app.storeOfTest.location, logLevel: null, logJson: true };
  const { clock, log } = app;
  const pool = new AnswerPool({ copy: { module, options }, routes, threads: 1, maxWaiting: 100, clock, log });
  const [direct, pooled] = [checkedServer(app), checkedServer(app, pool)];
  closing.push(
    () => app[Symbol.asyncDispose](),
    () => pool[Symbol.asyncDispose](),
    () => Promise.all([direct.close(), pooled.close()]),
  );
  const paths = [
    '/v1/articles',
    '/v1/articles/a2',
    '/v1/articles/none',
    '/v1/failures/f1/screenshot',
    '/v1/visits',
    '/ready',
  ];
  for (const url of [...paths, '/v1/failures/f1/snapshot?as=html', '/v1/feeds/all.atom', '/v1/articles?limit=0']) {
    const [expected, actual] = [await direct.inject({ url }), await pooled.inject({ url })];
    for (const answer of [expected, actual]) for (const name of ['date', 'last-modified']) delete answer.headers[name];
    expect({ url, statusCode: actual.statusCode, headers: actual.headers }).toEqual({
      url,
      statusCode: expected.statusCode,
      headers: expected.headers,
    });
    expect(actual.rawPayload.equals(expected.rawPayload)).toBe(true);
  }
  const metrics = (await pooled.inject('/metrics')).body;
  expect(metrics).toContain('newshawk_articles{status="published"} 2');
  expect(metrics).toContain('process_cpu_seconds_total');
  // the next request sees what was written through the server
  const before = (await pooled.inject('/v1/topics')).json().total;
  await pooled.inject({ method: 'POST', url: '/v1/topics', payload: { name: 'wind', keywords: ['turbine'] } });
  expect((await pooled.inject('/v1/topics')).json().total).toBe(before + 1);
});
