import type { DataValue, DataValues } from './data-value.ts';

/** What the rules of one field gave on a page, or in one record. */
export interface DataFinding {
  readonly field: string;
  readonly value: DataValue;
  /** The rule that gave the value or the problem: `.stars@title`, `json-ld:offers.price`; null: none matched. */
  readonly rule: string | null;
  /** Whose rule it is; null: none matched. */
  readonly by: 'scraper' | 'learned' | null;
  /** What the page has there, shortened; null: none matched. */
  readonly raw: string | null;
  /** Why the raw value is not the field's, or what was cut off; null: nothing is wrong. */
  readonly problem: string | null;
}

/** A record as a page shows it. */
export interface PageRecord {
  readonly kind: string;
  /** Identifies it among the records of its site and kind. */
  readonly key: string;
  readonly values: DataValues;
}

export interface RecordFinding extends PageRecord {
  readonly findings: readonly DataFinding[];
}

/** Why an item of a page is no record, or is not stored. */
export type RecordDropReason = 'empty' | 'no-key' | 'required-missing' | 'same-key' | 'over-limit';

/** The records of one kind on a page. */
export interface RecordsFinding {
  readonly kind: string;
  readonly region: string;
  /** Number of elements that the region's selector matches. */
  readonly matches: number;
  readonly records: readonly RecordFinding[];
  readonly dropped: Readonly<Partial<Record<RecordDropReason, number>>>;
  /** Required fields that items lacked, with the number of items. */
  readonly lacking: Readonly<Record<string, number>>;
  /** Whether all records of the page were read: what it no longer lists may be gone. */
  readonly isComplete: boolean;
}

/** The data of a page by the declarations of its site. */
export interface OwnData {
  /** One for each declared field; empty: none is declared. */
  readonly fields: readonly DataFinding[];
  readonly records: readonly RecordsFinding[];
  /** Whether the page, though it is no article, has data that are stored. */
  readonly isDataPage: boolean;
}

export const noOwnData: OwnData = { fields: [], records: [], isDataPage: false };

export const valuesOf = (findings: readonly DataFinding[]): DataValues =>
  Object.fromEntries(findings.map(({ field, value }) => [field, value]));

export const recordsOf = ({ records }: Pick<OwnData, 'records'>): readonly RecordFinding[] =>
  records.flatMap((finding) => finding.records);
