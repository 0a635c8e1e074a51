import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type NewshawkClient, newshawkClient } from '../../src/client/client.ts';
import { snapshotOfSource } from '../../src/model/page/snapshot.ts';
import { canonicalUrl } from '../../src/model/web/canonical-url.ts';
import { openReader } from '../../src/reader/reader.ts';
import { eventsRoute } from '../../src/server/events/event-stream.ts';
import { describeApi } from '../../src/server/openapi.ts';
import { routes } from '../../src/server/routes.ts';
import { apiTypes } from '../../tools/client/api-types.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, now, openFakeApp } from '../support/app/fake-app.ts';

const token = 'a-token-of-more-than-16';
const reader = await openReader({ workers: 1, sites: { files: [] } });
let app: FakeApp;
let server: ReturnType<typeof checkedServer>;
let baseUrl: string;
let client: NewshawkClient;

beforeAll(async () => {
  app = await openFakeApp({
    readPage: async ({ url, html, explain }) => {
      const of = { site: 'gazette.example', media: [], noMedia: null };
      const snapshot = snapshotOfSource({ url: canonicalUrl(url), html: html ?? '', takenAt: now }, of);
      return { snapshot, reading: await reader.read(snapshot, { explain }) };
    },
  });
  server = checkedServer({ ...app, config: { ...app.config, httpToken: token } });
  baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  client = newshawkClient({ baseUrl, token });
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

it('the client has a type for each path and for each shape that schemas of answers have', () => {
  const text = apiTypes(describeApi([...routes, eventsRoute]));
  for (const { path } of routes) expect(text).toContain(`  '${path.replace(/:(\w+)/g, '{$1}')}': {`);
  const answered = z.object({
    span: z.tuple([z.int(), z.int()]),
    byWay: z.partialRecord(z.enum(['static', 'api']), z.number()),
    all: z.record(z.enum(['a', 'b']), z.boolean()),
    at: z.date().nullable().optional(),
  });
  const route = { path: '/made-up', summary: 'made up', success: { schema: answered.meta({ id: 'MadeUpAnswer' }) } };
  expect(apiTypes(describeApi([route]))).toContain(
    "MadeUpAnswer: { span: [number, number]; byWay: Partial<Record<'static' | 'api', number>>; all: Record<'a' | 'b', boolean>; at?: string | null };",
  );
});

describe('a program with the client', () => {
  it('reads a list to its end by cursors, and an article', async () => {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, error } = await client.GET('/v1/articles', {
        params: { query: { limit: 1, ...(cursor !== undefined && { cursor }) } },
      });
      if (data === undefined) throw new Error(error.error.message);
      ids.push(...data.items.map(({ id }) => id));
      cursor = data.next ?? undefined;
    } while (cursor !== undefined);
    const all = await client.GET('/v1/articles');
    expect(ids.length).toBeGreaterThan(1);
    expect(ids).toEqual(all.data?.items.map(({ id }) => id));
    const [id = ''] = ids;
    const { data: article } = await client.GET('/v1/articles/{id}', { params: { path: { id } } });
    expect(article).toMatchObject({ id, status: 'published' });
    expect(article?.body.length).toBeGreaterThan(10);
  });

  it('reads a page', async () => {
    const paragraph = 'The council of the harbour town voted to build more solar panels on its roofs. '.repeat(8);
    const html = `<article><h1>Solar panels on the harbour</h1><p>${paragraph}</p><p>${paragraph}</p></article>`;
    const { data } = await client.POST('/v1/extract', { body: { url: 'http://gazette.example/a', html } });
    expect(data).toMatchObject({ article: { title: 'Solar panels on the harbour' } });
  });

  it('changes what is stored, and gets errors as values', async () => {
    const wrong = await client.POST('/v1/crawl', { body: { targets: ['gazette.example'] } });
    expect({ status: wrong.response.status, message: wrong.error?.error.message }).toEqual({
      status: 503,
      message: 'This server begins no crawls.',
    });
    const missing = await client.GET('/v1/jobs/{id}', { params: { path: { id: 'no/such job' } } });
    expect({ responseStatus: missing.response.status, errorStatus: missing.error?.error.status }).toEqual({
      responseStatus: 404,
      errorStatus: 404,
    });
    const sources = await client.GET('/v1/sources');
    const [source] = sources.data?.items ?? [];
    const paused = await client.PUT('/v1/sources/{id}/pause', { params: { path: { id: source?.id ?? '' } } });
    expect(paused.response.ok).toBe(true);
    const after = await client.GET('/v1/sources/{id}', { params: { path: { id: source?.id ?? '' } } });
    expect(after.data).toMatchObject({ state: 'paused' });
  });

  it('has a token, or gets an error that asks for one', async () => {
    const stranger = await newshawkClient({ baseUrl }).GET('/v1/stats');
    expect({ status: stranger.response.status, message: stranger.error?.error.message }).toEqual({
      status: 401,
      message: expect.stringContaining('A token is needed'),
    });
    const read = newshawkClient({ baseUrl, token: 'wrong' }).events()[Symbol.asyncIterator]();
    await expect(read.next()).rejects.toMatchObject({ name: 'RefusalError', status: 401 });
  });
});
