import { createHash } from 'node:crypto';
import PQueue from 'p-queue';
import type { BrowserPool } from '../../browser-port.ts';
import { NewshawkError } from '../../errors.ts';
import type { BrowserHealth } from '../../model/crawl/browser-health.ts';
import { type BrowserPoolOptions, createBrowserPool } from './browser-pool.ts';

interface BrowserPoolsOptions extends BrowserPoolOptions {
  /** `processes`: browsers to start. `maxContexts` is the limit of all browsers together. */
  readonly browsers: BrowserPoolOptions['browsers'] & { readonly processes: number };
}

/** Creates one pool over several browsers. Each starts with its first page; starts are queued. */
export function createBrowserPools(options: BrowserPoolsOptions): BrowserPool {
  const { processes } = options.browsers;
  const maxContexts = Math.ceil(options.browsers.maxContexts / processes);
  const starts = new PQueue({ concurrency: 1 });
  const poolOptions = {
    ...options,
    browsers: { ...options.browsers, maxContexts },
    queueStart: <T>(start: () => Promise<T>): Promise<T> => starts.add(start),
  };
  return combinePools(Array.from({ length: processes }, () => createBrowserPool(poolOptions)));
}

/** Assigns each identity to one browser, which has its context. When that browser is absent, the next one is used. */
export function combinePools(pools: readonly BrowserPool[]): BrowserPool {
  const poolOf = (identityId: string): BrowserPool => {
    const first = createHash('sha256').update(identityId).digest().readUInt32BE(0) % pools.length;
    const inOrder = [...pools.slice(first), ...pools.slice(0, first)];
    const pool = inOrder.find(({ health }) => health.state !== 'absent') ?? inOrder[0];
    if (pool === undefined) throw new NewshawkError('bug', 'there is no browser');
    return pool;
  };
  const sum = (of: keyof BrowserPool['stats']): number => pools.reduce((total, { stats }) => total + stats[of], 0);
  return {
    open: async (plan) => poolOf(plan.identity.id).open(plan),
    openPlayer: async (plan) => poolOf(plan.identity.id).openPlayer(plan),
    get stats() {
      return { pages: sum('pages'), contexts: sum('contexts'), launches: sum('launches') };
    },
    get health() {
      return combineHealth(pools.map(({ health }) => health));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}

/** The best state. If all browsers are absent: the one whose next start is first. */
function combineHealth(healths: readonly BrowserHealth[]): BrowserHealth {
  const available = healths.find(({ state }) => state === 'ready') ?? healths.find(({ state }) => state === 'idle');
  if (available !== undefined) return available;
  const absences = healths.filter((health) => health.state === 'absent');
  const [next] = absences.toSorted((a, b) => a.nextTryMs - b.nextTryMs);
  if (next === undefined) return { state: 'idle' };
  return { ...next, hasRun: absences.some(({ hasRun }) => hasRun) };
}
