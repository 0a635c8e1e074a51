import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/storage/port.ts';
import { article, at, claimOf, ending, entry, failure, source, visit, workerBeat } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, now, openFakeApp } from '../support/app/fake-app.ts';

interface Told {
  readonly id: string | null;
  readonly type: string;
  readonly at: string;
  readonly site: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: each type has data of its own
  readonly data: any;
}

let app: FakeApp;
let server: FastifyInstance;
let address: string;

beforeEach(async () => {
  app = await openFakeApp({ empty: true, env: { NEWSHAWK_HTTP_EVENT_CLIENTS: '2' } });
  server = checkedServer(app);
  address = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

/** Reads the stream as a client would. */
async function open(query = '', lastId: string | null = null) {
  const abort = new AbortController();
  const headers: Record<string, string> = lastId === null ? {} : { 'last-event-id': lastId };
  const response = await fetch(`${address}/v1/events${query}`, { headers, signal: abort.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const events: Told[] = [];
  let text = '';
  const next = async (isDone: () => boolean): Promise<boolean> => {
    while (!isDone()) {
      const part = await reader?.read();
      if (part === undefined || part.done) return false;
      text += part.value;
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      events.push(...frames.flatMap(toldIn));
    }
    return true;
  };
  return {
    response,
    events,
    /** Reads until there is an event of this type. */
    until: (type: string, count = 1) => next(() => events.filter((one) => one.type === type).length >= count),
    untilEnd: () => next(() => false),
    close: () => abort.abort(),
  };
}

function toldIn(frame: string): Told[] {
  const fields = new Map(frame.split('\n').map((line) => [line.split(': ', 1)[0], line.replace(/^\w*: /, '')]));
  const data = fields.get('data');
  return data === undefined ? [] : [{ id: fields.get('id') ?? null, ...JSON.parse(data) }];
}

async function commit(store: Store, name: string, minute: number, given: object = {}, visitFields: object = {}) {
  const kind = 'source' in given ? ({ kind: 'source', sourceId: 's1' } as const) : {};
  await store.frontier.put([entry(`http://gazette.example/${name}`, kind)], at(0));
  const [task] = await store.frontier.claim(claimOf({ limit: 1 }));
  if (task === undefined) throw new Error(`${name} could not be claimed`);
  const fields = { id: `v-${name}`, startedAt: at(minute), ...visitFields };
  await store.commit(ending(task, { visit: visit(task, fields), ...given }));
}

const storeArticle = (store: Store, name: string, minute = 59.9) =>
  commit(store, name, minute, { article: article(name, { firstSeenAt: at(minute) }) }, { articleId: name });

describe('GET /v1/events', () => {
  it('sends what another process writes, with ids', async () => {
    const { storeOfTest: store } = app;
    const client = await open();
    expect({ status: client.response.status, contentType: client.response.headers.get('content-type') }).toEqual({
      status: 200,
      contentType: 'text/event-stream; charset=utf-8',
    });
    expect(client.response.headers.get('content-security-policy')).toContain("default-src 'none'");
    await client.until('stats');
    expect(client.events).toMatchObject([{ id: null, type: 'stats', data: { articles: { published: 0 } } }]);
    await storeArticle(store, 'a1');
    await client.until('visit.ended');
    await commit(
      store,
      'a2',
      59.9,
      { failure: failure('f1'), next: { kind: 'failed' } },
      {
        ...{ outcome: 'failed', reason: 'timed-out', articleId: null, failureId: 'f1', site: 'other.example' },
      },
    );
    await store.sources.define(source('s1'));
    await commit(store, 'feed', 59.9, { source: source('s1') }, { outcome: 'listed', newLinks: 3 });
    await client.until('source.changed');
    await client.until('visit.ended', 3);
    const at60 = new Date(at(59.9).getTime() + 120).toISOString();
    expect(client.events.filter(({ type }) => type !== 'stats')).toMatchObject([
      {
        type: 'article.created',
        at: at60,
        site: 'gazette.example',
        data: { id: 'a1', revision: 1, topics: ['energy'] },
      },
      { type: 'visit.ended', data: { id: 'v-a1', outcome: 'stored' } },
      { type: 'failure.opened', site: 'other.example', data: { id: 'f1', reason: 'timed-out' } },
      { type: 'visit.ended', data: { id: 'v-a2' } },
      { type: 'source.changed', data: { id: 's1', change: 'polled', newLinks: 3 } },
      { type: 'visit.ended', data: { id: 'v-feed' } },
    ]);
    client.close();
  });

  it('goes on after Last-Event-ID, from memory and from the store', async () => {
    const { storeOfTest: store } = app;
    const first = await open('?types=article.created,article.updated');
    await storeArticle(store, 'a1');
    await storeArticle(store, 'a2');
    await first.until('article.created', 2);
    const [known] = first.events;
    first.close();
    const memory = await open('?types=article.created', known?.id);
    await memory.until('article.created');
    expect(memory.events.map(({ data }) => data.id)).toEqual(['a2']);
    memory.close();
    // a server that was started since
    const other = checkedServer(app);
    address = await other.listen({ host: '127.0.0.1', port: 0 });
    const stored = await open('?types=article.created', known?.id);
    await stored.until('article.created');
    expect(stored.events.map(({ id, data }) => [id, data.id])).toEqual([[first.events[1]?.id, 'a2']]);
    stored.close();
    await other.close();
  });

  it('says when events are lost', async () => {
    for (const id of ['nonsense', '1000.visit.ended.x']) {
      const client = await open('?types=visit.ended', id);
      await client.until('events.lost');
      expect(client.events).toMatchObject([{ type: 'events.lost', data: { advice: 'read the lists again' } }]);
      client.close();
    }
  });

  it('filters by site, and ends when asked', async () => {
    const { storeOfTest: store } = app;
    await store.workers.beat({
      ...workerBeat('w1'),
      at: now,
      log: [1, 2].map((n) => ({ n, at: now.toISOString(), level: 'info', event: `e${n}`, fields: { n } })),
    });
    const client = await open('?site=other.example&types=log,visit.ended&seconds=2');
    await storeArticle(store, 'a1');
    await client.untilEnd();
    expect(client.events.map(({ type, data }) => [type, data.event, data.n, data.leftOut])).toEqual([
      ['log', 'e1', 1, 0],
      ['log', 'e2', 2, 0],
    ]);
  });

  it('refuses more readers than configured, and bad parameters', async () => {
    const clients = [await open(), await open()];
    const third = await open();
    expect({ status: third.response.status, retryAfter: third.response.headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '5',
    });
    for (const client of clients) client.close();
    for (const query of ['types=nosuch', 'seconds=0', 'nosuch=1'])
      expect((await server.inject(`/v1/events?${query}`)).statusCode).toBe(400);
    const head = await server.inject({ method: 'HEAD', url: '/v1/events' });
    expect(head).toMatchObject({ statusCode: 200, body: '' });
  });

  it('sends the changes of sources through this server', async () => {
    const client = await open('?types=source.changed,stats');
    await client.until('stats');
    const created = await server.inject({
      method: 'POST',
      url: '/v1/sources',
      payload: { url: 'http://b.example/feed' },
    });
    const { id } = created.json();
    await server.inject({ method: 'PUT', url: `/v1/sources/${id}/pause` });
    await server.inject({ method: 'PUT', url: '/v1/sources/none/pause' });
    await server.inject({ method: 'DELETE', url: `/v1/sources/${id}` });
    await client.until('source.changed', 3);
    const changed = client.events.filter(({ type }) => type === 'source.changed');
    expect(changed.map(({ site, data }) => [site, data.id, data.change])).toEqual([
      ['b.example', id, 'added'],
      ['b.example', id, 'paused'],
      [null, id, 'removed'],
    ]);
    client.close();
  });

  it('ends the streams when the server closes', async () => {
    const client = await open();
    const ended = client.untilEnd();
    await client.until('stats');
    await server.close();
    expect(await ended).toBe(false);
  });

  it('reads nothing without a client, and finds what happened between two clients', async () => {
    const { storeOfTest: store } = app;
    const first = await open('?types=article.created');
    await storeArticle(store, 'a1');
    await first.until('article.created');
    first.close();
    await storeArticle(store, 'a2');
    const second = await open('?types=article.created', first.events[0]?.id);
    await second.until('article.created');
    expect(second.events.map(({ data }) => data.id)).toEqual(['a2']);
    second.close();
  });
});
