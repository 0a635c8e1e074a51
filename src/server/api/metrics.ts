import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { silentAfterMs } from '../../model/crawl/worker-beat.ts';
import { cacheByCost } from '../../pipeline/upkeep/cache-by-cost.ts';
import { countWrappers } from '../../stages/site-learning/learning-state.ts';
import type { Store } from '../../storage/port.ts';
import { Answer } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import type { Route } from './route.ts';
import { workerGauges, workerRows } from './worker-metrics.ts';

export const metrics: Route = {
  path: '/metrics',
  summary: 'Prometheus: the store, the crawling processes (as last reported to the store), and this process',
  success: { types: ['text/plain'] },
  maxAgeMs: 1_000,
  handle: (app) => {
    const registry = storeRegistry(app);
    return async () => new Answer({ type: registry.contentType, body: await registry.metrics() });
  },
  completeAnswer: ({ clock }) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const processMetrics = cacheByCost(() => registry.metrics(), clock);
    return async (answer) => {
      if (answer.status !== 200 || answer.body === null) return answer;
      const storeMetrics = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString();
      return { ...answer, body: `${storeMetrics}${await processMetrics()}` };
    };
  },
};

interface StoreGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Rows of label values and a number. */
  readonly read: (store: Store) => Promise<readonly (readonly [labels: readonly string[], value: number])[]>;
}

const storeGauges: readonly StoreGauge[] = [
  {
    name: 'newshawk_articles',
    help: 'Articles in the store',
    labels: ['status'],
    read: ({ articles }) =>
      Promise.all(
        (['published', 'duplicate', 'off-topic'] as const).map(
          async (status) => [[status], await articles.count({ status })] as const,
        ),
      ),
  },
  {
    name: 'newshawk_frontier_tasks',
    help: 'Tasks of the frontier',
    labels: ['state'],
    read: async ({ frontier }) => Object.entries(await frontier.counts()).map(([state, count]) => [[state], count]),
  },
  {
    name: 'newshawk_visits',
    help: 'Tasks that ended, of all time',
    labels: ['outcome'],
    read: async ({ visits }) =>
      Object.entries((await visits.summary({})).byOutcome).map(([outcome, count]) => [[outcome], count]),
  },
  {
    name: 'newshawk_failures',
    help: 'Failures in the store',
    labels: ['site', 'reason'],
    read: async ({ failures }) =>
      (await failures.counts()).map(({ site, reason, count }) => [[site, reason], count] as const),
  },
  {
    name: 'newshawk_media_items',
    help: 'Media items in the store',
    labels: [],
    read: async ({ media }) => [[[], await media.count()]],
  },
  {
    name: 'newshawk_wrappers',
    help: 'Sites that are learned, that have a learned wrapper in use, and whose layout has changed without one',
    labels: ['state'],
    read: async ({ wrappers }) =>
      Object.entries(countWrappers(await wrappers.list())).map(([state, n]) => [[state], n]),
  },
  {
    name: 'newshawk_blob_bytes',
    help: 'Bytes of all blobs',
    labels: [],
    read: async ({ blobs }) => [[[], (await blobs.size()).bytes]],
  },
];

/** Crawling processes report to the store every 5 s, so one address shows all of them, on any machine. */
const workerStoreGauges = (now: () => Date): readonly StoreGauge[] =>
  workerGauges.map((gauge) => ({
    name: `newshawk_worker_${gauge.name}`,
    help: gauge.help,
    labels: gauge.label === undefined ? ['worker'] : ['worker', gauge.label],
    read: async ({ workers }) => workerRows(gauge, await workers.heardSince(new Date(now().getTime() - silentAfterMs))),
  }));

function storeRegistry(app: ServerApp): Registry {
  const registry = new Registry();
  for (const { name, help, labels, read } of [...storeGauges, ...workerStoreGauges(() => app.clock.now())]) {
    const readRows = cacheByCost(async () => read(await app.store()), app.clock);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const rows = await readRows();
        this.reset();
        for (const [values, value] of rows)
          this.set(Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])), value);
      },
    });
  }
  return registry;
}
