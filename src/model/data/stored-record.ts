import { createHash } from 'node:crypto';
import { z } from 'zod';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import { type DataValues, dataValuesSchema, isSameValue } from './data-value.ts';
import type { PageRecord } from './own-data.ts';

/** A change of a record's values: the changed ones only. */
const recordChangeSchema = record({
  at: z.date(),
  before: dataValuesSchema,
  after: dataValuesSchema,
});
export type RecordChange = z.infer<typeof recordChangeSchema>;

/** A page that lists a record. */
const recordListingSchema = record({
  url: textOf<CanonicalUrl>(),
  /** When the page was last read for it. */
  at: z.date(),
  /** Evidence that the page no longer lists it; from `goneEvidence` on it does not. */
  missed: z.number(),
});
export type RecordListing = z.infer<typeof recordListingSchema>;

/** A record in the store. */
export const storedRecordSchema = record({
  kind: z.string(),
  key: z.string(),
  values: dataValuesSchema,
  /** Of site, kind and key. */
  id: z.string(),
  site: z.string(),
  /** The page that listed it last. */
  url: textOf<CanonicalUrl>(),
  firstSeenAt: z.date(),
  lastSeenAt: z.date(),
  /** When its values last changed; at first when it was first seen. */
  changedAt: z.date(),
  /** When the last page that listed it no longer did; null: it is listed. */
  goneAt: z.date().nullable(),
  /** Number of changes; `history` has the last ones, oldest first. */
  changes: z.number(),
  history: listOf(recordChangeSchema),
  listedOn: listOf(recordListingSchema),
});
export type StoredRecord = z.infer<typeof storedRecordSchema>;

/** The records that one reading of a page gave. */
export interface RecordSighting {
  readonly site: string;
  readonly page: CanonicalUrl;
  readonly at: Date;
  readonly records: readonly PageRecord[];
  /** Kinds of which the page lists all: what it no longer lists may be gone. `all`: the page itself is gone. */
  readonly complete: readonly string[] | 'all';
}

export interface RecordFilter {
  readonly site?: string;
  readonly kind?: string;
  readonly key?: string;
  /** Only those that this page lists. */
  readonly page?: CanonicalUrl;
  /** True: gone ones only; false: listed ones only. Default: both. */
  readonly gone?: boolean;
  readonly changedSince?: Date;
  /** Only those that stand after this one in the list. */
  readonly after?: Pick<StoredRecord, 'id' | 'changedAt'>;
  readonly limit: number;
  readonly offset?: number;
}

/** Number of records of a site and kind. */
export interface RecordKindCount {
  readonly site: string;
  readonly kind: string;
  readonly records: number;
  /** Those of them that are gone. */
  readonly gone: number;
}

/** Changes that are kept of each record; more are only counted. */
export const maxHistory = 50;
/** Pages that are kept of each record. */
const maxListings = 20;

/**
 * A reading that misses a record is evidence of 2; of 1 where the page lists less than half of what it listed before, since it may not have loaded in full. So a
 * record is gone after two readings, or four.
 */
const goneEvidence = 4;

export const recordId = (site: string, kind: string, key: string): string =>
  createHash('sha256').update(`${site}\n${kind}\n${key}`).digest('hex').slice(0, 24);

/** The record after a page listed it. Null: nothing changes, the stored one has this reading or a later one of the page. */
export function recordAfterSighting(
  stored: StoredRecord | null,
  { kind, key, values }: PageRecord,
  { site, page, at }: RecordSighting,
): StoredRecord | null {
  const listing = { url: page, at, missed: 0 };
  if (stored === null)
    return {
      id: recordId(site, kind, key),
      site,
      kind,
      key,
      url: page,
      values,
      firstSeenAt: at,
      lastSeenAt: at,
      changedAt: at,
      goneAt: null,
      changes: 0,
      history: [],
      listedOn: [listing],
    };
  const before = stored.listedOn.find(({ url }) => url === page);
  if (before !== undefined && before.at >= at) return null;
  const listedOn = [listing, ...stored.listedOn.filter(({ url }) => url !== page)].slice(0, maxListings);
  // another page was read later: it has the newer values
  if (stored.lastSeenAt > at) return { ...stored, listedOn };
  const seen = { ...stored, url: page, lastSeenAt: at, goneAt: null, listedOn };
  const change = changeOf(stored.values, values, at);
  if (change === null) return { ...seen, values };
  const history = [...stored.history, change].slice(-maxHistory);
  return { ...seen, values, changedAt: at, changes: stored.changes + 1, history };
}

/** Null: no value of a field that both have differs. */
function changeOf(before: DataValues, after: DataValues, at: Date): RecordChange | null {
  const names = Object.keys(after).filter(
    (name) => name in before && !isSameValue(before[name] ?? null, after[name] ?? null),
  );
  if (names.length === 0) return null;
  const pick = (values: DataValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { at, before: pick(before), after: pick(after) };
}

type Miss = Pick<RecordSighting, 'page' | 'at'> & { readonly evidence: number };

/** The record after a page did not list it that listed it before. Null: nothing changes. */
export function recordAfterMiss(stored: StoredRecord, { page, at, evidence }: Miss): StoredRecord | null {
  const listing = stored.listedOn.find(({ url }) => url === page);
  if (listing === undefined || listing.at >= at) return null;
  const missed = listing.missed + evidence;
  const others = stored.listedOn.filter(({ url }) => url !== page);
  const listedOn = missed >= goneEvidence ? others : [{ ...listing, at, missed }, ...others];
  return { ...stored, listedOn, goneAt: listedOn.length === 0 ? at : stored.goneAt };
}

/** What the page listed before and does not list now, of the kinds of which it lists all; each with its evidence. */
export function missedRecords(
  listed: readonly Pick<StoredRecord, 'id' | 'kind'>[],
  { site, records, complete, page, at }: RecordSighting,
): readonly (Miss & { readonly id: string })[] {
  const seen = new Set(records.map(({ kind, key }) => recordId(site, kind, key)));
  const byKind = Map.groupBy(listed, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, ofKind]) => {
    if (complete !== 'all' && !complete.includes(kind)) return [];
    const shown = records.filter((record) => record.kind === kind).length;
    const evidence = complete !== 'all' && 2 * shown < ofKind.length ? 1 : 2;
    return ofKind.filter(({ id }) => !seen.has(id)).map(({ id }) => ({ id, page, at, evidence }));
  });
}
