import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientEvent, newshawkClient } from '../../src/client/client.ts';
import { EventFeed } from '../../src/server/events/event-feed.ts';
import { addEvents } from '../../src/server/events/event-stream.ts';
import { eventId } from '../../src/server/events/server-event.ts';
import { readConfig } from '../../src/settings/config.ts';
import { type FakeApp, now, openFakeApp } from '../support/app/fake-app.ts';
import { eventually } from '../support/waiting.ts';

let app: FakeApp;
let feed: EventFeed;
let server: FastifyInstance;
let baseUrl: string;
/** `Last-Event-ID` of each connection. */
let connections: (string | undefined)[];

beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  feed = new EventFeed({ ...app, stats: async () => null });
  server = fastify({ forceCloseConnections: true });
  connections = [];
  server.addHook('onRequest', async ({ headers }) => {
    const id = headers['last-event-id'];
    connections.push(id === undefined ? undefined : String(id));
  });
  addEvents(server, feed, readConfig({ NEWSHAWK_HTTP_EVENT_CLIENTS: '2' }).config);
  baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

const idOf = (n: number) => eventId(now.getTime() + n, 'source.changed', `n${n}`);
/** @param bytes of the event */
const tell = (n: number, bytes = 10) =>
  feed.tell({
    id: idOf(n),
    type: 'source.changed',
    at: now.toISOString(),
    site: null,
    data: { n, text: 'x'.repeat(bytes) },
  });
async function read(events: AsyncGenerator<ClientEvent>, count: number): Promise<(string | null)[]> {
  const ids: (string | null)[] = [];
  while (ids.length < count) ids.push((await events.next()).value?.id ?? null);
  return ids;
}
const connected = (count: number) => eventually(() => expect(feed.clients).toBe(count));
const types = ['source.changed'] as const;

it('a client too slow for what happens is cut off, comes back, and misses nothing', async () => {
  const events = newshawkClient({ baseUrl }).events({ types });
  const first = read(events, 1);
  await connected(1);
  tell(0);
  expect(await first).toEqual([idOf(0)]);
  // it reads nothing now: 30 MB are more than the buffers on the way and the megabyte that the server keeps for it
  for (let n = 1; n <= 300; n += 1) {
    tell(n, 100_000);
    await new Promise(setImmediate);
  }
  await connected(0);
  const rest = await read(events, 300);
  expect(rest).toEqual(Array.from({ length: 300 }, (_, n) => idOf(n + 1)));
  expect(connections.length).toBeGreaterThan(1);
  expect(connections.slice(1).every((id) => id !== undefined)).toBe(true);
  await events.return();
});

it('a client that was away gets the events of that time when it comes back', async () => {
  const before = newshawkClient({ baseUrl }).events({ types });
  const first = read(before, 1);
  await connected(1);
  tell(0);
  const [after] = await first;
  await before.return();
  await connected(0);
  tell(1);
  const again = newshawkClient({ baseUrl }).events({ types, after: after ?? '' });
  expect(await read(again, 1)).toEqual([idOf(1)]);
  await again.return();
  await connected(0);
});

it('the event stream of the client ends with its signal, also while it waits for a server that is away', async () => {
  const abort = new AbortController();
  const events = newshawkClient({ baseUrl }).events({ types, signal: abort.signal });
  const next = events.next();
  await connected(1);
  await server.close();
  abort.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
