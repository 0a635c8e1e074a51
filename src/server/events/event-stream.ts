import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../settings/config.ts';
import { querySchema, type RouteDescription, siteParameter } from '../api/route.ts';
import { refuse } from '../refuse.ts';
import type { EventFeed } from './event-feed.ts';
import { type EventChoice, EventFrames } from './event-frames.ts';
import { type ServerEvent, serverEventTypes } from './server-event.ts';

/** ms. Proxies and clients end connections that are silent for longer. */
const heartbeatMs = 15_000;
/** Bytes that wait for a slow client. Beyond, it is cut off, and resumes with Last-Event-ID when it comes back. */
const maxWaitingBytes = 1024 * 1024;
/** Events that wait while a client reads what it has missed. Beyond, it is cut off, and resumes after what it has read. */
const maxWaitingEvents = 10_000;
/** Heartbeats without a byte read while some wait, after which a client is cut off: it would keep the place of another one. */
const maxSilentBeats = 8;
/** ms until a client comes back, which it is told. */
const retryMs = 3_000;

interface Query {
  readonly types?: string;
  readonly site?: string;
  readonly seconds?: number;
}

const typeList = serverEventTypes.join('|').replaceAll('.', '\\.');

/** How the API's document describes the stream; it is no answer of the worker threads. */
export const eventsRoute: RouteDescription = {
  path: '/v1/events',
  summary:
    'What happens, as it happens (server-sent events): articles, visits, failures, polls, statistics, log lines of workers. Header Last-Event-ID resumes',
  success: { types: ['text/event-stream'], schema: z.string() },
  query: querySchema({
    types: {
      type: 'string',
      pattern: `^(${typeList})(,(${typeList}))*$`,
      maxLength: 200,
      description: `types of events, separated by commas: ${serverEventTypes.join(', ')}; default: all`,
    },
    site: { ...siteParameter, description: 'only events of this site, and those that are of none' },
    seconds: {
      type: 'integer',
      minimum: 1,
      maximum: 86_400,
      description: 'the stream ends after this time; default: it goes on',
    },
  }),
  isAnsweredByListener: true,
  canBeBusy: true,
};

/** Adds `GET /v1/events`. A stream ends when the server closes. */
export function addEvents(server: FastifyInstance, feed: EventFeed, { httpEventClients }: Config): void {
  const streams = new Set<FastifyReply['raw']>();
  const frames = new EventFrames();
  server.addHook('preClose', async () => {
    for (const stream of streams) stream.end(': the server stops\n\n');
  });
  server.route<{ Querystring: Query }>({
    method: 'GET',
    url: eventsRoute.path,
    schema: { querystring: eventsRoute.query },
    handler: async (request, reply) => {
      if (request.method === 'HEAD') return reply.type('text/event-stream').send();
      if (streams.size >= httpEventClients) {
        reply.header('retry-after', '5');
        return refuse(
          reply,
          503,
          `The server has ${httpEventClients} readers of events (NEWSHAWK_HTTP_EVENT_CLIENTS).`,
        );
      }
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'x-accel-buffering': 'no',
      });
      streams.add(reply.raw);
      reply.raw.once('close', () => streams.delete(reply.raw));
      await stream({ feed, frames }, request, reply.raw);
    },
  });
}

async function stream(
  { feed, frames }: { readonly feed: EventFeed; readonly frames: EventFrames },
  request: FastifyRequest<{ Querystring: Query }>,
  raw: FastifyReply['raw'],
): Promise<void> {
  const { types, site, seconds } = request.query;
  const choice: EventChoice = { types: new Set(types?.split(',') ?? serverEventTypes), site };
  const sent = new Set<string>();
  const send = (events: readonly ServerEvent[]): void => {
    if (raw.destroyed || raw.writableEnded) return;
    const bytes = frames.of(events, choice);
    if (bytes.length === 0) return;
    if (raw.writableLength > maxWaitingBytes) raw.destroy();
    else raw.write(bytes);
  };
  raw.write(`retry: ${retryMs}\n: events of newshawk\n\n`);
  const lastId = request.headers['last-event-id'];
  // what happens during the replay waits, so that nothing is left out and nothing comes twice
  const waiting: ServerEvent[] = [];
  let isLive = false;
  const stop = feed.listen((events) => {
    if (isLive) send(events);
    else if (waiting.push(...events) > maxWaitingEvents) raw.destroy();
  });
  const heartbeat = setInterval(beatOf(raw), heartbeatMs).unref();
  const end = seconds === undefined ? undefined : setTimeout(() => raw.end(), seconds * 1_000).unref();
  raw.once('close', () => {
    stop();
    clearInterval(heartbeat);
    clearTimeout(end);
  });
  try {
    await feed.look();
    if (typeof lastId === 'string' && lastId !== '')
      for await (const events of feed.since(lastId)) {
        for (const { id } of events) if (id !== null) sent.add(id);
        send(events);
        await drained(raw);
        if (raw.destroyed) return;
      }
    if (feed.stats !== null && !waiting.includes(feed.stats)) waiting.push(feed.stats);
  } catch {
    // the store does not answer: the client comes back with its Last-Event-ID
    raw.destroy();
  }
  isLive = true;
  send(waiting.splice(0).filter(({ id }) => id === null || !sent.has(id)));
  sent.clear();
}

type BeatenStream = Pick<FastifyReply['raw'], 'writableLength' | 'writableNeedDrain' | 'write' | 'destroy'> & {
  readonly socket: { readonly bytesWritten: number } | null;
};

/** Keeps the connection of a client that reads open, and ends that of one that does not. */
export function beatOf(raw: BeatenStream): () => void {
  let [silentBeats, readBefore] = [0, 0];
  return () => {
    const read = (raw.socket?.bytesWritten ?? 0) - raw.writableLength;
    silentBeats = raw.writableNeedDrain && read <= readBefore ? silentBeats + 1 : 0;
    readBefore = read;
    if (silentBeats >= maxSilentBeats) raw.destroy();
    else raw.write(':\n\n');
  };
}

/** Waits for a slow client during the replay: it is no reason to cut it off. */
async function drained(raw: FastifyReply['raw']): Promise<void> {
  if (raw.destroyed || !raw.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      raw.off('drain', end);
      raw.off('close', end);
      resolve();
    };
    raw.on('drain', end);
    raw.on('close', end);
  });
}
