import type { Clock, Log } from '../../ports.ts';
import { checkProxies } from './check-proxies.ts';
import { collectProxies } from './collect-proxies.ts';
import type { ProxyPorts } from './proxy-ports.ts';

/** Between two looks whether a check is due, ms; and after a failed one. */
const [lookEveryMs, retryAfterMs] = [5 * 60_000, 60 * 60_000];
/** The day's list is made anew after this time, ms. */
const checkEveryMs = 24 * 3_600_000;

interface RoundPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Opened for each round: a check uses many connections. */
  readonly proxyPorts: () => Promise<ProxyPorts>;
}

/** Returns a function to call often: it collects and checks proxies in the background once a day, where lists are configured. A failure is logged and comes again. */
export function proxyRounds({ clock, log, proxyPorts }: RoundPorts): () => void {
  let nextMs = clock.monotonicMs();
  let isRunning = false;
  const round = async () => {
    try {
      const io = await proxyPorts();
      if (io.lists.urls.length > 0 && (await isDue(io))) {
        await collectProxies(io);
        await checkProxies(io);
      }
    } catch (error) {
      nextMs = clock.monotonicMs() + retryAfterMs;
      log.warn('proxies.failed', { message: error instanceof Error ? error.message : String(error) });
    }
    isRunning = false;
  };
  return () => {
    if (isRunning || clock.monotonicMs() < nextMs) return;
    nextMs = clock.monotonicMs() + lookEveryMs;
    isRunning = true;
    void round();
  };
}

/** Whether the newest check is older than a day; a time in the future means that the clock was set back. */
async function isDue({ store, clock }: ProxyPorts): Promise<boolean> {
  const times = (await store.proxies.list()).map(({ check }) => check?.at.getTime() ?? 0);
  const ageMs = clock.now().getTime() - Math.max(0, ...times);
  return ageMs < 0 || ageMs >= checkEveryMs;
}
