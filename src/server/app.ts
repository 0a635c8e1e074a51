import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { publicBase } from '../watch/websub/feed-pings.ts';
import { checkAccess, guardAccess, securityHeaders } from './access.ts';
import { answerUnknownRoutes } from './allowed-methods.ts';
import { type ApiAnswer, isFresh } from './answer.ts';
import { methodOf, type Route } from './api/route.ts';
import { stats } from './api/stats.ts';
import { refuseBrokenRequest } from './broken-requests.ts';
import { addDashboard } from './dashboard-files/add-dashboard.ts';
import { openDashboard } from './dashboard-files/open-dashboard.ts';
import { EventFeed } from './events/event-feed.ts';
import { addEvents, eventsRoute } from './events/event-stream.ts';
import { sourceChange } from './events/source-change.ts';
import { headerTimeouts, requestTimeout } from './guards/connections.ts';
import { takeAbsoluteForm } from './guards/hosts.ts';
import { trustedProxies } from './guards/trusted-proxies.ts';
import { readJsonBodies } from './json-bodies.ts';
import { limitLoad } from './load-limits.ts';
import { describeApi } from './openapi.ts';
import { refuse } from './refuse.ts';
import { directResponder, type Responder } from './responder.ts';
import { routes } from './routes.ts';
import type { ServerApp } from './server-app.ts';
import { addWebSub } from './websub.ts';

/**
 * Builds the HTTP API and the dashboard, without listening.
 * @param responder answers all routes but those with `isAnsweredByListener` (`/health`)
 * @throws CommandError (configuration) when other machines reach the address and no token protects it; where there are hubs, but no public address
 */
export function buildServer(app: ServerApp, responder: Responder = directResponder(app, routes)): FastifyInstance {
  checkAccess(app.config);
  publicBase(app.config);
  const server = fastify({
    // An unknown parameter is an error: it is not removed silently. One error is enough: a body of some MB can have a million.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true, allErrors: false } },
    // The schemas limit parameters; beyond this limit fastify would answer 404.
    routerOptions: { maxParamLength: 16_384 },
    bodyLimit: 64 * 1024,
    requestTimeout,
    trustProxy: trustedProxies(app.config.httpProxies),
    http: headerTimeouts,
    forceCloseConnections: true,
    rewriteUrl: takeAbsoluteForm,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, _request, reply) => {
      reply.headers(securityHeaders);
      refuse(reply, error.statusCode ?? 400, error.message);
    },
  });
  readJsonBodies(server);
  guardAccess(server, app.config, app.clock);
  limitLoad(server, app.config);
  answerUnknownRoutes(server);
  answerErrors(server, app);
  const ownResponder = directResponder(app, routes);
  const feed = new EventFeed({ ...app, stats: async () => bodyOf(await responder.answer(stats, statsRequest)) });
  for (const route of routes)
    addRoute(server, route, { app, feed, responder: route.isAnsweredByListener === true ? ownResponder : responder });
  addEvents(server, feed, app.config);
  const description = describeApi([...routes, eventsRoute]);
  server.get('/openapi.json', async () => description);
  addDashboard(server, () => openDashboard());
  addWebSub(server, app);
  return server;
}

const statsRequest = { params: {}, query: {}, body: undefined, host: 'localhost' };

/** Null: there is no answer now. */
const bodyOf = ({ status, body }: ApiAnswer): unknown =>
  status === 200 && body !== null ? JSON.parse(Buffer.from(body).toString('utf8')) : null;

interface RouteParts {
  readonly app: ServerApp;
  readonly feed: EventFeed;
  readonly responder: Responder;
}

function addRoute(server: FastifyInstance, route: Route, { app, feed, responder }: RouteParts): void {
  const { path, params, query, body, maxBodyBytes } = route;
  const finish = route.completeAnswer?.(app);
  server.route({
    method: methodOf(route.method, route.body),
    url: path,
    bodyLimit: maxBodyBytes,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    // no promise is returned: fastify would watch the socket of each request until its answer is sent
    handler: (request, reply) => {
      const apiRequest = { params: request.params, query: request.query, body: request.body, host: hostOf(request) };
      const answered = async () => {
        const answer = await responder.answer(route, apiRequest);
        const change = sourceChange(route, apiRequest, answer, app.clock.now());
        if (change !== null) feed.tell(change);
        return finish === undefined ? answer : await finish(answer, apiRequest);
      };
      answered()
        .then((answer) => void send(request, reply, answer))
        .catch((error: unknown) => void reply.send(error));
    },
  });
}

const hostOf = ({ headers: { host } }: FastifyRequest): string => host ?? 'localhost';

function send(request: FastifyRequest, reply: FastifyReply, { status, type, headers, body }: ApiAnswer): FastifyReply {
  reply.headers(headers);
  if (status === 200 && isFresh(request.headers, headers)) return reply.code(304).send();
  if (type !== null) reply.type(type);
  return reply.code(status).send(body ?? undefined);
}

function answerErrors(server: FastifyInstance, app: ServerApp): void {
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return refuse(reply, status, error.message);
    app.log.error('server.failed', { path: request.url, kind: 'bug', message: error.message });
    return refuse(reply, 500, 'The server failed on this request: its log says more.');
  });
}
