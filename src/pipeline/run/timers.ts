import { setTimeout as delay } from 'node:timers/promises';
import type { Timers } from '../../ports.ts';

/** The timers of the process. */
export const processTimers: Timers = {
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
  every: (ms, look) => {
    const timer = setInterval(look, ms);
    return () => clearInterval(timer);
  },
};
