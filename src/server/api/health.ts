import { z } from 'zod';
import { StoreDown } from '../../errors.ts';
import { silentAfterMs, type WorkerBeat } from '../../model/crawl/worker-beat.ts';
import { count, listOf, record } from '../../model/schema.ts';
import type { Route } from './route.ts';

export const health: Route = {
  path: '/health',
  summary: 'The process runs',
  success: { schema: record({ status: z.literal('ok'), at: z.date() }) },
  isPublic: true,
  isAnsweredByListener: true,
  handle: (app) => async () => ({ status: 'ok', at: app.clock.now() }),
};

export const ready: Route = {
  path: '/ready',
  summary:
    'The store answers; 503 when it does not within 2 s. With since when a crawling process misses its queue, and the browser state of each',
  success: {
    schema: record({
      status: z.literal('ready'),
      queueAwaySince: z.date().nullable(),
      browsers: listOf(
        record({
          run: z.string(),
          browser: z.enum(['idle', 'ready', 'absent']),
          since: z.date().nullable(),
          nextTryInSeconds: count.nullable(),
          why: z.string().nullable(),
        }),
      ),
    }),
  },
  isPublic: true,
  handle: (app) => async () => {
    const workers = await storeAnswer(async () => {
      const store = await app.store();
      await store.ping();
      return await store.workers.heardSince(new Date(app.clock.now().getTime() - silentAfterMs));
    });
    return { status: 'ready', queueAwaySince: queueAwaySince(workers), browsers: workers.map(browserOf) };
  },
};

/** By the process that has missed it longest. */
const queueAwaySince = (workers: readonly WorkerBeat[]): Date | null =>
  workers.flatMap((worker) => worker.queueAwaySince ?? []).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;

/** Contains no paths: the route is public. */
function browserOf({ run, at, load }: WorkerBeat) {
  const browser = load.browser ?? { state: 'idle' }; // beats of older versions have no browser state
  if (browser.state !== 'absent')
    return { run, browser: browser.state, since: null, nextTryInSeconds: null, why: null };
  const { state, forMs, nextTryMs, why } = browser;
  const since = new Date(at.getTime() - forMs);
  return { run, browser: state, since, nextTryInSeconds: Math.round(nextTryMs / 1_000), why };
}

/** How long the store may take to answer, ms: well below the time limits of load balancers and of Prometheus (10 s). */
const limitMs = 2_000;

/** @returns what the store answers @throws StoreDown where it takes longer: the driver would wait for a frozen server for 40 s */
export async function storeAnswer<T>(ask: () => Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new StoreDown(`it does not answer within ${limitMs / 1_000} s`, { isAway: true })),
    limitMs,
  );
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}
