import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadPageRequest } from '../../src/app.ts';
import { CommandError, exitCodes, NewshawkError } from '../../src/errors.ts';
import { snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openReader } from '../../src/reader/reader.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, now, openFakeApp } from '../support/app/fake-app.ts';
import { eventually } from '../support/waiting.ts';

const paragraph = 'The council of the harbour town voted to build more solar panels on its roofs. '.repeat(8);
const page = `<html><body><article><h1>Solar panels on the harbour</h1><p>${paragraph}</p><p>${paragraph}</p></article></body></html>`;
const reader = await openReader({ workers: 1, sites: { files: [] } });
let app: FakeApp;
let server: ReturnType<typeof checkedServer>;
/** What the page does that has no HTML. */
let fetchPage: () => Promise<never> = () => Promise.reject(new Error('unset'));

beforeAll(async () => {
  app = await openFakeApp({
    empty: true,
    readPage: async ({ url, html, explain }: ReadPageRequest) => {
      if (html === null) return fetchPage();
      const of = { site: 'gazette.example', media: [], noMedia: null };
      const snapshot = snapshotOfSource({ url: canonicalUrl(url), html, takenAt: now }, of);
      return { snapshot, reading: await reader.read(snapshot, { explain }) };
    },
  });
  server = checkedServer(app);
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

const extract = (payload: object, at = server) => at.inject({ method: 'POST', url: '/v1/extract', payload });
const given = { url: 'http://gazette.example/a', html: page };

it('POST /v1/extract gives the article as `newshawk extract` prints it', async () => {
  const json = (await extract(given)).json();
  expect(json).toMatchObject({ pageType: 'article', article: { title: 'Solar panels on the harbour' } });
  expect(json).not.toHaveProperty('trace');
  expect((await extract({ ...given, explain: true })).json().trace.length).toBeGreaterThan(0);
  const markdown = await extract({ ...given, format: 'md' });
  expect({
    contentType: markdown.headers['content-type'],
    startsWithSolarPanels: markdown.body.startsWith('# Solar panels'),
  }).toEqual({ contentType: 'text/plain; charset=utf-8', startsWithSolarPanels: true });
  expect((await extract({ ...given, format: 'media' })).statusCode).toBe(200);
});

it('POST /v1/extract holds the page responsible for its faults', async () => {
  const empty = await extract({ url: given.url, html: '<p>x</p>', format: 'text' });
  expect({ statusCode: empty.statusCode, kind: empty.json().error.kind }).toEqual({
    statusCode: 422,
    kind: 'not-an-article',
  });
  for (const [error, status, kind] of [
    [new NewshawkError('unreachable', 'it answered 500'), 422, 'unreachable'],
    [new CommandError(exitCodes.usage, 'no address'), 400, undefined],
    [new CommandError(exitCodes.configuration, 'browsers.config.ts is wrong'), 503, undefined],
    [new NewshawkError('store', 'it is locked'), 503, undefined],
  ] as const) {
    fetchPage = () => Promise.reject(error);
    const answer = await extract({ url: given.url });
    expect({ statusCode: answer.statusCode, kind: answer.json().error.kind }).toEqual({ statusCode: status, kind });
  }
});

it('POST /v1/extract is bounded in size, number and time', async () => {
  const small = checkedServer({ ...app, config: { ...app.config, httpExtracts: 1, httpExtractSeconds: 1 } });
  expect((await extract({ ...given, html: 'x'.repeat(25 * 1024 * 1024) })).statusCode).toBe(413);
  let release = (): void => {};
  fetchPage = () =>
    new Promise((_, reject) => {
      release = () => reject(new NewshawkError('timed-out', 'late'));
    });
  const begun = Promise.withResolvers<void>();
  const fetch = fetchPage;
  fetchPage = () => {
    begun.resolve();
    return fetch();
  };
  const slow = extract({ url: given.url }, small);
  await begun.promise;
  expect((await extract(given, small)).statusCode).toBe(429);
  expect((await slow).statusCode).toBe(504);
  // the late page keeps its place until it ends
  const busy = await extract(given, small);
  expect({ statusCode: busy.statusCode, retryAfter: busy.headers['retry-after'] }).toEqual({
    statusCode: 429,
    retryAfter: '2',
  });
  release();
  await eventually(async () => expect((await extract(given, small)).statusCode).not.toBe(429));
  await small.close();
});
