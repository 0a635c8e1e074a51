import type { RecordFilter, RecordKindCount, StoredRecord } from '../model/data/stored-record.ts';

/**
 * Records that sites declare (events, prices, comments), one for each site, kind and key. Written by `commit`: a reading of a page that is older than what is stored of
 * it changes nothing.
 */
export interface DataRecords {
  get(id: string): Promise<StoredRecord | null>;
  /** The last changed first, then by id. */
  find(filter: RecordFilter): Promise<StoredRecord[]>;
  count(filter?: Omit<RecordFilter, 'limit' | 'offset' | 'after'>): Promise<number>;
  /** All that match, by id. Records that are written meanwhile may be missing. */
  stream(filter: Omit<RecordFilter, 'limit' | 'offset' | 'after'>): AsyncIterable<StoredRecord>;
  /** By site and kind. */
  kinds(): Promise<RecordKindCount[]>;
  /** Removes those that were gone before. @returns how many are removed, or would be in a dry run */
  forgetGone(before: Date, options: { readonly isDry: boolean }): Promise<number>;
}
