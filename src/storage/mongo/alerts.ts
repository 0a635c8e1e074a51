import type { Alert } from '../../model/publish/alert.ts';
import type { AlertFilter, Alerts } from '../alerts-port.ts';
import { alertOf } from '../records/alerts.ts';
import type { Collections } from './collections.ts';
import { withKey } from './documents.ts';
import { isDuplicateKey } from './mongo-error.ts';

export class MongoAlerts implements Alerts {
  readonly #alerts: Collections['alerts'];

  constructor({ alerts }: Collections) {
    this.#alerts = alerts;
  }

  async get(ids: readonly string[]): Promise<Alert[]> {
    const documents = await this.#alerts.find({ _id: { $in: [...ids] } }).toArray();
    return documents.map((document) => alertOf(withKey('id', document)));
  }

  async list({ state, kind, limit }: AlertFilter): Promise<Alert[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#alerts
      .find({ ...(state !== undefined && { state }), ...(kind !== undefined && { kind }) })
      .sort({ openedAt: -1, _id: 1 })
      .limit(limit)
      .toArray();
    return documents.map((document) => alertOf(withKey('id', document)));
  }

  async untold(limit: number): Promise<Alert[]> {
    if (limit === 0) return [];
    const documents = await this.#alerts
      .find({ 'telling.what': { $in: ['opened', 'resolved', 'found'] } })
      .sort({ openedAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return documents.map((document) => alertOf(withKey('id', document)));
  }

  async counts(): ReturnType<Alerts['counts']> {
    const groups = await this.#alerts
      .aggregate<{ readonly _id: Pick<Alert, 'state' | 'kind'>; readonly count: number }>([
        { $match: { state: { $gte: '' } } }, // all: it makes the server read the index, and no alert
        { $group: { _id: { state: '$state', kind: '$kind' }, count: { $sum: 1 } } },
        { $sort: { '_id.state': 1, '_id.kind': 1 } },
      ])
      .toArray();
    return groups.map(({ _id: { state, kind }, count }) => ({ state, kind, count }));
  }

  async save({ id, ...alert }: Alert): Promise<boolean> {
    const { version } = alert;
    if (version > 1)
      return (await this.#alerts.replaceOne({ _id: id, version: version - 1 }, alert)).matchedCount === 1;
    try {
      await this.#alerts.insertOne({ _id: id, ...alert });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false; // another process was first
      throw error;
    }
  }

  async deletePast(before: Date): Promise<number> {
    const { deletedCount } = await this.#alerts.deleteMany({
      state: { $in: ['resolved', 'found'] },
      mutedAt: null,
      lastSeenAt: { $lt: before },
    });
    return deletedCount;
  }
}
