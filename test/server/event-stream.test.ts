import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import type { EventFeed, Listener } from '../../src/server/events/event-feed.ts';
import { EventFrames } from '../../src/server/events/event-frames.ts';
import { addEvents, beatOf } from '../../src/server/events/event-stream.ts';
import type { ServerEvent } from '../../src/server/events/server-event.ts';
import { readConfig } from '../../src/settings/config.ts';

const event = (n: number, site = 'gazette.example', text = ''): ServerEvent => ({
  id: `${n}.visit.ended.v${n}`,
  type: 'visit.ended',
  at: '2026-11-21T08:00:00.000Z',
  site,
  data: { n, text },
});
const many = (count: number, text = ''): ServerEvent[] =>
  Array.from({ length: count }, (_, n) => event(n, undefined, text));

it('the event stream makes frames once for all clients that ask for the same', () => {
  const frames = new EventFrames();
  const events = [event(1), event(2, 'other.example')];
  const all = { types: new Set(['visit.ended']), site: undefined };
  const bytes = frames.of(events, all);
  expect(bytes.toString().match(/^id: /gm)).toHaveLength(2);
  expect(frames.of(events, { ...all, types: new Set(['visit.ended']) })).toBe(bytes);
  const ofSite = frames.of(events, { ...all, site: 'other.example' });
  expect(ofSite.toString()).toContain('"n":2');
  expect(ofSite.toString()).not.toContain('"n":1');
  expect(frames.of(events, { ...all, types: new Set(['stats']) })).toHaveLength(0);
});

/** A feed whose store has endless events of the past, and whose clients are told by the test. */
function openFeed() {
  const listeners = new Set<Listener>();
  const stopped = Promise.withResolvers<void>();
  let batches = 0;
  const feed: Pick<EventFeed, 'listen' | 'look' | 'since' | 'stats'> = {
    stats: null,
    look: async () => {},
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        stopped.resolve();
      };
    },
    async *since() {
      for (;;) {
        batches += 1;
        yield many(200, 'x'.repeat(1_000));
      }
    },
  };
  return { feed: feed as EventFeed, listeners, stopped: stopped.promise, batches: () => batches };
}

it('the event stream cuts a client off that reads nothing of what it missed, and keeps little for it', async () => {
  const { feed, listeners, stopped, batches } = openFeed();
  const server = fastify();
  addEvents(server, feed, readConfig({ NEWSHAWK_HTTP_EVENT_CLIENTS: '9' }).config);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause();
  client.on('error', () => {}); // it is cut off
  await once(client, 'connect');
  client.write('GET /v1/events HTTP/1.1\r\nhost: localhost\r\nlast-event-id: 1.visit.ended.v1\r\n\r\n');
  // until the connection takes no more: then it is not read on
  let [before, same] = [-1, 0];
  while (same < 20) {
    await new Promise((resolve) => setImmediate(resolve));
    same = batches() > 0 && batches() === before ? same + 1 : 0;
    before = batches();
  }
  const [listener] = listeners;
  for (let n = 0; n < 11; n += 1) listener?.(many(1_000));
  await stopped;
  expect(listeners.size).toBe(0);
  expect(batches()).toBeLessThan(200);
  client.destroy();
  await server.close();
});

it('the event stream ends the connection of a client that reads nothing for two minutes, and of no other', () => {
  const stream = { writableLength: 0, writableNeedDrain: false, socket: { bytesWritten: 0 }, beats: 0, isEnded: false };
  const raw = {
    ...stream,
    write: () => {
      raw.beats += 1;
      return true;
    },
    destroy: () => {
      raw.isEnded = true;
    },
  };
  const beat = beatOf(raw as never);
  for (let n = 0; n < 20; n += 1) beat();
  expect(raw).toMatchObject({ isEnded: false, beats: 20 }); // nothing waits
  Object.assign(raw, { writableNeedDrain: true, writableLength: 50_000, socket: { bytesWritten: 60_000 } });
  for (let n = 0; n < 20; n += 1) {
    raw.socket.bytesWritten += 100; // slowly, it reads
    beat();
  }
  expect(raw.isEnded).toBe(false);
  for (let n = 0; n < 8; n += 1) beat();
  expect(raw.isEnded).toBe(true);
});
