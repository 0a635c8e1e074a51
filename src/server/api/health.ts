import { silentAfterMs, type WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { Route } from './route.ts';
import { count, list, object, orNull, text, time } from './schemas.ts';

export const health: Route = {
  path: '/health',
  summary: 'The process runs',
  success: { schema: object({ status: { type: 'string', const: 'ok' }, at: time }) },
  isPublic: true,
  isAnsweredByListener: true,
  handle: (app) => async () => ({ status: 'ok', at: app.clock.now() }),
};

export const ready: Route = {
  path: '/ready',
  summary: 'The store answers; 503 when it does not. With the browser state of each crawling process',
  success: {
    schema: object({
      status: { type: 'string', const: 'ready' },
      browsers: list(
        object({
          run: text,
          browser: { type: 'string', enum: ['idle', 'ready', 'absent'] },
          since: orNull(time),
          nextTryInSeconds: orNull(count),
          why: orNull(text),
        }),
      ),
    }),
  },
  isPublic: true,
  handle: (app) => async () => {
    const store = await app.store();
    await store.ping();
    const workers = await store.workers.heardSince(new Date(app.clock.now().getTime() - silentAfterMs));
    return { status: 'ready', browsers: workers.map(browserOf) };
  },
};

/** Contains no paths: the route is public. */
function browserOf({ run, at, load }: WorkerBeat) {
  const browser = load.browser ?? { state: 'idle' }; // beats of older versions have no browser state
  if (browser.state !== 'absent')
    return { run, browser: browser.state, since: null, nextTryInSeconds: null, why: null };
  const { state, forMs, nextTryMs, why } = browser;
  const since = new Date(at.getTime() - forMs);
  return { run, browser: state, since, nextTryInSeconds: Math.round(nextTryMs / 1_000), why };
}
