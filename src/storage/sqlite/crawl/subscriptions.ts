import type { Subscription } from '../../../model/crawl/subscription.ts';
import type { Subscriptions } from '../../crawl/subscriptions-port.ts';
import { subscriptionOf } from '../../records/crawl/subscriptions.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly doc: string;
}

const read = (row: Row): Subscription => subscriptionOf(JSON.parse(row.doc));

export class SqliteSubscriptions implements Subscriptions {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async put(subscription: Subscription): Promise<void> {
    const { sourceId, token, askAt } = subscription;
    this.#db.run(
      'INSERT OR REPLACE INTO subscriptions (source_id, token, ask_at, doc) VALUES (:sourceId, :token, :askAt, :doc)',
      { sourceId, token, askAt: askAt.getTime(), doc: JSON.stringify(subscription) },
    );
  }

  async ofSource(sourceId: string): Promise<Subscription | null> {
    const row = this.#db.get<Row>('SELECT doc FROM subscriptions WHERE source_id = :sourceId', { sourceId });
    return row === undefined ? null : read(row);
  }

  async byToken(token: string): Promise<Subscription | null> {
    const row = this.#db.get<Row>('SELECT doc FROM subscriptions WHERE token = :token', { token });
    return row === undefined ? null : read(row);
  }

  async remove(sourceId: string): Promise<void> {
    this.#db.run('DELETE FROM subscriptions WHERE source_id = :sourceId', { sourceId });
  }

  async toAsk(now: Date, limit: number): Promise<Subscription[]> {
    const sql = 'SELECT doc FROM subscriptions WHERE ask_at <= :now ORDER BY ask_at, source_id LIMIT :limit';
    return this.#db.all<Row>(sql, { now: now.getTime(), limit }).map(read);
  }
}
