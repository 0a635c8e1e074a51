/** What a frame's scripts wait for. */
export interface WaitStore {
  /** Due times (`performance.now()`) of one-shot timers, by number. */
  readonly timers: Map<number, number>;
  /** Number of running intervals. */
  readonly intervals: Set<number>;
  /** Time until the next one-shot timer fires, ms; null: none is set. */
  readonly nextMs: () => number | null;
}

/** The part of the hooks' store that `hookTimers` sets. */
interface HasWaits {
  waits: WaitStore | undefined;
}

/**
 * Runs in every frame before its scripts (as source text): keeps a list of the timers that are still to fire, as a page that starts its player after a delay
 * shows nothing else. A timer that is set again and again by its own callback polls: it is left out from the third time on.
 */
export function hookTimers(store: HasWaits): void {
  const timers = new Map<number, number>();
  const nextMs = (): number | null =>
    timers.size === 0 ? null : Math.max(0, Math.min(...timers.values()) - performance.now());
  const waits: WaitStore = { timers, intervals: new Set(), nextMs };
  store.waits = waits;
  const limits = { shortestMs: 150, depth: 3, timers: 200 };
  let depth = 0;
  const around = (callback: (...args: unknown[]) => unknown, before: () => void, level: number) =>
    function (this: unknown, ...args: unknown[]): unknown {
      before();
      const outer = depth;
      depth = level;
      try {
        return Reflect.apply(callback, this, args);
      } finally {
        depth = outer;
      }
    };
  window.setTimeout = new Proxy(window.setTimeout, {
    apply(target, self, [callback, delay, ...rest]: [unknown, unknown, ...unknown[]]) {
      const delayMs = Number(delay) || 0;
      const level = depth + 1;
      const isCounted = delayMs >= limits.shortestMs && level <= limits.depth && waits.timers.size < limits.timers;
      if (typeof callback !== 'function') return Reflect.apply(target, self, [callback, delay, ...rest]) as number;
      let id = 0;
      const wrapped = around(callback as () => unknown, () => waits.timers.delete(id), level);
      id = Reflect.apply(target, self, [wrapped, delay, ...rest]) as number;
      if (isCounted) waits.timers.set(id, performance.now() + delayMs);
      return id;
    },
  });
  window.setInterval = new Proxy(window.setInterval, {
    apply(target, self, args: unknown[]) {
      const id = Reflect.apply(target, self, args) as number;
      waits.intervals.add(id);
      return id;
    },
  });
  for (const name of ['clearTimeout', 'clearInterval'] as const)
    window[name] = new Proxy(window[name], {
      apply(target, self, args: [number | undefined]) {
        waits.timers.delete(Number(args[0]));
        waits.intervals.delete(Number(args[0]));
        return Reflect.apply(target, self, args);
      },
    });
}
