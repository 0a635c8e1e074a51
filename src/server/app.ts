import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { checkAccess, guardAccess, guardHeaders } from './access.ts';
import { answersNothingElse } from './allowed-methods.ts';
import type { ApiAnswer } from './answer.ts';
import { type Answers, directAnswers } from './answers.ts';
import { methodOf, type Route } from './api/route.ts';
import { isFresh } from './conditional.ts';
import { addDashboard } from './dashboard.ts';
import { limitLoad } from './load-limits.ts';
import { describeApi } from './openapi.ts';
import { refuse } from './refuse.ts';
import { routes } from './routes.ts';
import type { ServerApp } from './server-app.ts';

/**
 * Builds the HTTP API and the dashboard, without listening.
 * @param answers who answers; what says that the process is there (`/health`) never waits for them
 * @throws CommandError (configuration) when others could reach it and no token protects it
 */
export function buildServer(app: ServerApp, answers: Answers = directAnswers(app, routes)): FastifyInstance {
  checkAccess(app.config);
  const server = fastify({
    // A filter that does not exist is a mistake to be named, not to be dropped.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true, allErrors: true } },
    // The schemas say how long a parameter may be; beyond this a path would not be found at all.
    routerOptions: { maxParamLength: 16_384 },
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => {
      reply.headers(guardHeaders);
      refuse(reply, error.statusCode ?? 400, error.message);
    },
  });
  guardAccess(server, app.config);
  limitLoad(server, app.config);
  answersNothingElse(server);
  answerErrors(server, app);
  const own = directAnswers(app, routes);
  for (const route of routes) addRoute(server, route, route.answersItself === true ? own : answers, app);
  const description = describeApi(routes);
  server.get('/openapi.json', async () => description);
  addDashboard(server);
  return server;
}

function addRoute(server: FastifyInstance, route: Route, answers: Answers, app: ServerApp): void {
  const { path, params, query, body, maxBodyBytes } = route;
  const finish = route.finish?.(app) ?? (async (answer: ApiAnswer) => answer);
  server.route({
    method: methodOf(route),
    url: path,
    bodyLimit: maxBodyBytes,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    handler: async (request, reply) => {
      const asked = { params: request.params, query: request.query, body: request.body, host: hostOf(request) };
      return send(request, reply, await finish(await answers.answer(route, asked), asked));
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
