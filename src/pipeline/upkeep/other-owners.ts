import { setTimeout as delay } from 'node:timers/promises';
import { beatEveryMs, type WorkerBeat } from '../../model/crawl/worker-beat.ts';
import type { Clock } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import { lifeOf, type ProcessList, thisMachine } from './owner.ts';

export interface OwnersIo {
  readonly store: Pick<Store, 'workers' | 'frontier'>;
  readonly clock: Clock;
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Default: those of this machine. */
  readonly processes?: ProcessList;
  /** Default: a timer. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** An owner whose last sign is older than this is not waited for: nobody's clock is that wrong, ms. */
const longSilentMs = 10 * 60_000;
/** A living owner of another machine has written again by then, whatever its clock says. */
const beatsToWaitFor = 3;

/** Gives back what dead processes of this machine hold. Others' leases expire by themselves. */
export async function releaseTheDead({
  store,
  owner,
  processes,
}: Pick<OwnersIo, 'store' | 'owner' | 'processes'>): Promise<void> {
  const owners = await store.frontier.owners();
  const dead = owners.filter((name) => lifeOf(name, owner, processes ?? thisMachine) === 'dead');
  if (dead.length > 0) await store.frontier.releaseOwners(dead);
}

/** Processes that crawl into this store beside us, as they said last. */
export async function othersAtWork({ store, clock, owner, processes }: OwnersIo): Promise<readonly WorkerBeat[]> {
  const now = clock.now().getTime();
  return (await store.workers.list()).filter((beat) => {
    const life = lifeOf(beat.owner, owner, processes ?? thisMachine);
    if (beat.owner === owner || life === 'dead') return false;
    return life === 'alive' || Math.abs(now - beat.at.getTime()) < beatsToWaitFor * beatEveryMs;
  });
}

/**
 * Whether an owner works no more. A process of this machine is looked up; of another one nothing is known but its signs of life: where the last is not old, the
 * next is waited for. Compared are its own words only, not its clock with ours. A living process is never taken for dead by the number of another.
 */
export async function isGone(name: string, io: OwnersIo): Promise<boolean> {
  const life = lifeOf(name, io.owner, io.processes ?? thisMachine);
  if (life !== 'unknown') return life === 'dead' || name === io.owner;
  const first = await lastSign(name, io);
  if (first === null || io.clock.now().getTime() - first > longSilentMs) return true;
  const sleep = io.sleep ?? ((ms: number) => delay(ms, undefined, { signal: io.signal }));
  for (let waitedMs = 0; waitedMs < beatsToWaitFor * beatEveryMs; waitedMs += 1_000) {
    await sleep(1_000);
    const sign = await lastSign(name, io);
    if (sign === null) return true;
    if (sign !== first) return false;
  }
  return true;
}

async function lastSign(name: string, { store }: OwnersIo): Promise<number | null> {
  const beat = (await store.workers.list()).find(({ owner }) => owner === name);
  return beat === undefined ? null : beat.at.getTime();
}
