import type { Route } from './route.ts';
import { object, time } from './schemas.ts';

export const health: Route = {
  path: '/health',
  summary: 'The process answers',
  gives: { schema: object({ status: { type: 'string', const: 'ok' }, at: time }) },
  isOpen: true,
  answersItself: true,
  handle: (app) => async () => ({ status: 'ok', at: app.clock.now() }),
};

export const ready: Route = {
  path: '/ready',
  summary: 'The store answers; 503 when it does not',
  gives: { schema: object({ status: { type: 'string', const: 'ready' } }) },
  isOpen: true,
  handle: (app) => async () => {
    await (await app.store()).ping();
    return { status: 'ready' };
  },
};
