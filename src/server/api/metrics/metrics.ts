import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { cacheByCost } from '../../../cache-by-cost.ts';
import { kindOf } from '../../../errors.ts';
import { silentAfterMs, type WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import { packageVersion } from '../../../package-version.ts';
import { Answer } from '../../answer.ts';
import type { ServerApp } from '../../server-app.ts';
import { storeAnswer } from '../health.ts';
import type { Route } from '../route.ts';
import { register } from './metric-family.ts';
import { risingCounters } from './rising-counters.ts';
import { type StoreReadings, storeMetrics } from './store-metrics.ts';
import { workerMetrics } from './worker-metrics.ts';

export const metrics: Route = {
  path: '/metrics',
  summary: 'Prometheus: the store, the crawling processes (as last reported to the store), and this process',
  success: { types: ['text/plain'] },
  maxAgeMs: 1_000,
  handle: (app) => {
    const registry = storeRegistry(app);
    return async () => new Answer({ type: registry.contentType, body: await expositionOf(registry, app) });
  },
  completeAnswer: ({ clock }) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const name of misnamed) registry.removeSingleMetric(name);
    const build = { name: 'newshawk_build_info', help: 'Always 1; its label is the version.', labelNames: ['version'] };
    new Gauge({ ...build, registers: [registry] }).set({ version: packageVersion() }, 1);
    const processMetrics = cacheByCost(() => registry.metrics(), clock);
    const rising = risingCounters();
    return async (answer) => {
      if (answer.status !== 200 || answer.body === null) return answer;
      const storeText = typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body).toString();
      return { ...answer, body: `${rising(storeText)}${await processMetrics()}` };
    };
  },
};

/** Gauges of prom-client that end like counters. The same numbers are in `nodejs_active_handles`, `nodejs_active_requests` and `nodejs_active_resources`, by type. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

const storeUp = 'newshawk_store_up';
const storeUpText = (isUp: boolean): string =>
  `# HELP ${storeUp} 1 where the store answers, else 0: then nothing is said of it.\n# TYPE ${storeUp} gauge\n${storeUp} ${isUp ? 1 : 0}\n`;

/** A store that can't be reached is a value, not an error: the process' own metrics go on. */
async function expositionOf(registry: Registry, app: ServerApp): Promise<string> {
  try {
    await storeAnswer(async () => (await app.store()).ping());
    return `${storeUpText(true)}${await registry.metrics()}`;
  } catch (error) {
    if (kindOf(error) !== 'store') throw error;
    app.log.warn('metrics.no-store', { message: error instanceof Error ? error.message : String(error) });
    return storeUpText(false);
  }
}

function storeRegistry(app: ServerApp): Registry {
  const registry = new Registry();
  const { clock } = app;
  const visits = cacheByCost(async () => (await app.store()).visits.summary({}), clock);
  const sites = cacheByCost(async () => (await app.store()).wrappers.briefs(), clock);
  const failures = cacheByCost(async () => (await app.store()).failures.counts(), clock);
  const holdings = cacheByCost(async () => (await app.store()).sources.holdings(), clock);
  const blobs = cacheByCost(async () => (await app.store()).blobs.size(), clock);
  const readings = async (): Promise<StoreReadings> => ({
    store: await app.store(),
    now: clock.now(),
    visits,
    sites,
    failures,
    holdings,
    blobs,
  });
  for (const family of storeMetrics)
    register(
      registry,
      family,
      cacheByCost(async () => family.read(await readings()), clock),
    );
  const beats = cacheByCost(async () => heardNow(app), clock);
  for (const family of workerMetrics) register(registry, family, async () => family.read(await beats()));
  return registry;
}

/** Crawling processes report to the store every 5 s, so one address shows all of them, on any machine. */
async function heardNow(app: ServerApp): Promise<readonly WorkerBeat[]> {
  const { workers } = await app.store();
  return await workers.heardSince(new Date(app.clock.now().getTime() - silentAfterMs));
}
