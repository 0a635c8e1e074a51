import { z } from 'zod';
import { listOf, record } from '../schema.ts';
import type { DataValues } from './data-value.ts';
import { dataValueSchema, dataValuesSchema } from './data-value.ts';

/** What the rules of one field gave on a page, or in one record. */
const dataFindingSchema = record({
  field: z.string(),
  value: dataValueSchema,
  /** The rule that gave the value or the problem: `.stars@title`, `json-ld:offers.price`; null: none matched. */
  rule: z.string().nullable(),
  /** Whose rule it is; null: none matched. */
  by: z.enum(['scraper', 'learned']).nullable(),
  /** What the page has there, shortened; null: none matched. */
  raw: z.string().nullable(),
  /** Why the raw value is not the field's, or what was cut off; null: nothing is wrong. */
  problem: z.string().nullable(),
});
export type DataFinding = z.infer<typeof dataFindingSchema>;

/** A record as a page shows it. */
const pageRecordSchema = record({
  kind: z.string(),
  /** Identifies it among the records of its site and kind. */
  key: z.string(),
  values: dataValuesSchema,
});
export type PageRecord = z.infer<typeof pageRecordSchema>;

const recordFindingSchema = record({
  ...pageRecordSchema.unwrap().shape,
  findings: listOf(dataFindingSchema),
});
export type RecordFinding = z.infer<typeof recordFindingSchema>;

/** Why an item of a page is no record, or is not stored. */
const recordDropReasonSchema = z.enum(['empty', 'no-key', 'required-missing', 'same-key', 'over-limit']);
export type RecordDropReason = z.infer<typeof recordDropReasonSchema>;

/** The records of one kind on a page. */
const recordsFindingSchema = record({
  kind: z.string(),
  region: z.string(),
  /** Number of elements that the region's selector matches. */
  matches: z.number(),
  records: listOf(recordFindingSchema),
  dropped: z.partialRecord(recordDropReasonSchema, z.number()).readonly(),
  /** Required fields that items lacked, with the number of items. */
  lacking: z.record(z.string(), z.number()).readonly(),
  /** Whether all records of the page were read: what it no longer lists may be gone. */
  isComplete: z.boolean(),
});
export type RecordsFinding = z.infer<typeof recordsFindingSchema>;

/** The data of a page by the declarations of its site. */
export const ownDataSchema = record({
  /** One for each declared field; empty: none is declared. */
  fields: listOf(dataFindingSchema),
  records: listOf(recordsFindingSchema),
  /** Whether the page, though it is no article, has data that are stored. */
  isDataPage: z.boolean(),
});
export type OwnData = z.infer<typeof ownDataSchema>;

export const noOwnData: OwnData = { fields: [], records: [], isDataPage: false };

export const valuesOf = (findings: readonly DataFinding[]): DataValues =>
  Object.fromEntries(findings.map(({ field, value }) => [field, value]));

export const recordsOf = ({ records }: Pick<OwnData, 'records'>): readonly RecordFinding[] =>
  records.flatMap((finding) => finding.records);
