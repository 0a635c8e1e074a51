import type { PageState, RateCount, RateTally } from '../../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { addEvidence, rateTallies, tallyKey } from '../../collections/crawl/rate-tallies.ts';
import type { DuePage, PageClaim, Pages } from '../../crawl/pages-port.ts';
import { tableIn } from '../../engine/sqlite.ts';
import { pageStateOf } from '../../records/crawl/pages.ts';
import type { Database } from '../database.ts';
import { PageDues } from './page-dues.ts';

interface PageRow {
  readonly doc: string;
  readonly nextVisitAt: number;
}

const columns =
  'doc, coalesce((SELECT until FROM page_claims c WHERE c.url = pages.url), next_visit_at) AS nextVisitAt';

export class SqlitePages implements Pages {
  readonly #db: Database;
  readonly #dues: PageDues;

  constructor(db: Database) {
    this.#db = db;
    this.#dues = new PageDues(db);
  }

  async get(url: CanonicalUrl): Promise<PageState | null> {
    const row = this.#db.get<PageRow>(`SELECT ${columns} FROM pages WHERE url = :url`, { url });
    return row === undefined ? null : readRow(row);
  }

  async claimDue(claim: PageClaim): Promise<DuePage[]> {
    return this.#db.transaction(() => this.#dues.claim(claim));
  }

  async replan(now: Date): Promise<number> {
    const at = now.getTime();
    const late = `json_set(doc, '$.lastVisitAt', min(doc ->> 'lastVisitAt', :iso))`;
    return this.#db.transaction(() => {
      const mended = this.#dues.replan(at);
      this.#db.run(
        `UPDATE pages SET next_visit_at = next_visit_at - planned_at + :at, planned_at = :at, doc = ${late} WHERE planned_at > :at`,
        { at, iso: now.toISOString() },
      );
      return mended;
    });
  }

  async nextDueAt(): Promise<Date | null> {
    const at = this.#dues.nextDueAt();
    return at === null ? null : new Date(at);
  }

  async rateCounts(): Promise<RateCount[]> {
    return this.#db.all<RateCount>(
      `SELECT host, format, age_class AS ageClass, rate_class AS rateClass, count(*) AS pages FROM pages
       WHERE host IS NOT NULL GROUP BY host, format, age_class, rate_class`,
    );
  }

  async rateTallies(): Promise<RateTally[]> {
    return tableIn(this.#db, rateTallies).find();
  }

  /** For `commit`, inside its transaction. */
  write({ nextVisitAt, evidence = [], ...rest }: PageState): void {
    const times = { nextVisitAt: nextVisitAt.getTime(), plannedAt: rest.lastVisitAt.getTime() };
    const tallies = tableIn(this.#db, rateTallies);
    for (const shown of evidence) tallies.change(tallyKey(shown), (stored) => addEvidence(stored, shown));
    this.#dues.plan({ url: rest.url, site: rest.site, nextVisitAt: times.nextVisitAt });
    const { host = null, format = null, ageClass = null, rateClass = null } = rest.counted ?? {};
    this.#db.run(
      `INSERT OR REPLACE INTO pages (url, site, next_visit_at, planned_at, host, format, age_class, rate_class, doc)
       VALUES (:url, :site, :nextVisitAt, :plannedAt, :host, :format, :ageClass, :rateClass, :doc)`,
      { url: rest.url, site: rest.site, ...times, host, format, ageClass, rateClass, doc: JSON.stringify(rest) },
    );
  }
}

const readRow = ({ doc, nextVisitAt }: PageRow): PageState => pageStateOf({ ...JSON.parse(doc), nextVisitAt });
