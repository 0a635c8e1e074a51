import type { AnyBulkWriteOperation } from 'mongodb';
import type { FrontierEntry, FrontierRecord } from '../../frontier-port.ts';
import { type EntryOptions, frontierRecordOf, waitsSinceMs } from '../../records/tasks.ts';
import { type Collections, type TaskDocument, type TaskState, withKey } from '../collections.ts';
import { isDuplicateKey } from '../mongo-error.ts';

type Frontier = Collections['frontier'];
type Operation = AnyBulkWriteOperation<TaskDocument>;

const chunk = 1_000;

/** Adds new entries, raises known ones. @returns how many were new */
export async function putEntries(
  frontier: Frontier,
  entries: readonly FrontierEntry[],
  options: EntryOptions,
): Promise<number> {
  const operations = entries.map((entry): Operation => {
    const { _id, rank, depth, ...fresh } = pending(entry, options);
    // a re-visit is no link: it says nothing of the depth
    const update = options.revisit
      ? { $min: { rank }, $setOnInsert: { ...fresh, depth } }
      : { $min: { rank, depth }, $setOnInsert: fresh };
    return { updateOne: { filter: { _id }, update, upsert: true } };
  });
  return await write(frontier, operations);
}

/** What is done or failed is pending again, as told now; the rest as in `putEntries`. */
export async function reopenEntries(
  frontier: Frontier,
  entries: readonly FrontierEntry[],
  options: EntryOptions,
): Promise<void> {
  const operations = entries.map((entry): Operation => {
    const { _id, site, sourceId, depth, maxDepth, ...fields } = pending(entry, options);
    const found = options.revisit ? {} : { site, sourceId, depth, maxDepth };
    return {
      updateOne: { filter: { _id, state: { $in: ['done', 'failed'] } }, update: { $set: { ...fields, ...found } } },
    };
  });
  await write(frontier, operations);
  await putEntries(frontier, entries, options);
}

/** These addresses lead to a page that was just read, so they are done. What somebody holds and what is a source stays as it is. */
export async function endAlsoVisited(
  frontier: Frontier,
  entries: readonly FrontierEntry[],
  now: number,
): Promise<void> {
  const operations = entries.flatMap((entry): Operation[] => {
    const { _id, ...fresh } = pending(entry, { now, revisit: false });
    const open = { _id, kind: 'page', state: { $in: ['ready', 'waiting', 'failed'] } } as const;
    const done = { state: 'done', leftBehind: 0 } as const;
    return [
      { updateOne: { filter: { _id }, update: { $setOnInsert: { ...fresh, ...done } }, upsert: true } },
      { updateOne: { filter: open, update: { $set: done } } },
    ];
  });
  await write(frontier, operations);
}

/** A task that is due at `dueAt`: whether it waits for that, and since when. Where nobody has told the time yet, it may be for as long as a wait can be. */
export const pendingSince = (dueAt: Date, now: number) => ({
  state: dueAt.getTime() <= now ? ('ready' as const) : ('waiting' as const),
  dueAt,
  setAt: new Date(waitsSinceMs(dueAt.getTime(), now)),
});

export const noLease = { lease: null, owner: null, leaseUntil: null } as const;

const statesToTheOutside = {
  ready: 'pending',
  waiting: 'pending',
  leased: 'leased',
  ending: 'leased',
  done: 'done',
  failed: 'failed',
} as const satisfies Record<TaskState, FrontierRecord['state']>;

export const readEntry = (document: TaskDocument): FrontierRecord =>
  frontierRecordOf(withKey('url', document), statesToTheOutside[document.state]);

function pending({ url, priority, ...entry }: FrontierEntry, { now, revisit }: EntryOptions): TaskDocument {
  const times = pendingSince(entry.dueAt, now);
  return { _id: url, ...entry, ...times, rank: -priority, revisit, attempts: 0, waitsFor: null, ...noLease };
}

/** Unordered, in chunks. Two upserts of one key at once: the server may refuse the second, which then finds the first's record. */
async function write(frontier: Frontier, operations: readonly Operation[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < operations.length; from += chunk) {
    const some = operations.slice(from, from + chunk);
    const once = () => frontier.bulkWrite(some, { ordered: false });
    const result = await once().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return await once();
    });
    added += result.upsertedCount;
  }
  return added;
}
