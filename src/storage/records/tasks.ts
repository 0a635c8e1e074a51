import type { Task } from '../../model/crawl/task.ts';
import { type FrontierRecord, longestWaitMs } from '../frontier-port.ts';
import type { StoredTime } from './stored.ts';

/** How a store adds entries to the frontier. */
export interface EntryOptions {
  /** The time that the caller passed last, ms since 1970: an entry that is due by then is ready, another one waits. */
  readonly now: number;
  readonly revisit: boolean;
}

/** Older versions wrote no link titles and no addresses as written. */
interface AnyStoredTask extends Omit<Task, 'priority' | 'linkTitle' | 'asWritten' | 'revisit' | 'lease'> {
  /** Minus the priority: every order of the frontier ascends. */
  readonly rank: number;
  readonly linkTitle?: string | null;
  readonly asWritten?: string | null;
  readonly revisit: boolean | number;
}

function taskFieldsOf({
  url,
  kind,
  host,
  site,
  sourceId,
  depth,
  maxDepth,
  rank,
  attempts,
  revisit,
  linkTitle,
  asWritten,
}: AnyStoredTask) {
  return {
    url,
    ...(asWritten != null && { asWritten }),
    kind,
    host,
    site,
    sourceId,
    depth,
    maxDepth,
    priority: 0 - rank, // of 0 this is 0, not -0
    linkTitle: linkTitle ?? null,
    attempts,
    revisit: Boolean(revisit),
  };
}

export const taskOf = (stored: AnyStoredTask, lease: string): Task => ({ ...taskFieldsOf(stored), lease });

interface AnyStoredEntry extends AnyStoredTask, Pick<FrontierRecord, 'owner'> {
  readonly dueAt: StoredTime;
  readonly leaseUntil: StoredTime | null;
}

export const frontierRecordOf = (stored: AnyStoredEntry, state: FrontierRecord['state']): FrontierRecord => ({
  ...taskFieldsOf(stored),
  dueAt: new Date(stored.dueAt),
  state,
  owner: stored.owner,
  leaseUntil: stored.leaseUntil === null ? null : new Date(stored.leaseUntil),
});

/** Since when a task waits for `dueAtMs`, ms since 1970. Until a caller has passed the time, this is as early as the longest wait allows. */
export const waitsSinceMs = (dueAtMs: number, now: number): number =>
  Number.isFinite(now) ? Math.min(now, dueAtMs) : dueAtMs - longestWaitMs;
