import type { Task } from '../../../model/crawl/task.ts';
import { type FrontierRecord, longestWaitMs } from '../../crawl/frontier-port.ts';
import { dateOrNull, type StoredTime } from '../stored.ts';

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

/** The fields that a task and its record share. */
const taskFieldsOf = (stored: AnyStoredTask) => ({
  url: stored.url,
  ...(stored.asWritten != null && { asWritten: stored.asWritten }),
  kind: stored.kind,
  host: stored.host,
  site: stored.site,
  sourceId: stored.sourceId,
  depth: stored.depth,
  maxDepth: stored.maxDepth,
  priority: 0 - stored.rank, // of 0 this is 0, not -0
  linkTitle: stored.linkTitle ?? null,
  attempts: stored.attempts,
  revisit: Boolean(stored.revisit),
});

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
  leaseUntil: dateOrNull(stored.leaseUntil),
});

/** Since when a task waits for `dueAtMs`, ms since 1970. Until a caller has passed the time, this is as early as the longest wait allows. */
export const waitsSinceMs = (dueAtMs: number, now: number): number =>
  Number.isFinite(now) ? Math.min(now, dueAtMs) : dueAtMs - longestWaitMs;
