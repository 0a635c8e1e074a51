import type { OwnRules, OwnRuleTally } from '../../model/crawl/own-rule.ts';
import type { OwnRuleTallies } from '../own-rules-port.ts';
import type { Database } from './database.ts';

export class SqliteOwnRules implements OwnRuleTallies {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(site: string): Promise<OwnRules | null> {
    const row = this.#db.get<{ doc: string }>('SELECT doc FROM own_rules WHERE site = :site', { site });
    return row === undefined ? null : rulesOf(row);
  }

  async list(): Promise<OwnRules[]> {
    return this.#db.all<{ doc: string }>('SELECT doc FROM own_rules ORDER BY site').map(rulesOf);
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

function rulesOf({ doc }: { readonly doc: string }): OwnRules {
  const { rules, updatedAt, ...kept } = JSON.parse(doc) as OwnRules;
  return { ...kept, rules: rules.map(tallyOf), updatedAt: new Date(updatedAt) };
}

const tallyOf = (tally: OwnRuleTally): OwnRuleTally => ({
  ...tally,
  lastMatchedAt: dateOf(tally.lastMatchedAt),
  lastMissedAt: dateOf(tally.lastMissedAt),
  reportedAt: dateOf(tally.reportedAt),
});

const dateOf = (at: Date | string | null): Date | null => (at === null ? null : new Date(at));
