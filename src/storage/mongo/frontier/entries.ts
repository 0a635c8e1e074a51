import type { AnyBulkWriteOperation } from 'mongodb';
import {
  ageingMs,
  claimRank,
  type EntryOptions,
  frontierRecordOf,
  pollHeadStart,
  waitsSinceMs,
} from '../../collections/crawl/tasks.ts';
import type { FrontierEntry, FrontierRecord } from '../../crawl/frontier-port.ts';
import type { Collections } from '../collections.ts';
import { type TaskDocument, withKey } from '../documents.ts';
import { isDuplicateKey } from '../mongo-error.ts';

type Frontier = Collections['frontier'];
type Operation = AnyBulkWriteOperation<TaskDocument>;

/** Operations per write. */
const batchSize = 1_000;

/** Adds new entries, raises existing ones. @returns how many were new */
export async function upsertEntries(
  frontier: Frontier,
  entries: readonly FrontierEntry[],
  options: EntryOptions,
): Promise<number> {
  const operations = entries.flatMap((entry): Operation[] => {
    const { _id, priority, rank, depth, ...fields } = pending(entry, options);
    const { publishedAt } = entry;
    const undated = { _id, publishedAt: { $exists: false } };
    // a re-visit follows no link: its depth says nothing
    const update = options.revisit
      ? { $max: { priority }, $min: { rank }, $setOnInsert: { ...fields, depth } }
      : { $max: { priority }, $min: { rank, depth }, $setOnInsert: fields };
    return [
      { updateOne: { filter: { _id }, update, upsert: true } },
      ...(publishedAt === undefined ? [] : [{ updateOne: { filter: undated, update: { $set: { publishedAt } } } }]),
    ];
  });
  return await write(frontier, operations);
}

/** Makes tasks that are done or failed pending again, with the values of their entries; puts the other entries. */
export async function reopenDocuments(
  frontier: Frontier,
  entries: readonly FrontierEntry[],
  options: EntryOptions,
): Promise<void> {
  const operations = entries.map((entry): Operation => {
    const { _id, site, sourceId, depth, maxDepth, ...fields } = pending(entry, options);
    const origin = options.revisit ? {} : { site, sourceId, depth, maxDepth };
    return {
      updateOne: { filter: { _id, state: { $in: ['done', 'failed'] } }, update: { $set: { ...fields, ...origin } } },
    };
  });
  await write(frontier, operations);
  await upsertEntries(frontier, entries, options);
}

/** Marks addresses of the page that was just read as done, except those that are leased, or are sources. */
export async function endAliases(frontier: Frontier, entries: readonly FrontierEntry[], now: number): Promise<void> {
  const operations = entries.flatMap((entry): Operation[] => {
    const { _id, ...fields } = pending(entry, { now, revisit: false });
    const open = { _id, kind: 'page', state: { $in: ['ready', 'waiting', 'failed'] } } as const;
    const done = { state: 'done', leftBehind: 0 } as const;
    return [
      { updateOne: { filter: { _id }, update: { $setOnInsert: { ...fields, ...done } }, upsert: true } },
      { updateOne: { filter: open, update: { $set: done } } },
    ];
  });
  await write(frontier, operations);
}

/** The fields of a pending task that say whether it waits, and since when. */
export const pendingSince = (dueAt: Date, now: number) => ({
  state: dueAt.getTime() <= now ? ('ready' as const) : ('waiting' as const),
  dueAt,
  setAt: new Date(waitsSinceMs(dueAt.getTime(), now)),
});

/** Expression: the place in the order of claims of a task that is due then (see `claimRank`). @param dueAt a date, or an expression of one */
export const rankExpression = (dueAt: Date | Readonly<Record<string, unknown>>) => ({
  $subtract: [
    { $divide: [{ $toLong: dueAt }, ageingMs] },
    { $add: ['$priority', { $cond: [{ $eq: ['$kind', 'source'] }, pollHeadStart, 0] }] },
  ],
});

export const noLease = { lease: null, owner: null, leaseUntil: null } as const;

export const taskDocument = ({ ending: _, ...document }: TaskDocument): FrontierRecord | null =>
  frontierRecordOf(withKey('url', document));

function pending({ url, ...entry }: FrontierEntry, { now, revisit }: EntryOptions): TaskDocument {
  const times = pendingSince(entry.dueAt, now);
  const counts = { attempts: 0, leftBehind: 0 };
  return { _id: url, ...entry, ...times, rank: claimRank(entry), revisit, ...counts, waitsFor: null, ...noLease };
}

/** Writes unordered, in batches. Of two upserts of one key at the same time, the server may refuse the second: its retry finds the record of the first. */
async function write(frontier: Frontier, operations: readonly Operation[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < operations.length; from += batchSize) {
    const batch = operations.slice(from, from + batchSize);
    const writeBatch = () => frontier.bulkWrite(batch, { ordered: false });
    const result = await writeBatch().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      return await writeBatch();
    });
    added += result.upsertedCount;
  }
  return added;
}
