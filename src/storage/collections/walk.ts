import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentHash } from '../../model/page/snapshot.ts';
import { type AnyCollection, type KeyValue, keyOf } from '../collection.ts';
import type { OpenRecords, RecordQuery } from '../engine/records.ts';
import type { BlobReference, StoreDefect } from '../maintenance-port.ts';
import { declared } from './all.ts';

/** Records per read. */
const batchSize = 500;

/** All records of a collection, or some of their fields, in batches by key. */
async function* everyRecord(open: OpenRecords, one: AnyCollection, fields?: readonly string[]): AsyncIterable<object> {
  const records = open<object, Readonly<Record<string, unknown>>, readonly string[]>(one);
  const order: readonly string[] = one.key;
  let after: readonly KeyValue[] | null = null;
  for (;;) {
    const place = after === null ? undefined : Object.fromEntries(order.map((field, n) => [field, after?.[n]]));
    const query: RecordQuery<Readonly<Record<string, unknown>>> = { order, limit: batchSize, after: place };
    const batch: readonly object[] =
      fields === undefined ? await records.page(after, batchSize) : await records.pick([...order, ...fields], query);
    yield* batch;
    await nextTurn();
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    after = keyOf(one, last);
  }
}

/** The blobs that records of the declared collections name. @param visitsSince as in `Maintenance.references` */
export async function* blobReferences(open: OpenRecords, visitsSince: Date | null): AsyncIterable<BlobReference> {
  for (const one of Object.values<AnyCollection>(declared)) {
    if (one.blobs === null) continue;
    const { by, from, of } = one.blobs;
    for await (const record of everyRecord(open, one, from)) {
      if (by === 'visit' && visitsSince !== null && (record as { startedAt: Date }).startedAt < visitsSince) continue;
      const id = keyOf(one, record).join(' ');
      for (const hash of of(record)) if (hash != null) yield { by, id, hash: hash as ContentHash };
    }
  }
}

/** Records of the declared collections that are not as their schema says. */
export async function* wrongRecords(open: OpenRecords): AsyncIterable<StoreDefect> {
  for (const one of Object.values<AnyCollection>(declared))
    for await (const record of everyRecord(open, one)) {
      const { success } = one.schema.safeParse(record);
      if (!success) yield { what: `a wrong record of ${one.name}`, id: keyOf(one, record).join(' '), canRepair: false };
    }
}
