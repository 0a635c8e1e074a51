import { beatEveryMs } from '../model/crawl/worker-beat.ts';
import type { OfflinePorts } from '../services.ts';
import { otherWorkers, releaseDeadOwners } from '../watch/assignment/other-owners.ts';
import { ownerText } from '../watch/assignment/owner.ts';
import { replanSchedule } from './clock-watch.ts';

/** Interval of the replanning, ms: it corrects for clocks of other machines that were set back unnoticed. */
const planAnewEveryMs = 10 * 60_000;

interface OtherProcessesOptions {
  readonly io: OfflinePorts;
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Whether all remaining tasks belong to other processes. */
  readonly waitsForOthers: () => boolean;
}

/** Returns a function to call once a second during a run: it releases leases of dead processes, replans after clock changes, and logs which other processes work on the store. */
export function lookAtOtherProcesses({
  io,
  owner,
  signal,
  waitsForOthers,
}: OtherProcessesOptions): () => Promise<void> {
  const { store, clock, log, config } = io;
  let plannedAt = clock.monotonicMs();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let neighbours = new Set<string>();
  let hasSaidWait = false;
  return async () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - plannedAt > planAnewEveryMs) {
      plannedAt = nowMs;
      await replanSchedule(io);
    }
    if (waitsForOthers() && !hasSaidWait) {
      hasSaidWait = true;
      log.warn('run.waits', {
        for: 'tasks of other processes',
        owners: (await store.frontier.owners()).map(ownerText),
      });
    }
    if (nowMs - lookedAt < beatEveryMs) return;
    lookedAt = nowMs;
    await releaseDeadOwners({ store, owner, clock });
    const others = await otherWorkers({ store, clock, owner, signal });
    // with a queue several processes are the plan: `status` shows them
    const level = config.queue === null ? 'warn' : 'debug';
    for (const other of others)
      if (!neighbours.has(other.owner))
        log[level]('run.beside', {
          owner: ownerText(other.owner),
          kind: other.kind,
          run: other.run,
          store: store.location,
        });
    neighbours = new Set(others.map((other) => other.owner));
  };
}
