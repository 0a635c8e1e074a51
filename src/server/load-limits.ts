import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';
import { refuse } from './refuse.ts';

type LoadLimits = Pick<Config, 'httpConnections' | 'httpRequests'>;

/** Connections beyond the limit that are still accepted, to answer 503 and `/health`; further ones are closed without an answer. */
const spareConnections = 64;
const retryAfterSeconds = 1;

const health = /^\/health(\?|$)/;
/** Streams last: they are no requests at once, and have their own limit (events/event-stream.ts). */
const events = /^\/v1\/events(\?|$)/;

/**
 * Limits connections and concurrent requests: beyond the limits, requests are answered at once with 503 and Retry-After. `/health` is always answered, so that
 * a monitor does not mistake a busy server for a dead one.
 */
export function limitLoad(server: FastifyInstance, { httpConnections, httpRequests }: LoadLimits): void {
  const excess = new WeakSet<FastifyRequest['raw']['socket']>();
  let [connections, requests] = [0, 0];
  server.server.maxConnections = httpConnections + spareConnections;
  server.server.on('connection', (socket) => {
    connections += 1;
    if (connections > httpConnections) excess.add(socket);
    socket.once('close', () => {
      connections -= 1;
    });
  });
  server.addHook('onRequest', (request, reply, next) => {
    if (health.test(request.url)) return next();
    const isExcess = excess.has(request.raw.socket);
    if (!isExcess && events.test(request.url)) return next();
    if (isExcess || requests >= httpRequests) {
      reply.header('retry-after', String(retryAfterSeconds));
      if (isExcess) reply.header('connection', 'close');
      const reachedLimit = isExcess ? `${httpConnections} connections` : `${httpRequests} requests at once`;
      refuse(reply, 503, `The server is busy (${reachedLimit}): try again in a moment.`);
      return;
    }
    requests += 1;
    reply.raw.once('close', () => {
      requests -= 1;
    });
    next();
  });
}
