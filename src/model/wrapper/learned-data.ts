import type { DataType, structuredSources } from '../data/data-field.ts';

// Where the values of a scraper's own data are, as corrected pages show it. A place that the scraper itself gives counts more.

/** A place as a person would write it. `match`: the part of the text that counts, an expression whose first group is the value. */
export type LearnedPlace =
  | {
      readonly by: 'css';
      /** Empty: the record itself. */
      readonly selector: string;
      /** Null: the text. */
      readonly attribute: string | null;
      readonly match: string | null;
    }
  | { readonly by: (typeof structuredSources)[number]; readonly path: string; readonly match: string | null };

/** Where a field of own data is. */
export interface LearnedDataField {
  /** As the scraper declares it; without a scraper as the corrected values show it. */
  readonly type: DataType;
  /** Tried in this order. */
  readonly places: readonly LearnedPlace[];
  /** Share of the corrected values that they give. */
  readonly confidence: number;
  /** Number of corrected values. */
  readonly values: number;
}

/** Where the records of one kind are. */
export interface LearnedRecords {
  /** CSS selector that matches each record. */
  readonly region: string;
  /** Number of corrected records. */
  readonly records: number;
  /** Fields that every corrected record has: an element with less than two of them is no record. */
  readonly always: readonly string[];
  readonly fields: Readonly<Record<string, LearnedDataField>>;
}
