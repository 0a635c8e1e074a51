import type { LoadLimit, LoadSample } from '../../model/crawl/load.ts';
import { backOff, grow, type Lane, type LaneBounds, type LaneUse, openLane, stepDown } from './lane.ts';

/** The concurrency of browser pages and static fetches. Two budgets, as a browser page costs 20 times the CPU of a static fetch. */
export interface Concurrency {
  readonly browser: Lane;
  readonly fetches: Lane;
  readonly limitedBy: LoadLimit;
  /** Smoothed, as single samples include garbage collections and other processes. */
  readonly cpu: number;
  readonly loop: number;
  readonly delayMs: number;
  /** Number of samples in a row with full CPU. */
  readonly full: number;
}

export interface ConcurrencyBounds {
  readonly browser: LaneBounds;
  readonly fetches: LaneBounds;
}

export interface ConcurrencyUse {
  readonly browser: LaneUse;
  readonly fetches: LaneUse;
}

/** Weight of the newest sample in the smoothed values: four samples show a change almost in full. */
const newestWeight = 0.4;
/** Shares of free memory: below the first, at most one page is open; below the second, no page opens. A page takes 50 to 70 MB. */
const [lowMemory, noMemory] = [0.1, 0.05];
/** Share of free memory below which the concurrency stops growing: open pages may still take more. */
const memoryToGrow = 0.2;
/** p99 of the event loop's delay: growth stops above the first, the concurrency steps down above the second. On a busy machine, 100 ms come from waiting for a core. */
const [lateMs, tooLateMs] = [50, 150];
/** Share of busy time from which the loop's delay is due to its own work. */
const ownLoadShare = 0.6;
const halfStart = ({ min, start }: LaneBounds): number => Math.max(min, Math.ceil(start / 2));
/**
 * Utilisation at which a resource counts as busy. By the utilisation law (Denning and Buzen, 1978), throughput is utilisation / service demand: pages/s stop
 * growing when the busiest resource is full. Two resources can be it: the cores, and the main thread.
 */
const busyShare = 0.9;
const fullShare = 0.98;
const fullSamplesToStepDown = 5;

interface PressureRule {
  readonly name: LoadLimit;
  readonly applies: (sample: LoadSample, state: Concurrency) => boolean;
  readonly relieve: (
    state: Concurrency,
    bounds: ConcurrencyBounds,
    use: ConcurrencyUse,
  ) => Pick<Concurrency, 'browser' | 'fetches'>;
}

/** The first rule that applies reduces the concurrency at once. */
const pressures: readonly PressureRule[] = [
  {
    name: 'memory',
    applies: ({ freeMemory }) => freeMemory < noMemory,
    relieve: ({ browser, fetches }, bounds, use) => ({
      browser: backOff(browser, { to: 0, use: use.browser }),
      fetches: backOff(fetches, { to: bounds.fetches.min, use: use.fetches }),
    }),
  },
  {
    name: 'memory',
    applies: ({ freeMemory }) => freeMemory < lowMemory,
    relieve: ({ browser, fetches }, bounds, use) => ({
      browser: backOff(browser, { to: 1, use: use.browser }),
      fetches: backOff(fetches, { to: Math.max(bounds.fetches.min, fetches.limit >> 1), use: use.fetches }),
    }),
  },
  {
    // late without much own work: it waited for a core. At least half of the start value is kept: progress matters more than delay
    name: 'event-loop',
    applies: (_, { delayMs, loop }) => delayMs > tooLateMs && loop > ownLoadShare,
    relieve: ({ browser, fetches }, bounds) => ({
      browser: stepDown(browser, Math.max(halfStart(bounds.browser), Math.floor(browser.limit * 0.75))),
      fetches: stepDown(fetches, Math.max(halfStart(bounds.fetches), Math.floor(fetches.limit * 0.75))),
    }),
  },
  {
    // on a shared machine the CPU is always full: the concurrency stays at least at its start value
    name: 'cpu',
    applies: (_, state) => state.full >= fullSamplesToStepDown,
    relieve: ({ browser, fetches }, bounds) => ({
      browser: stepDown(browser, Math.max(Math.min(browser.limit, bounds.browser.start), browser.limit - 1)),
      fetches: stepDown(fetches, Math.max(Math.min(fetches.limit, bounds.fetches.start), fetches.limit - 1)),
    }),
  },
];

/** Rules that stop growth without reducing the concurrency. */
const brakes: readonly {
  readonly name: LoadLimit;
  readonly applies: (sample: LoadSample, state: Concurrency) => boolean;
}[] = [
  { name: 'memory', applies: ({ freeMemory }) => freeMemory < memoryToGrow },
  { name: 'event-loop', applies: (_, { loop, delayMs }) => loop >= busyShare || delayMs > lateMs },
  { name: 'cpu', applies: (_, { cpu }) => cpu >= busyShare },
];

export const startConcurrency = (bounds: ConcurrencyBounds): Concurrency => ({
  browser: openLane(bounds.browser),
  fetches: openLane(bounds.fetches),
  limitedBy: 'demand',
  cpu: 0,
  loop: 0,
  delayMs: 0,
  full: 0,
});

/**
 * The concurrency after one more sample: additive increase, multiplicative decrease (Chiu and Jain, 1989). It grows only while the budget is used up and no
 * resource is short (as TCP validates its window, RFC 7661). @param seconds since the last sample, usually one
 */
export function adjust(
  before: Concurrency,
  sample: LoadSample,
  use: ConcurrencyUse,
  bounds: ConcurrencyBounds,
  seconds = 1,
): Concurrency {
  const state = smoothed(before, sample);
  const pressure = pressures.find(({ applies }) => applies(sample, state));
  if (pressure !== undefined) {
    const isHolding = pressure.name !== 'memory' && before.browser.holdSeconds + before.fetches.holdSeconds > 0;
    return isHolding
      ? { ...state, ...holding(state, seconds), limitedBy: pressure.name }
      : { ...state, ...pressure.relieve(state, bounds, use), full: 0, limitedBy: pressure.name };
  }
  const brake = brakes.find(({ applies }) => applies(sample, state))?.name ?? null;
  const [browser, fetches] = (['browser', 'fetches'] as const).map((name) =>
    grow(state[name], use[name], bounds[name], { braked: brake !== null, seconds }),
  ) as [Lane, Lane];
  return { ...state, browser, fetches, limitedBy: reasonOf({ ...state, browser, fetches }, use, bounds, brake) };
}

const holding = ({ browser, fetches }: Concurrency, seconds: number) => ({
  browser: { ...browser, holdSeconds: Math.max(0, browser.holdSeconds - seconds) },
  fetches: { ...fetches, holdSeconds: Math.max(0, fetches.holdSeconds - seconds) },
});

function smoothed(before: Concurrency, { cpu, loop, loopDelayP99Ms }: LoadSample): Concurrency {
  const mix = (old: number, now: number) => old + newestWeight * (now - old);
  return {
    ...before,
    cpu: mix(before.cpu, cpu),
    loop: mix(before.loop, loop),
    delayMs: mix(before.delayMs, loopDelayP99Ms),
    full: cpu >= fullShare ? before.full + 1 : 0,
  };
}

function reasonOf(
  state: Concurrency,
  use: ConcurrencyUse,
  bounds: ConcurrencyBounds,
  brake: LoadLimit | null,
): LoadLimit {
  const wanting = (['browser', 'fetches'] as const).filter((name) => isUsedUp(state[name], use[name]));
  if (wanting.length === 0) return 'demand';
  if (brake !== null) return brake;
  if (wanting.every((name) => state[name].limit >= bounds[name].max)) return 'most';
  return wanting.some((name) => state[name].holdSeconds > 0) ? 'sites' : 'growing';
}

const isUsedUp = ({ limit }: Lane, { running, waiting }: LaneUse): boolean => waiting > 0 || running >= limit;
