/** A time as an adapter reads it: an ISO 8601 text in SQLite's JSON, ms since 1970 in its columns, a date in MongoDB. */
export type StoredTime = Date | string | number;

type WithStoredTimes<T> = unknown extends T
  ? T
  : T extends Date
    ? StoredTime
    : T extends string | number | boolean | null | undefined
      ? T
      : { readonly [Key in keyof T]: WithStoredTimes<T[Key]> };

/** A record as an adapter reads it, written by this or any older version. @typeParam Added fields that older versions did not write */
export type Stored<T, Added extends keyof T = never> = WithStoredTimes<Omit<T, Added>> &
  Partial<WithStoredTimes<Pick<T, Added>>>;

export const dateOrNull = (at: StoredTime | null): Date | null => (at === null ? null : new Date(at));
