import { createMcpHandler, type McpHttpHandler, ProtocolErrorCode } from '@modelcontextprotocol/server';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { checkAccess, guardAccess, isLoopback } from '../server/access.ts';
import { headerTimeouts, requestTimeout } from '../server/guards/connections.ts';
import { trustedProxies } from '../server/guards/trusted-proxies.ts';
import { limitLoad } from '../server/load-limits.ts';
import { refuse } from '../server/refuse.ts';
import type { Config } from '../settings/config.ts';
import { maxMessageBytes } from './bounds.ts';
import { buildMcpServer } from './server.ts';

/** Where clients find it. */
export const mcpPath = '/mcp';

/**
 * Builds the server of MCP's streamable HTTP, without listening. Host header and token are checked as by `serve`.
 * @throws CommandError (configuration) where other machines reach the address and no token protects it
 */
export function buildMcpHttp(app: App, settings: Config): FastifyInstance {
  checkAccess(settings);
  const handler = createMcpHandler(() => buildMcpServer(app), {
    maxRequestBodySize: maxMessageBytes,
    onerror: (error) => app.log.warn('mcp.message-failed', { message: error.message }),
  });
  const server = fastify({
    bodyLimit: maxMessageBytes,
    forceCloseConnections: true,
    trustProxy: trustedProxies(settings.httpProxies),
    http: headerTimeouts,
    requestTimeout,
  });
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
  server.setErrorHandler<FastifyError>((error, _request, reply) => refuseMessage(error, reply, app));
  server.addHook('onClose', () => handler.close());
  return server;
}

/** A body that can't be read is answered as JSON-RPC says: a client of MCP reads no other errors. */
function refuseMessage({ code, statusCode = 500, message }: FastifyError, reply: FastifyReply, { log }: App) {
  if (statusCode >= 500) log.error('mcp.failed', { message });
  const isNoJson = code === 'FST_ERR_CTP_INVALID_JSON_BODY' || code === 'FST_ERR_CTP_EMPTY_JSON_BODY';
  const kind = statusCode >= 500 ? 'InternalError' : isNoJson ? 'ParseError' : 'InvalidRequest';
  const error = { code: ProtocolErrorCode[kind], message };
  return reply.code(statusCode).send({ jsonrpc: '2.0', id: null, error });
}

/** A browser names the origin of the page that asks. A page of another site must not use a server of this machine, even without a token. */
function isOwnOrigin({ headers }: FastifyRequest, { httpHost }: Config): boolean {
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
