import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { checkAccess, guardAccess, isLoopback } from '../server/access.ts';
import type { AccessSettings } from '../server/guards/access-settings.ts';
import { limitLoad } from '../server/load-limits.ts';
import { refuse } from '../server/refuse.ts';
import type { McpApp } from './mcp-app.ts';
import { buildMcpServer } from './server.ts';

export type McpHttpSettings = AccessSettings & Pick<McpApp['config'], 'httpPort' | 'httpConnections' | 'httpRequests'>;

/** Where clients find it. */
export const mcpPath = '/mcp';
/** Bytes of one message: a page's HTML may be in it. */
const maxBodyBytes = 8_000_000;

/**
 * Builds the server of MCP's streamable HTTP, without listening. Host header and token are checked as by `serve`.
 * @throws CommandError (configuration) where other machines reach the address and no token protects it
 */
export function buildMcpHttp(app: McpApp, settings: McpHttpSettings): FastifyInstance {
  checkAccess(settings);
  const handler = createMcpHandler(() => buildMcpServer(app), {
    maxRequestBodySize: maxBodyBytes,
    onerror: (error) => app.log.warn('mcp.message-failed', { message: error.message }),
  });
  const server = fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true });
  guardAccess(server, settings, app.clock);
  limitLoad(server, settings);
  server.addHook('onRequest', async (request, reply) => {
    if (!isOwnOrigin(request, settings)) return refuse(reply, 403, 'Pages of other origins may not use this server.');
  });
  server.get('/health', async () => ({ status: 'ok' }));
  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    handler: (request, reply) => answer(handler, request, reply),
  });
  server.setNotFoundHandler((_request, reply) => refuse(reply, 404, `MCP is at ${mcpPath}.`));
  server.addHook('onClose', () => handler.close());
  return server;
}

/** A browser names the origin of the page that asks. A page of another site must not use a server of this machine, even without a token. */
function isOwnOrigin({ headers }: FastifyRequest, { httpHost }: Pick<McpHttpSettings, 'httpHost'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true; // no browser
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  return isLoopback(httpHost) ? isLoopback(from.hostname) : from.host === host;
}

async function answer(handler: McpHttpHandler, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const gone = new AbortController();
  // Without this, a call of a client that is gone would run to its end.
  reply.raw.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const url = `http://${request.headers.host ?? 'localhost'}${request.url}`;
  const body = request.method === 'POST' ? JSON.stringify(request.body ?? null) : null;
  const web = new Request(url, { method: request.method, headers, body, signal: gone.signal });
  const { body: parsedBody } = request;
  return reply.send(await handler.fetch(web, parsedBody === undefined ? {} : { parsedBody }));
}
