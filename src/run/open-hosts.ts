import type { OfflinePorts } from '../services.ts';
import { HostGate } from '../stages/schedule/politeness.ts';
import { HostHolds } from '../watch/assignment/host-holds.ts';

/** Shorter rests are not worth a write: a process takes some seconds to start. */
const shortestMs = 10_000;

export interface OpenHosts {
  readonly gate: HostGate;
  readonly holds: HostHolds;
  /** Gives back the hosts, and waits until the rests that they asked for are in the store. */
  readonly end: () => Promise<void>;
}

/** The hosts of a run. It begins with the rests that hosts asked earlier processes for (Retry-After), and stores those that they ask this one for. */
export async function openHosts(io: OfflinePorts, owner: string): Promise<OpenHosts> {
  const { store, clock, log, config, siteOf } = io;
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
  const holds = new HostHolds({ leases: store.leases, gate, clock, log, owner });
  const end = async (): Promise<void> => {
    await Promise.all(writes);
    await holds.end();
  };
  return { gate, holds, end };
}
