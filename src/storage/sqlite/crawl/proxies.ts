import type { ListedProxy, ProxyUse } from '../../../model/crawl/proxy.ts';
import type { Proxies } from '../../crawl/proxies-port.ts';
import { proxyOf } from '../../records/crawl/proxies.ts';
import type { Database } from '../database.ts';

export class SqliteProxies implements Proxies {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async list(): Promise<ListedProxy[]> {
    return this.#db
      .all<{ doc: string }>('SELECT doc FROM proxies ORDER BY id')
      .map(({ doc }) => proxyOf(JSON.parse(doc)));
  }

  async save(proxies: readonly ListedProxy[]): Promise<void> {
    this.#db.transaction(() => {
      for (const proxy of proxies)
        this.#db.run('INSERT OR REPLACE INTO proxies (id, doc) VALUES (:id, :doc)', {
          id: proxy.id,
          doc: JSON.stringify(proxy),
        });
    });
  }

  async remove(ids: readonly string[]): Promise<void> {
    this.#db.run('DELETE FROM proxies WHERE id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(ids) });
  }

  async saveUses(uses: readonly ProxyUse[], owner: string): Promise<void> {
    this.#db.transaction(() => {
      for (const { day, proxy, site, tries, successes, blocked, bytes } of uses)
        this.#db.run(
          `INSERT OR REPLACE INTO proxy_uses (day, proxy, site, owner, tries, successes, blocked, bytes)
           VALUES (:day, :proxy, :site, :owner, :tries, :successes, :blocked, :bytes)`,
          { day, proxy, site, owner, tries, successes, blocked, bytes },
        );
    });
  }

  async usesSince(day: string): Promise<ProxyUse[]> {
    const rows = this.#db.all<ProxyUse>(
      `SELECT day, proxy, site, sum(tries) AS tries, sum(successes) AS successes, sum(blocked) AS blocked, sum(bytes) AS bytes
       FROM proxy_uses WHERE day >= :day GROUP BY day, proxy, site ORDER BY day, proxy, site`,
      { day },
    );
    return rows.map((row) => ({ ...row }));
  }

  async forgetUses(before: string): Promise<void> {
    this.#db.run('DELETE FROM proxy_uses WHERE day < :before', { before });
  }
}
