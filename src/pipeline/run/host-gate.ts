import { HostGate } from '../../stages/schedule/politeness.ts';
import type { CrawlPorts } from '../ports.ts';

/** Shorter rests are not worth a write: a process takes some seconds to start. */
const shortestMs = 10_000;

export interface OpenHostGate {
  readonly gate: HostGate;
  /** Waits until the rests that hosts asked for are in the store. */
  readonly restsWritten: () => Promise<unknown>;
}

/** The gate of a run. It begins with the rests that hosts asked earlier processes for (Retry-After), and stores those that they ask this one for. */
export async function openHostGate({
  store,
  clock,
  log,
  config,
  siteOf,
}: Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'config' | 'siteOf'>): Promise<OpenHostGate> {
  const writes = new Set<Promise<void>>();
  const onRest = (host: string, restMs: number): void => {
    if (restMs < shortestMs) return;
    const setAt = clock.now();
    const write = store.hostRests
      .save({ host, setAt, until: new Date(setAt.getTime() + restMs) })
      // the rest holds in this process; a store that fails ends the run elsewhere
      .catch((error: unknown) => log.warn('host-rest.not-stored', { host, detail: String(error) }))
      .finally(() => writes.delete(write));
    writes.add(write);
  };
  const gate = new HostGate({
    concurrency: config.hostConcurrency,
    gapMs: config.hostGapMs,
    politenessOf: (host) => siteOf(host).politeness,
    onRest,
  });
  const now = clock.now();
  for (const { host, until } of await store.hostRests.list(now))
    gate.restFor(host, clock.monotonicMs(), until.getTime() - now.getTime());
  return { gate, restsWritten: () => Promise.all(writes) };
}
