import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CrawlJobs } from '../../src/server/jobs/crawl-jobs.ts';
import { openStore } from '../storage/open-store.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';
import { eventually } from '../support/waiting.ts';

const module = new URL('../support/app/crawl-app.ts', import.meta.url).href;
let folder: string;
let app: FakeApp;
let crawlJobs: CrawlJobs;
let server: ReturnType<typeof checkedServer>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-jobs-'));
  const store = await openStore(folder);
  app = await openFakeApp({ store: async () => store, empty: true });
  crawlJobs = new CrawlJobs({ module, options: { store: folder } }, app.log, 1);
  server = checkedServer({ ...app, crawlJobs });
});
afterEach(async () => {
  await server.close();
  await crawlJobs[Symbol.asyncDispose]();
  await (await app.store())[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const response = await server.inject({ method, url, ...(payload !== undefined && { payload }) });
  return { status: response.statusCode, json: response.json(), headers: response.headers };
};
const crawl = (payload: object) => send('POST', '/v1/crawl', payload);
const job = async (id: string) => (await send('GET', `/v1/jobs/${id}`)).json;
/** The job, after the server has logged its end. */
async function endedJob(id: string) {
  await app.logs('server.crawl-ended', { run: id });
  return await job(id);
}

it('the API begins a crawl in a process of its own, shows its progress and cancels it', async () => {
  const begun = await crawl({ targets: ['a'] });
  expect({ status: begun.status, location: begun.headers.location }).toEqual({
    status: 202,
    location: '/v1/jobs/run-of-a',
  });
  expect(begun.json).toMatchObject({ id: 'run-of-a', kind: 'crawl', isResumable: false });
  const second = await crawl({ targets: ['b'] });
  expect({ status: second.status, retryAfter: second.headers['retry-after'] }).toEqual({
    status: 429,
    retryAfter: '60',
  });
  await eventually(async () =>
    expect(await job('run-of-a')).toMatchObject({
      state: 'running',
      progress: { pages: 3, stored: 2, failed: 1, left: 5 },
    }),
  );
  expect((await send('DELETE', '/v1/jobs/run-of-a')).json.state).toBe('cancelling');
  expect(await endedJob('run-of-a')).toMatchObject({ state: 'cancelled', isResumable: true, ended: 'interrupted' });
  expect((await send('DELETE', '/v1/jobs/run-of-a')).status).toBe(409);
});

it('the API says how crawls ended, also those of others', async () => {
  await crawl({ targets: ['c'], limit: 5 });
  expect(await endedJob('run-of-c')).toMatchObject({ state: 'done', ended: 'finished', isResumable: false });
  // a server that was started since knows it from the store
  const other = checkedServer(app);
  const { items } = (await other.inject('/v1/jobs')).json();
  expect(items).toMatchObject([{ id: 'run-of-c', state: 'done', ended: null, progress: null }]);
  await other.close();
  expect((await send('GET', '/v1/jobs/none')).status).toBe(404);
  expect((await send('DELETE', '/v1/jobs/none')).status).toBe(404);
});

it('the API refuses what can not begin, and says when a process dies', async () => {
  expect(await crawl({ targets: ['nosuch'] })).toMatchObject({ status: 400 });
  expect(await crawl({ topic: 'none' })).toMatchObject({
    status: 400,
    json: { error: { message: /no topic "none"/ } },
  });
  expect(await crawl({ targets: ['dies'] })).toMatchObject({ status: 503 });
  expect((await crawl({ targets: ['breaks'] })).status).toBe(202);
  await app.logs('server.crawl-died', { run: 'run-of-breaks' });
  expect(await job('run-of-breaks')).toMatchObject({ state: 'failed', message: /SIGKILL/, isResumable: true });
  expect((await crawl({ limit: 0 })).status).toBe(400);
  for (const scope of [
    { under: ['sport'] },
    { under: ['/?cat=3'] },
    { since: 'soon' },
    { since: '2999-01-01' },
    { discover: ['x'] },
  ])
    expect({ scope, status: (await crawl({ targets: ['a'], ...scope })).status }).toEqual({ scope, status: 400 });
  const without = checkedServer(app);
  expect((await without.inject({ method: 'POST', url: '/v1/crawl', payload: {} })).statusCode).toBe(503);
  await without.close();
});

it('the API drains crawls when the server ends', async () => {
  await crawl({ targets: ['d'] });
  await crawlJobs[Symbol.asyncDispose]();
  expect(await endedJob('run-of-d')).toMatchObject({ state: 'interrupted', isResumable: true });
  expect((await crawl({ targets: ['e'] })).status).toBe(429);
});
