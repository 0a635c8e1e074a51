import { z } from 'zod';
import type { Task, TaskKind } from '../../../model/crawl/task.ts';
import { listOf, record, textOf } from '../../../model/schema.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { collection } from '../../collection.ts';
import type { FrontierRecord } from '../../crawl/frontier-port.ts';

const taskRecordSchema = record({
  url: textOf<CanonicalUrl>(),
  asWritten: z.string().optional(),
  kind: z.enum(['source', 'page']),
  host: z.string(),
  site: z.string(),
  sourceId: z.string().nullable(),
  depth: z.int(),
  maxDepth: z.int(),
  priority: z.number(),
  linkTitle: z.string().nullable(),
  places: listOf(z.string()).optional(),
  publishedAt: z.string().optional(),
  attempts: z.int(),
  revisit: z.boolean(),
  /** Place in the order of claims (`claimRank`). */
  rank: z.number(),
  dueAt: z.date(),
  /**
   * Tasks in `ready` are due, tasks in `waiting` are due later: the port calls both `pending`. `named`, in SQLite: an address of the link graph without a
   * task, which the port does not show. `ending`, in MongoDB: the task holds its ending as a journal, which is being written to the collections; the port
   * calls it `leased`, and nobody claims it before that is done.
   */
  state: z.enum(['ready', 'waiting', 'leased', 'done', 'failed', 'named', 'ending']),
  /** When the due time or the lease was set. A time later than now shows that the clock was set back. */
  setAt: z.date(),
  lease: z.string().nullable(),
  owner: z.string().nullable(),
  leaseUntil: z.date().nullable(),
  /** Number of processes that died with it since its last ending. */
  leftBehind: z.int(),
  /** What a waiting task needs, beside its time. */
  waitsFor: z.enum(['browser', 'proxy']).nullable(),
});
/** A task of the frontier with all that a store keeps of it. */
export type TaskRecord = z.infer<typeof taskRecordSchema>;

/** The tasks of the frontier. Not declared: each engine has its own table and indexes for them, which claims need. */
export const tasks = collection({
  name: 'frontier',
  schema: taskRecordSchema,
  key: ['url'],
  columns: [
    ...(['kind', 'host', 'site', 'sourceId', 'depth', 'maxDepth', 'priority', 'linkTitle', 'places'] as const),
    ...(['asWritten', 'publishedAt', 'attempts', 'revisit', 'rank', 'dueAt', 'state', 'setAt'] as const),
    ...(['lease', 'owner', 'leaseUntil', 'leftBehind', 'waitsFor'] as const),
  ],
  codes: ['state'],
  isShared: true,
});

export const taskStates = taskRecordSchema.unwrap().shape.state.options;

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

export const taskOf = (stored: TaskRecord, lease: string): Task => {
  const { rank: _, dueAt: _due, state: _state, setAt: _set, owner: _owner, leaseUntil: _until, ...rest } = stored;
  const { leftBehind, waitsFor: _waits, ...task } = rest;
  return { ...task, ...(leftBehind > 0 && { isSuspect: true }), lease };
};

const outsideStates = {
  ready: 'pending',
  waiting: 'pending',
  leased: 'leased',
  ending: 'leased',
  done: 'done',
  failed: 'failed',
  named: null,
} as const satisfies Record<TaskRecord['state'], FrontierRecord['state'] | null>;

/** Null: an address without a task. */
export const frontierRecordOf = (stored: TaskRecord): FrontierRecord | null => {
  const { rank: _, setAt: _set, lease: _lease, leftBehind: _left, waitsFor: _waits, ...entry } = stored;
  const state = outsideStates[stored.state];
  return state === null ? null : { ...entry, state };
};

/** Since when a task waits for `dueAtMs`, ms since 1970. */
export const waitsSinceMs = (dueAtMs: number, now: number): number => Math.min(now, dueAtMs);
