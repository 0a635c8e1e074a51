import type { Route } from './route.ts';

export const health: Route = {
  path: '/health',
  summary: 'The process answers',
  handle: (app) => async () => ({ status: 'ok', at: app.clock.now() }),
};

export const ready: Route = {
  path: '/ready',
  summary: 'The store answers; 503 when it does not',
  handle: (app) => async () => {
    await (await app.store()).ping();
    return { status: 'ready' };
  },
};
