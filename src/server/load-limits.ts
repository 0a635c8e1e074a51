import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../settings/config.ts';
import { refuse } from './refuse.ts';

type LoadLimits = Pick<Config, 'httpConnections' | 'httpRequests'>;

/** Connections beyond the limit that are still taken, to say that it is reached and to answer `/health`; more are closed unheard. */
const spareConnections = 64;
/** How long a client that is sent away waits before it comes back, s. */
const retryAfterSeconds = 1;

const health = /^\/health(\?|$)/;

/**
 * Bounds what runs at once: with all connections or all requests in use, the next ones are answered 503 with Retry-After at once, without any work. `/health`
 * is always answered: whoever watches us must not take much to do for death.
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
  server.addHook('onRequest', async (request, reply) => {
    if (health.test(request.url)) return;
    const isExcess = excess.has(request.raw.socket);
    if (isExcess || requests >= httpRequests) {
      reply.header('retry-after', String(retryAfterSeconds));
      if (isExcess) reply.header('connection', 'close');
      const reachedLimit = isExcess ? `${httpConnections} connections` : `${httpRequests} requests at once`;
      return refuse(reply, 503, `The server has as much to do as it takes (${reachedLimit}): try again in a moment.`);
    }
    requests += 1;
    reply.raw.once('close', () => {
      requests -= 1;
    });
  });
}
