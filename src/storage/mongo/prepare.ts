import type { Collection, Db, IndexDescription } from 'mongodb';
import { NewshawkError } from '../../errors.ts';
import type { AnyCollection } from '../collection.ts';
import { declared } from '../collections/all.ts';
import { indexesOf } from '../engine/mongo-schema.ts';
import type { StorePurpose } from '../port.ts';
import type { Collections } from './collections.ts';

/** A step that takes the documents of one version to the next. It may be repeated, also by two processes at the same time. */
export type Migration = (db: Db) => Promise<void>;

/** Forward only: the n-th step takes a store from version n to n + 1. A released one is never changed. */
export const mongoMigrations: readonly Migration[] = [];

/** Times ascend, and newest first reads backwards: SecantusDB 0.7 (tests) loses the equal end of a `$gte` range in a descending compound index; to MongoDB both are the same. */
export const indexes: Readonly<Partial<Record<keyof Collections, IndexDescription[]>>> = {
  ...Object.fromEntries(Object.values<AnyCollection>(declared).map((one) => [one.name, indexesOf(one)])),
  frontier: [
    { key: { state: 1, host: 1, rank: 1, dueAt: 1, _id: 1, site: 1 } },
    { key: { state: 1, dueAt: 1 } },
    { key: { state: 1, leaseUntil: 1 } },
    { key: { state: 1, setAt: 1 } },
    { key: { owner: 1, state: 1 } },
    { key: { lease: 1 } },
    { key: { waitsFor: 1, state: 1 } },
    { key: { state: 1, _id: 1 }, partialFilterExpression: { state: 'failed' } },
    { key: { state: 1, site: 1, _id: 1 }, partialFilterExpression: { state: 'failed' } },
  ],
  articles: [
    { key: { updatedAt: 1, _id: -1 } },
    { key: { status: 1, updatedAt: 1, _id: -1 } },
    { key: { site: 1, updatedAt: 1, _id: -1 } },
    { key: { keptTopics: 1, updatedAt: 1, _id: -1 } },
    { key: { 'category.label': 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { 'topics.topic': 1, 'topics.score': 1 } },
    { key: { firstSeenAt: 1, _id: 1 } },
    { key: { firstSeenAt: 1, status: 1, 'category.label': 1, topicsKey: 1 } },
    { key: { site: 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { keptTopics: 1, status: 1, updatedAt: 1, _id: -1 } },
    { key: { 'category.label': 1, updatedAt: 1, _id: -1 } },
    { key: { cluster: 1, updatedAt: 1, _id: -1 } },
    { key: { site: 1, judgedBy: 1, _id: 1 } },
    { key: { 'fingerprint.bodyHash': 1, _id: 1 } },
    { key: { bands: 1, _id: 1 } },
    { key: { rankKeys: 1 } },
    { key: { terms: 1, updatedAt: 1, _id: -1 } },
    { key: { 'fingerprint.sketch': 1 } },
  ],
  links: [{ key: { from: 1, to: 1 } }, { key: { to: 1, from: 1 } }],
  addresses: [{ key: { inLinks: 1 } }, { key: { article: 1 } }],
  blobs: [{ key: { putAt: 1, _id: 1 } }, { key: { batch: 1, isGoing: 1, bytes: 1 } }],
  tallies: [{ key: { kind: 1, level: 1, n: 1 } }],
};

/**
 * @param steps those that are known
 * @returns the version of the documents; null: the database is new.
 * @throws NewshawkError store where it is newer than this program, or should be there and is not
 */
export async function storedSchema(
  { counters }: Collections,
  location: string,
  { purpose, steps = mongoMigrations }: { readonly purpose: StorePurpose; readonly steps?: readonly Migration[] },
): Promise<number | null> {
  const previous = await counters.findOne({ _id: 'schema' });
  if (previous === null && purpose === 'existing')
    throw new NewshawkError(
      'store',
      `There is no store in ${location}: check the address (NEWSHAWK_STORE, --from). A crawl creates the store.`,
    );
  const known = steps.length + 1;
  if (previous !== null && previous.value > known)
    throw new NewshawkError(
      'store',
      `The store ${location} has schema ${previous.value}, written by a newer newshawk; this one knows ${known}. Update newshawk, or choose another store (NEWSHAWK_STORE).`,
    );
  return previous?.value ?? null;
}

/** Migrates documents of earlier versions, and creates missing indexes. @param previous as `storedSchema` gives it */
export async function prepare(
  db: Db,
  collections: Collections,
  { previous, steps = mongoMigrations }: { readonly previous: number | null; readonly steps?: readonly Migration[] },
): Promise<void> {
  const { counters } = collections;
  if (previous !== null) for (const step of steps.slice(previous - 1)) await step(db);
  // created here: the first claims of several processes would race to create them
  for (const name of ['lease', 'texts'])
    await counters.updateOne({ _id: name }, { $setOnInsert: { value: 0 } }, { upsert: true });
  for (const [name, keys] of Object.entries(indexes))
    if (keys.length > 0)
      await (collections[name as keyof Collections] as Pick<Collection, 'createIndexes'>).createIndexes(keys);
  // last: after a kill the next opening migrates again
  await counters.updateOne({ _id: 'schema' }, { $max: { value: steps.length + 1 } }, { upsert: true });
}
