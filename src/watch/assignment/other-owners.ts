import { setTimeout as delay } from 'node:timers/promises';
import { beatEveryMs, type WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { Clock } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import { localProcesses, ownerState, type ProcessList } from './owner.ts';

interface OwnerPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly owner: string;
  /** Default: the processes of this machine. */
  readonly processes?: ProcessList;
}

interface WaitingOwner extends OwnerPorts {
  readonly signal: AbortSignal;
  /** Default: a timer. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** An owner with an older heartbeat counts as dead, ms: no clock is wrong by that much. */
const maxSilenceMs = 10 * 60_000;
/** Heartbeat intervals to wait for an owner on another machine: a living one writes again within them. */
const beatsToWaitFor = 3;

/** Releases the tasks, hosts and roles of dead processes on this machine. Leases of other machines expire. */
export async function releaseDeadOwners({ store, owner, clock, processes }: OwnerPorts): Promise<void> {
  const now = clock.now();
  const owners = new Set([...(await store.frontier.owners()), ...(await store.leases.owners(now))]);
  const dead = [...owners].filter((name) => ownerState(name, owner, processes ?? localProcesses) === 'dead');
  await releaseOwners(store, dead, now);
}

/** Frees all that dead owners hold. */
export async function releaseOwners({ frontier, leases }: Store, dead: readonly string[], now: Date): Promise<void> {
  if (dead.length === 0) return;
  await frontier.releaseOwners(dead);
  await leases.releaseOwners(dead, now);
}

/** The last heartbeats of other processes that crawl into this store. */
export async function otherWorkers({ store, clock, owner, processes }: WaitingOwner): Promise<readonly WorkerBeat[]> {
  const now = clock.now().getTime();
  return (await store.workers.list()).filter((beat) => {
    const life = ownerState(beat.owner, owner, processes ?? localProcesses);
    if (beat.owner === owner || life === 'dead') return false;
    return life === 'alive' || Math.abs(now - beat.at.getTime()) < beatsToWaitFor * beatEveryMs;
  });
}

/**
 * Whether an owner is dead. On this machine, its process is looked up. On another machine, only heartbeats show life: if the last one is recent, the next one is
 * awaited. Only the owner's own times are compared with each other, as clocks differ. A reused process id never makes a living process look dead.
 */
export async function isOwnerGone(name: string, io: WaitingOwner): Promise<boolean> {
  const life = ownerState(name, io.owner, io.processes ?? localProcesses);
  if (life !== 'unknown') return life === 'dead' || name === io.owner;
  const first = await lastBeatAt(name, io);
  if (first === null || io.clock.now().getTime() - first > maxSilenceMs) return true;
  const sleep = io.sleep ?? ((ms: number) => delay(ms, undefined, { signal: io.signal }));
  for (let waitedMs = 0; waitedMs < beatsToWaitFor * beatEveryMs; waitedMs += 1_000) {
    await sleep(1_000);
    const beatAt = await lastBeatAt(name, io);
    if (beatAt === null) return true;
    if (beatAt !== first) return false;
  }
  return true;
}

async function lastBeatAt(name: string, { store }: WaitingOwner): Promise<number | null> {
  const beat = (await store.workers.list()).find(({ owner }) => owner === name);
  return beat === undefined ? null : beat.at.getTime();
}
