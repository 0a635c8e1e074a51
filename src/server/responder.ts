import { kindOf } from '../errors.ts';
import { type ApiAnswer, type ApiRequest, problem, toAnswer } from './answer.ts';
import type { Route } from './api/route.ts';
import type { ServerApp } from './server-app.ts';

/** Answers requests for routes: in this thread, from a cache, or in worker threads. */
export interface Responder {
  answer(route: Route, request: ApiRequest): Promise<ApiAnswer>;
}

/** Answers in this thread. Never rejects: errors become answers, so that they can be sent between threads. */
export function directResponder(app: ServerApp, routes: readonly Route[]): Responder {
  const handles = new Map(routes.map((route) => [route, route.handle(app)]));
  return {
    answer: async (route, request) => {
      try {
        return toAnswer(await handles.get(route)?.(request));
      } catch (error) {
        return errorAnswer(error, route, app);
      }
    },
  };
}

function errorAnswer(error: unknown, { path }: Route, { log }: ServerApp): ApiAnswer {
  const kind = kindOf(error);
  const message = error instanceof Error ? error.message : String(error);
  log.error('server.failed', { path, kind, message });
  // A bug's message may show internals: it goes to the log only.
  return kind === 'store'
    ? problem(503, `The store can't be reached: ${message}`)
    : problem(500, 'The server failed on this request: its log says more.');
}
