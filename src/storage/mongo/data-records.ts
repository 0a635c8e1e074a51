import type { Filter as Query } from 'mongodb';
import {
  missedRecords,
  type RecordFilter,
  type RecordKindCount,
  type RecordSighting,
  recordAfterMiss,
  recordAfterSighting,
  recordId,
  type StoredRecord,
} from '../../model/data/stored-record.ts';
import type { DataRecords } from '../data-records-port.ts';
import { dataRecordOf } from '../records/data-records.ts';
import type { Collections } from './collections.ts';
import { type DataRecordDocument, withKey } from './documents.ts';
import { isDuplicateKey } from './mongo-error.ts';

type Filter = Omit<RecordFilter, 'limit' | 'offset' | 'after'>;

export class MongoDataRecords implements DataRecords {
  readonly #records: Collections['records'];

  constructor({ records }: Collections) {
    this.#records = records;
  }

  async get(id: string): Promise<StoredRecord | null> {
    const document = await this.#records.findOne({ _id: id });
    return document === null ? null : readRecord(document);
  }

  async find({ limit, offset = 0, after, ...filter }: RecordFilter): Promise<StoredRecord[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#records
      .find(after === undefined ? queryOf(filter) : { $and: [queryOf(filter), behind(after)] })
      .sort({ changedAt: -1, _id: 1 })
      .skip(offset)
      .limit(limit)
      .toArray();
    return documents.map(readRecord);
  }

  async count(filter: Filter = {}): Promise<number> {
    const query = queryOf(filter);
    return Object.keys(query).length === 0
      ? await this.#records.estimatedDocumentCount() // the server keeps it: it reads nothing
      : await this.#records.countDocuments(query);
  }

  async *stream(filter: Filter): AsyncIterable<StoredRecord> {
    for await (const document of this.#records.find(queryOf(filter)).sort({ _id: 1 })) yield readRecord(document);
  }

  async kinds(): Promise<RecordKindCount[]> {
    const isGone = { $cond: [{ $eq: [{ $ifNull: ['$goneAt', null] }, null] }, 0, 1] };
    const groups = await this.#records
      .aggregate<{ readonly _id: Pick<RecordKindCount, 'site' | 'kind'> } & Pick<RecordKindCount, 'records' | 'gone'>>([
        { $match: { site: { $gte: '' } } }, // all: it makes the server read the index, and no record
        { $group: { _id: { site: '$site', kind: '$kind' }, records: { $sum: 1 }, gone: { $sum: isGone } } },
        { $sort: { '_id.site': 1, '_id.kind': 1 } },
      ])
      .toArray();
    return groups.map(({ _id: { site, kind }, records, gone }) => ({ site, kind, records, gone }));
  }

  async forgetGone(before: Date, { isDry }: { readonly isDry: boolean }): Promise<number> {
    const gone = { goneAt: { $lt: before } };
    if (isDry) return await this.#records.countDocuments(gone);
    return (await this.#records.deleteMany(gone)).deletedCount;
  }
}

const behind = ({ changedAt, id }: NonNullable<RecordFilter['after']>): Query<DataRecordDocument> => ({
  changedAt: { $lte: changedAt },
  $or: [{ changedAt: { $lt: changedAt } }, { _id: { $gt: id } }],
});

const queryOf = ({ gone, changedSince, page, ...names }: Filter): Query<DataRecordDocument> => ({
  ...Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined)),
  ...(page !== undefined && { 'listedOn.url': page }),
  ...(gone !== undefined && { goneAt: gone ? { $ne: null } : null }),
  ...(changedSince !== undefined && { changedAt: { $gte: changedSince } }),
});

const readRecord = ({ version: _, ...document }: DataRecordDocument): StoredRecord =>
  dataRecordOf(withKey('id', document));

/** For `finishEnding`: each record by itself. Repeated, it changes nothing: the records know when each page was read for them. */
export async function writeRecords({ records }: Collections, sighting: RecordSighting): Promise<void> {
  const { site, page } = sighting;
  for (const record of sighting.records)
    await change(records, recordId(site, record.kind, record.key), (stored) =>
      recordAfterSighting(stored, record, sighting),
    );
  const listed = await records
    .find({ site, 'listedOn.url': page })
    .project<Pick<DataRecordDocument, '_id' | 'kind'>>({ kind: 1 })
    .toArray();
  const missed = missedRecords(
    listed.map(({ _id, kind }) => ({ id: _id, kind })),
    sighting,
  );
  for (const { id, ...miss } of missed)
    await change(records, id, (stored) => (stored === null ? null : recordAfterMiss(stored, miss)));
}

/** Reads, changes and writes a record; again where another process wrote it in between. */
async function change(
  records: Collections['records'],
  id: string,
  make: (stored: StoredRecord | null) => StoredRecord | null,
): Promise<void> {
  for (;;) {
    const document = await records.findOne({ _id: id });
    const changed = make(document === null ? null : readRecord(document));
    if (changed === null) return;
    const { id: _id, ...rest } = changed;
    const version = (document?.version ?? 0) + 1;
    if (document === null) {
      const isAdded = await records.insertOne({ _id, ...rest, version }).then(
        () => true,
        (error: unknown) => {
          if (isDuplicateKey(error)) return false;
          throw error;
        },
      );
      if (isAdded) return;
    } else {
      const { matchedCount } = await records.replaceOne({ _id, version: document.version }, { ...rest, version });
      if (matchedCount === 1) return;
    }
  }
}
