import { z } from 'zod';
import { type Alert, alertSchema } from '../../model/publish/alert.ts';
import type { AlertKind, AlertState } from '../../model/publish/alert-kinds.ts';
import { collection } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const alerts = collection({
  name: 'alerts',
  schema: alertSchema,
  key: ['id'],
  columns: ['state', 'kind', 'openedAt', 'lastSeenAt', 'version'],
  derived: {
    isUntold: [z.boolean(), ({ telling }) => telling !== null],
    isMuted: [z.boolean(), ({ mutedAt }) => mutedAt !== null],
  },
  indexes: [
    { by: ['-openedAt', 'id'] },
    { by: ['state', '-openedAt', 'id'] },
    { by: ['kind', '-openedAt', 'id'] },
    { by: ['state', 'kind'], only: 'mongo' },
    { by: ['isUntold', 'openedAt', 'id'], where: { isUntold: true } },
  ],
});

export interface AlertFilter {
  readonly state?: AlertState;
  readonly kind?: AlertKind;
  readonly limit: number;
}

/** Alerts: one record for each rule and subject. */
export class Alerts {
  readonly #alerts: RecordsOf<typeof alerts>;

  constructor(open: OpenRecords) {
    this.#alerts = open(alerts);
  }

  /** Those that are missing are left out; in any order. */
  async get(ids: readonly string[]): Promise<Alert[]> {
    return await this.#alerts.find({ where: { id: { in: ids } } });
  }

  /** The one that opened last first, then by id. */
  async list({ state, kind, limit }: AlertFilter): Promise<Alert[]> {
    return await this.#alerts.find({ where: { state, kind }, order: ['-openedAt', 'id'], limit });
  }

  /** Those that receivers are to be told of, by the time at which they opened, then by id. Reads an index. */
  async untold(limit: number): Promise<Alert[]> {
    return await this.#alerts.find({ where: { isUntold: true }, order: ['openedAt', 'id'], limit });
  }

  async counts() {
    return await this.#alerts.groups({ by: ['state', 'kind'] });
  }

  /**
   * Writes an alert where the stored one has the version before (of version 1: where none is stored). Of several processes that open one alert, one does.
   * @returns false, with nothing written, where it has another version
   */
  async save(alert: Alert): Promise<boolean> {
    const { version } = alert;
    return version === 1 ? await this.#alerts.add(alert) : await this.#alerts.replace(alert, { version: version - 1 });
  }

  /** Forgets resolved ones and finds that were seen last before this time, unless they are muted. @returns how many */
  async deletePast(before: Date): Promise<number> {
    return await this.#alerts.remove({
      state: { in: ['resolved', 'found'] },
      isMuted: false,
      lastSeenAt: { lt: before },
    });
  }
}
