import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../settings/config.ts';
import { BodyBudget } from './guards/body-budget.ts';
import { Connections } from './guards/connections.ts';
import { type Patience, SlowReaders } from './guards/slow-readers.ts';
import { trustedProxies } from './guards/trusted-proxies.ts';
import { refuse } from './refuse.ts';

type LoadLimits = Config;

const retryAfterSeconds = 1;

const health = /^\/health(\?|$)/;
/** Streams last: they are no requests at once, and have their own limit (events/event-stream.ts). */
const events = /^\/v1\/events(\?|$)/;

/**
 * Limits connections (guards/connections.ts), concurrent requests and the bytes of their bodies: beyond the limits, requests are answered at once with 503 and Retry-After. `/health` is always
 * answered, so that a monitor does not mistake a busy server for a dead one. Clients that take their answers too slowly are cut off.
 */
export function limitLoad(
  server: FastifyInstance,
  { httpConnections, httpProxies, httpRequests }: LoadLimits,
  patience?: Patience,
): void {
  const connections = new Connections(server.server, { max: httpConnections, isProxy: trustedProxies(httpProxies) });
  const bodies = new BodyBudget();
  const readers = new SlowReaders(patience);
  let requests = 0;
  server.addHook('onClose', async () => readers.stop());
  server.addHook('onRequest', (request, reply, next) => {
    if (health.test(request.url)) return next();
    const limit = connections.limitBeyond(request.raw.socket);
    if (limit === null && events.test(request.url)) return next();
    if (limit !== null) {
      reply.header('connection', 'close');
      return busy(reply, limit);
    }
    if (requests >= httpRequests) return busy(reply, `${httpRequests} requests at once`);
    const bytes = bodies.needed(request);
    if (!bodies.take(bytes)) return busy(reply, `${bodies.text} of bodies at once`);
    requests += 1;
    readers.watch(reply.raw);
    reply.raw.once('close', () => {
      requests -= 1;
      bodies.give(bytes);
      readers.forget(reply.raw);
    });
    next();
  });
}

function busy(reply: FastifyReply, limit: string): void {
  reply.header('retry-after', String(retryAfterSeconds));
  refuse(reply, 503, `The server is busy (${limit}): try again in a moment.`);
}
