import { beatEveryMs } from '../../model/crawl/worker-beat.ts';
import type { CrawlPorts } from '../ports.ts';
import { planAnew } from './clock-watch.ts';
import { othersAtWork, releaseTheDead } from './other-owners.ts';
import { ownerText } from './owner.ts';

/** A clock that nobody saw being set back (another machine's, another process') is mended this often. */
const planAnewEveryMs = 10 * 60_000;

interface UpkeepOptions {
  readonly io: Pick<CrawlPorts, 'store' | 'clock' | 'log'>;
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Nothing is left but what others work on. */
  readonly waitsForOthers: () => boolean;
}

/** What a run sees to while it goes on, called once a second: what dead processes hold is given back, and it is said who else works here. */
export function upkeep({ io, owner, signal, waitsForOthers }: UpkeepOptions): () => Promise<void> {
  const { store, clock, log } = io;
  let plannedAt = clock.monotonicMs();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let neighbours = new Set<string>();
  let hasSaidWait = false;
  return async () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - plannedAt > planAnewEveryMs) {
      plannedAt = nowMs;
      await planAnew(io);
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
    await releaseTheDead({ store, owner });
    const others = await othersAtWork({ store, clock, owner, signal });
    for (const other of others)
      if (!neighbours.has(other.owner))
        log.warn('run.beside', {
          owner: ownerText(other.owner),
          kind: other.kind,
          run: other.run,
          store: store.location,
        });
    neighbours = new Set(others.map((other) => other.owner));
  };
}
