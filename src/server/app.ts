import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { kindOf } from '../errors.ts';
import { checkAccess, guardAccess } from './access.ts';
import { getArticle, listArticles } from './api/articles.ts';
import { listCalibration, postCalibration } from './api/calibration.ts';
import { listCategories } from './api/categories.ts';
import { failureScreenshot, failureSnapshot, getFailure, listFailures } from './api/failures.ts';
import { getFeed } from './api/feeds.ts';
import { health, ready } from './api/health.ts';
import { listHot } from './api/hot.ts';
import { deleteLabel, postLabel, sampleLabels } from './api/labels.ts';
import { listMedia } from './api/media.ts';
import { metrics } from './api/metrics.ts';
import { methodOf, type Route } from './api/route.ts';
import { listSources } from './api/sources.ts';
import { stats } from './api/stats.ts';
import { addTopic, deleteTopic, getTopic, listTopics, putTopic } from './api/topics.ts';
import { listVisits } from './api/visits.ts';
import { addDashboard } from './dashboard.ts';
import { describeApi } from './openapi.ts';
import { problem } from './problem.ts';
import type { ServerApp } from './server-app.ts';

/** Every route of the API; what they take and give is in their own files. */
const routes: readonly Route[] = [
  listArticles, // GET /v1/articles
  getArticle, // GET /v1/articles/:id
  listMedia, // GET /v1/media
  listSources, // GET /v1/sources
  listFailures, // GET /v1/failures
  getFailure, // GET /v1/failures/:id
  failureScreenshot, // GET /v1/failures/:id/screenshot
  failureSnapshot, // GET /v1/failures/:id/snapshot
  stats, // GET /v1/stats
  listVisits, // GET /v1/visits
  listTopics, // GET /v1/topics
  addTopic, // POST /v1/topics
  getTopic, // GET /v1/topics/:id
  putTopic, // PUT /v1/topics/:id
  deleteTopic, // DELETE /v1/topics/:id
  sampleLabels, // GET /v1/labels
  postLabel, // POST /v1/labels
  deleteLabel, // DELETE /v1/labels/:id
  listHot, // GET /v1/hot
  listCalibration, // GET /v1/calibration
  postCalibration, // POST /v1/calibration
  listCategories, // GET /v1/categories
  getFeed, // GET /v1/feeds/<name>.(rss|atom|json)
  health, // GET /health
  ready, // GET /ready
  metrics, // GET /metrics
];

/**
 * Builds the HTTP API and the dashboard, without listening.
 * @throws CommandError (configuration) when others could reach it and no token protects it
 */
export function buildServer(app: ServerApp): FastifyInstance {
  checkAccess(app.config);
  const server = fastify({
    // A filter that does not exist is a mistake to be named, not to be dropped.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: true, allErrors: true } },
    routerOptions: { maxParamLength: 300 },
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: true,
  });
  guardAccess(server, app.config);
  answerErrors(server, app);
  for (const { method, path, summary, params, query, body, maxBodyBytes, handle } of routes)
    server.route({
      method: methodOf({ method, body }),
      url: path,
      bodyLimit: maxBodyBytes,
      schema: { summary, ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
      handler: handle(app),
    });
  const description = describeApi(routes);
  server.get('/openapi.json', async () => description);
  addDashboard(server);
  return server;
}

function answerErrors(server: FastifyInstance, app: ServerApp): void {
  server.setNotFoundHandler((_request, reply) => problem(reply, 404, 'There is nothing here: see /openapi.json.'));
  server.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return problem(reply, status, error.message);
    const kind = kindOf(error);
    app.log.error('server.failed', { path: request.url, kind, message: error.message });
    // What a bug says of our inside is for the log only.
    return kind === 'store'
      ? problem(reply, 503, `The store can't be reached: ${error.message}`)
      : problem(reply, 500, 'The server failed on this request: its log says more.');
  });
}
