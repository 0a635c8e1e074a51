import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CrawlJobs } from '../../src/server/jobs/crawl-jobs.ts';
import { openStore } from '../storage/open-store.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

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
/** Asks until the job is in this state. */
async function job(id: string, state: string) {
  for (;;) {
    // a pause first: without one, no message of the process is ever read
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { json } = await send('GET', `/v1/jobs/${id}`);
    if (json.state === state) return json;
  }
}

it('begins a crawl in a process of its own, shows its progress and cancels it', async () => {
  const begun = await crawl({ targets: ['a'] });
  expect([begun.status, begun.headers.location]).toEqual([202, '/v1/jobs/run-of-a']);
  expect(begun.json).toMatchObject({ id: 'run-of-a', kind: 'crawl', isResumable: false });
  const second = await crawl({ targets: ['b'] });
  expect([second.status, second.headers['retry-after']]).toEqual([429, '60']);
  for (;;) {
    const { progress } = await job('run-of-a', 'running');
    if (progress.pages === 0) continue;
    expect(progress).toEqual({ pages: 3, stored: 2, failed: 1, left: 5 });
    break;
  }
  expect((await send('DELETE', '/v1/jobs/run-of-a')).json.state).toBe('cancelling');
  expect(await job('run-of-a', 'cancelled')).toMatchObject({ isResumable: true, ended: 'interrupted' });
  expect((await send('DELETE', '/v1/jobs/run-of-a')).status).toBe(409);
});

it('says how crawls ended, also those of others', async () => {
  await crawl({ targets: ['c'], limit: 5 });
  expect(await job('run-of-c', 'done')).toMatchObject({ ended: 'finished', isResumable: false });
  // a server that was started since knows it from the store
  const other = checkedServer(app);
  const { items } = (await other.inject('/v1/jobs')).json();
  expect(items).toMatchObject([{ id: 'run-of-c', state: 'done', ended: null, progress: null }]);
  await other.close();
  expect((await send('GET', '/v1/jobs/none')).status).toBe(404);
  expect((await send('DELETE', '/v1/jobs/none')).status).toBe(404);
});

it('refuses what can not begin, and says when a process dies', async () => {
  expect(await crawl({ targets: ['nosuch'] })).toMatchObject({ status: 400 });
  expect(await crawl({ topic: 'none' })).toMatchObject({
    status: 400,
    json: { error: { message: /no topic "none"/ } },
  });
  expect(await crawl({ targets: ['dies'] })).toMatchObject({ status: 503 });
  expect((await crawl({ targets: ['breaks'] })).status).toBe(202);
  expect(await job('run-of-breaks', 'failed')).toMatchObject({ message: /SIGKILL/, isResumable: true });
  expect((await crawl({ limit: 0 })).status).toBe(400);
  for (const scope of [
    { under: ['sport'] },
    { under: ['/?cat=3'] },
    { since: 'soon' },
    { since: '2999-01-01' },
    { discover: ['x'] },
  ])
    expect([scope, (await crawl({ targets: ['a'], ...scope })).status]).toEqual([scope, 400]);
  const without = checkedServer(app);
  expect((await without.inject({ method: 'POST', url: '/v1/crawl', payload: {} })).statusCode).toBe(503);
  await without.close();
});

it('drains crawls when the server ends', async () => {
  await crawl({ targets: ['d'] });
  await crawlJobs[Symbol.asyncDispose]();
  expect(await job('run-of-d', 'interrupted')).toMatchObject({ isResumable: true });
  expect((await crawl({ targets: ['e'] })).status).toBe(429);
});
