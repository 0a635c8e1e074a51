import { z } from 'zod';
import {
  type RecordFilter,
  type RecordKindCount,
  type StoredRecord,
  storedRecordSchema,
} from '../../model/data/stored-record.ts';
import { collection } from '../collection.ts';
import { inBatches, type OpenRecords, type RecordsOf } from '../engine/records.ts';

export const records = collection({
  name: 'records',
  schema: storedRecordSchema,
  key: ['id'],
  columns: ['site', 'kind', 'key', 'changedAt', 'goneAt'],
  derived: { pages: [z.array(z.string()), ({ listedOn }) => listedOn.map(({ url }) => url)] },
  indexes: [
    { by: ['-changedAt', 'id'], name: 'records_changed' },
    { by: ['kind', '-changedAt', 'id'] },
    { by: ['site', 'kind', '-changedAt', 'id'] },
    { by: ['site', '-changedAt', 'id'], only: 'mongo' },
    { by: ['site', 'kind', 'goneAt'] },
    { by: ['goneAt'], where: { goneAt: 'notNull' } },
    { by: ['pages'], only: 'mongo' },
  ],
  isLarge: true,
});

type Filter = Omit<RecordFilter, 'limit' | 'offset' | 'after'>;

const whereOf = ({ gone, changedSince, page, site, kind, key }: Filter) => ({
  site,
  kind,
  key,
  pages: page,
  goneAt: gone === undefined ? undefined : gone ? { not: null } : null,
  changedAt: changedSince === undefined ? undefined : { gte: changedSince },
});

/**
 * Records that sites declare (events, prices, comments), one for each site, kind and key. Written by `commit`: a reading of a page that is older than what is stored of
 * it changes nothing.
 */
export class DataRecords {
  readonly #records: RecordsOf<typeof records>;

  constructor(open: OpenRecords) {
    this.#records = open(records);
  }

  async get(id: string): Promise<StoredRecord | null> {
    return await this.#records.get(id);
  }

  /** The last changed first, then by id. */
  async find({ limit, offset, after, ...filter }: RecordFilter): Promise<StoredRecord[]> {
    return await this.#records.find({ where: whereOf(filter), order: ['-changedAt', 'id'], after, limit, offset });
  }

  async count(filter: Filter = {}): Promise<number> {
    return await this.#records.count(whereOf(filter));
  }

  /** All that match, by id. Records that are written meanwhile may be missing. */
  stream(filter: Filter): AsyncIterable<StoredRecord> {
    return inBatches(this.#records, records, whereOf(filter));
  }

  /** By site and kind. */
  async kinds(): Promise<RecordKindCount[]> {
    const by = ['site', 'kind'] as const;
    const gone = await this.#records.groups({ by, where: { goneAt: { gt: new Date(0) } } });
    return (await this.#records.groups({ by })).map(({ site, kind, count }) => {
      const ofKind = gone.find((group) => group.site === site && group.kind === kind);
      return { site, kind, records: count, gone: ofKind?.count ?? 0 };
    });
  }

  /** Removes those that were gone before. @returns how many are removed, or would be in a dry run */
  async forgetGone(before: Date, { isDry }: { readonly isDry: boolean }): Promise<number> {
    const gone = { goneAt: { lt: before } };
    return isDry ? await this.#records.count(gone) : await this.#records.remove(gone);
  }
}
