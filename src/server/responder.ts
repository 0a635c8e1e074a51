import { kindOf } from '../errors.ts';
import { type ApiAnswer, type ApiRequest, problem, toAnswer } from './answer.ts';
import type { Route } from './api/route.ts';
import type { ServerApp } from './server-app.ts';

/** Who answers what the routes are asked. */
export interface Responder {
  answer(route: Route, request: ApiRequest): Promise<ApiAnswer>;
}

/** Answers in this thread. What goes wrong becomes an answer as well: it has to pass between threads. */
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

function errorAnswer(error: unknown, { path }: Route, { log }: Pick<ServerApp, 'log'>): ApiAnswer {
  const kind = kindOf(error);
  const message = error instanceof Error ? error.message : String(error);
  log.error('server.failed', { path, kind, message });
  // What a bug says of our inside is for the log only.
  return kind === 'store'
    ? problem(503, `The store can't be reached: ${message}`)
    : problem(500, 'The server failed on this request: its log says more.');
}
