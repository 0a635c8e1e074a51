import type { Task, TaskKind } from '../../../model/crawl/task.ts';
import type { FrontierRecord } from '../../crawl/frontier-port.ts';
import { dateOrNull, type StoredTime } from '../stored.ts';

/**
 * Each of these hours of waiting counts like a priority that is higher by 1: a task that has waited so long goes before a new one of any priority. So none starves, however many better ones
 * keep coming. It equals priority + waiting time at any moment, because the order of two waiting tasks never changes: nothing has to be written while tasks wait.
 */
export const ageingMs = 4 * 3_600_000;
/** Polls go before pages: as if they had waited a day longer. */
export const pollHeadStart = 6;

/** A task's place in the order of claims, smallest first. */
export const claimRank = ({ kind, priority, dueAt }: { kind: TaskKind; priority: number; dueAt: Date }): number =>
  dueAt.getTime() / ageingMs - priority - (kind === 'source' ? pollHeadStart : 0);

/** How a store adds entries to the frontier. */
export interface EntryOptions {
  /** Ms since 1970: an entry that is due by then is ready, another one waits. */
  readonly now: number;
  readonly revisit: boolean;
}

/** Older versions wrote no link titles, no places, no dates and no addresses as written. */
interface AnyStoredTask extends Omit<Task, 'linkTitle' | 'asWritten' | 'places' | 'publishedAt' | 'revisit' | 'lease'> {
  /** As the store keeps them. */
  readonly places?: string | readonly string[] | null;
  readonly linkTitle?: string | null;
  readonly asWritten?: string | null;
  readonly publishedAt?: string | null;
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
  priority: stored.priority,
  linkTitle: stored.linkTitle ?? null,
  ...placesOf(stored.places),
  ...(stored.publishedAt != null && { publishedAt: stored.publishedAt }),
  attempts: stored.attempts,
  revisit: Boolean(stored.revisit),
});

/** Style paths have no line breaks. */
const placeSeparator = '\n';

/** Places as one text; null: none are known. */
export const placesText = (places: readonly string[] | undefined): string | null =>
  places === undefined || places.length === 0 ? null : places.join(placeSeparator);

/** The field of a record with places; empty where none are known. */
export function placesOf(stored: string | readonly string[] | null | undefined): {
  readonly places?: readonly string[];
} {
  if (stored == null || stored.length === 0) return {};
  return { places: typeof stored === 'string' ? stored.split(placeSeparator) : stored };
}

export const taskOf = (stored: AnyStoredTask & { readonly leftBehind?: number }, lease: string): Task => ({
  ...taskFieldsOf(stored),
  ...((stored.leftBehind ?? 0) > 0 && { isSuspect: true }),
  lease,
});

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

/** Since when a task waits for `dueAtMs`, ms since 1970. */
export const waitsSinceMs = (dueAtMs: number, now: number): number => Math.min(now, dueAtMs);
