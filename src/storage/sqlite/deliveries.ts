import type { WebhookDelivery } from '../../model/publish/webhook.ts';
import type { Deliveries, DeliveryClaim } from '../deliveries-port.ts';
import { deliveryOf, rearmed } from '../records/deliveries.ts';
import type { Database } from './database.ts';

interface Row {
  readonly doc: string;
}

export class SqliteDeliveries implements Deliveries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(deliveries: readonly WebhookDelivery[]): Promise<void> {
    this.#db.transaction(() => {
      for (const delivery of deliveries)
        this.#db.run(
          `INSERT INTO deliveries (id, receiver, state, next_at, event_at, doc) VALUES (:id, :receiver, :state, :nextAt, :eventAt, :doc)
           ON CONFLICT (id) DO NOTHING`,
          columnsOf(delivery),
        );
    });
  }

  async get(ids: readonly string[]): Promise<WebhookDelivery[]> {
    const sql = 'SELECT doc FROM deliveries WHERE id IN (SELECT value FROM json_each(:ids))';
    return this.#db.all<Row>(sql, { ids: JSON.stringify(ids) }).map(({ doc }) => deliveryOf(JSON.parse(doc)));
  }

  async claim({ receivers, now, until, limit }: DeliveryClaim): Promise<WebhookDelivery[]> {
    return this.#db.transaction(() => {
      const due = this.#db.all<Row>(
        `SELECT doc FROM deliveries WHERE state = 'waiting' AND next_at <= :now AND receiver IN (SELECT value FROM json_each(:receivers))
         ORDER BY next_at, id LIMIT :limit`,
        { now: now.getTime(), receivers: JSON.stringify(receivers), limit },
      );
      const claimed = due.map(({ doc }): WebhookDelivery => ({ ...deliveryOf(JSON.parse(doc)), nextAt: until }));
      for (const delivery of claimed) this.#write(delivery);
      return claimed;
    });
  }

  async save(delivery: WebhookDelivery): Promise<void> {
    this.#write(delivery);
  }

  async rearm(deliveries: readonly WebhookDelivery[], retryAt: Date): Promise<void> {
    this.#db.transaction(() => {
      for (const delivery of deliveries) this.#write(rearmed(this.#get(delivery.id), delivery, retryAt));
    });
  }

  async settle(claimed: WebhookDelivery, ended: WebhookDelivery): Promise<boolean> {
    return this.#db.transaction(() => {
      const current = this.#get(claimed.id);
      if (current?.state !== 'waiting' || current.nextAt.getTime() !== claimed.nextAt.getTime()) return false;
      this.#write(ended);
      return true;
    });
  }

  #get(id: string): WebhookDelivery | null {
    const row = this.#db.get<Row>('SELECT doc FROM deliveries WHERE id = :id', { id });
    return row === undefined ? null : deliveryOf(JSON.parse(row.doc));
  }

  #write(delivery: WebhookDelivery): void {
    this.#db.run(
      `INSERT OR REPLACE INTO deliveries (id, receiver, state, next_at, event_at, doc) VALUES (:id, :receiver, :state, :nextAt, :eventAt, :doc)`,
      columnsOf(delivery),
    );
  }

  async retry(states: readonly ('waiting' | 'failed')[], receiver: string | null, now: Date): Promise<number> {
    return this.#db.transaction(() => {
      const failed = this.#db.all<Row>(
        `SELECT doc FROM deliveries WHERE state IN (SELECT value FROM json_each(:states)) AND (:receiver IS NULL OR receiver = :receiver)`,
        { states: JSON.stringify(states), receiver },
      );
      for (const { doc } of failed)
        this.#write({ ...deliveryOf(JSON.parse(doc)), state: 'waiting', attempts: 0, nextAt: now });
      return failed.length;
    });
  }

  async list({ state, limit }: Parameters<Deliveries['list']>[0]): Promise<WebhookDelivery[]> {
    const rows = this.#db.all<Row>(
      'SELECT doc FROM deliveries WHERE :state IS NULL OR state = :state ORDER BY event_at DESC, id LIMIT :limit',
      { state: state ?? null, limit },
    );
    return rows.map(({ doc }) => deliveryOf(JSON.parse(doc)));
  }

  async counts(): ReturnType<Deliveries['counts']> {
    return this.#db.all<Awaited<ReturnType<Deliveries['counts']>>[number]>(
      'SELECT receiver, state, count(*) AS count FROM deliveries GROUP BY receiver, state ORDER BY receiver, state',
    );
  }

  async deleteDelivered(before: Date): Promise<number> {
    return this.#db.run("DELETE FROM deliveries WHERE state = 'delivered' AND next_at < :before", {
      before: before.getTime(),
    });
  }

  async deleteOf(receiver: string): Promise<number> {
    return this.#db.run('DELETE FROM deliveries WHERE receiver = :receiver', { receiver });
  }
}

const columnsOf = (delivery: WebhookDelivery) => ({
  id: delivery.id,
  receiver: delivery.receiver,
  state: delivery.state,
  nextAt: delivery.nextAt.getTime(),
  eventAt: delivery.event.at.getTime(),
  doc: JSON.stringify(delivery),
});
