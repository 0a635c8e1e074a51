import type { Store } from '../../../src/storage/port.ts';
import type { Activity } from './activity.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** The longest jump, ms: leases are renewed and garbage is collected meanwhile. */
const longestJumpMs = 40_000;
/** While due tasks wait for their hosts, time goes on in steps that grow up to this. */
const [firstStepMs, longestStepMs, stepGrowth] = [250, 10_000, 1.5];

export interface Drive {
  readonly time: SimulatedTime;
  readonly activity: Activity;
  readonly store: Pick<Store, 'sources' | 'pages' | 'frontier'>;
  /** Something else happens then, ms since the start. */
  readonly untilMs: number;
  /** True: it is over before. */
  readonly isOver?: () => boolean;
}

/** Lets time pass: when nothing is in flight it jumps to the earliest time for which anything waits. @returns the number of jumps */
export async function drive({ time, activity, store, untilMs, isOver = () => false }: Drive): Promise<number> {
  let [jumps, stepMs, changes, dueWallMs] = [0, firstStepMs, Number.NaN, 0];
  for (;;) {
    await activity.settled();
    if (isOver() || time.monotonicMs() >= untilMs) return jumps;
    const nowMs = time.monotonicMs();
    if (activity.changes !== changes) {
      [stepMs, changes] = [firstStepMs, activity.changes];
      dueWallMs = await nextDueMs(store);
    }
    const dueMs = dueWallMs - time.wallMs + nowMs;
    const workMs = dueMs > nowMs ? time.tickFrom(dueMs) : nowMs + stepMs;
    if (dueMs <= nowMs) stepMs = Math.min(longestStepMs, stepMs * stepGrowth);
    time.jumpTo(Math.max(nowMs, Math.min(workMs, time.nextWakeMs, nowMs + longestJumpMs, untilMs)));
    jumps += 1;
  }
}

/** The earliest poll, re-visit or task, by the wall clock; infinite: there is none. */
async function nextDueMs({ sources, pages, frontier }: Drive['store']): Promise<number> {
  const polls = (await sources.list()).filter(({ enabled }) => enabled).map(({ nextPollAt }) => nextPollAt.getTime());
  const others = [await pages.nextDueAt(), await frontier.nextDueAt(new Date(0), null)].map(
    (at) => at?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  return Math.min(...polls, ...others);
}
