import type { Alert, AlertKind, AlertState } from '../model/publish/alert.ts';

export interface AlertFilter {
  readonly state?: AlertState;
  readonly kind?: AlertKind;
  readonly limit: number;
}

/** Alerts: one record for each rule and subject. */
export interface Alerts {
  /** Those that are missing are left out; in any order. */
  get(ids: readonly string[]): Promise<Alert[]>;
  /** The one that opened last first, then by id. */
  list(filter: AlertFilter): Promise<Alert[]>;
  /** Those that receivers are to be told of, by the time at which they opened, then by id. Reads an index. */
  untold(limit: number): Promise<Alert[]>;
  counts(): Promise<readonly { readonly state: AlertState; readonly kind: AlertKind; readonly count: number }[]>;
  /**
   * Writes an alert where the stored one has the version before (of version 1: where none is stored). Of several processes that open one alert, one does.
   * @returns false, with nothing written, where it has another version
   */
  save(alert: Alert): Promise<boolean>;
  /** Forgets resolved ones and finds that were seen last before this time, unless they are muted. @returns how many */
  deletePast(before: Date): Promise<number>;
}
