import { createHash } from 'node:crypto';
import { NewshawkError } from '../../errors.ts';
import type { BrowserPool } from '../../ports.ts';
import { type BrowserPoolOptions, openBrowserPool } from './browser-pool.ts';

export interface BrowserPoolsOptions extends BrowserPoolOptions {
  /** `processes` browsers are started; `maxContexts` is for all of them together. */
  readonly browsers: BrowserPoolOptions['browsers'] & { readonly processes: number };
}

/** One or more browsers. @throws CommandError (browser) when one doesn't start; the others are closed */
export async function openBrowserPools(options: BrowserPoolsOptions): Promise<BrowserPool> {
  const { processes } = options.browsers;
  const maxContexts = Math.ceil(options.browsers.maxContexts / processes);
  const own = { ...options, browsers: { ...options.browsers, maxContexts } };
  const starts = await Promise.allSettled(Array.from({ length: processes }, () => openBrowserPool(own)));
  const pools = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed === undefined) return spread(pools);
  await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
  throw failed.reason;
}

/** An identity is always in the same browser: its context is there. */
export function spread(pools: readonly BrowserPool[]): BrowserPool {
  const poolOf = (identityId: string): BrowserPool => {
    const pool = pools[createHash('sha256').update(identityId).digest().readUInt32BE(0) % pools.length];
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
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}
