import type { OwnRules } from '../../../model/crawl/own-rule.ts';
import type { OwnRuleTallies } from '../../crawl/own-rules-port.ts';
import { ownRulesOf } from '../../records/crawl/own-rules.ts';
import type { Database } from '../database.ts';

export class SqliteOwnRules implements OwnRuleTallies {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(site: string): Promise<OwnRules | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM own_rules WHERE site = :site', { site });
    return row === undefined ? null : ownRulesOf(JSON.parse(row.doc));
  }

  async list(): Promise<OwnRules[]> {
    return this.#db
      .all<{ doc: string }>('SELECT doc FROM own_rules ORDER BY site')
      .map(({ doc }) => ownRulesOf(JSON.parse(doc)));
  }

  async save(rules: OwnRules): Promise<void> {
    this.write(rules);
  }

  /** For `commit`, inside its transaction. */
  write(rules: OwnRules): void {
    this.#db.run('INSERT OR REPLACE INTO own_rules (site, doc) VALUES (:site, :doc)', {
      site: rules.site,
      doc: JSON.stringify(rules),
    });
  }
}
