import type { PageState, RateCount } from '../../../model/page/page-state.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { PageClaim, Pages } from '../../crawl/pages-port.ts';
import { pageStateOf } from '../../records/crawl/pages.ts';
import type { Database } from '../database.ts';

interface PageRow {
  readonly doc: string;
  readonly nextVisitAt: number;
}

const columns = 'doc, next_visit_at AS nextVisitAt';

export class SqlitePages implements Pages {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(url: CanonicalUrl): Promise<PageState | null> {
    const row = this.#db.get<PageRow>(`SELECT ${columns} FROM pages WHERE url = :url`, { url });
    return row === undefined ? null : readRow(row);
  }

  async claimDue({ now, limit, claimUntil, sites }: PageClaim): Promise<PageState[]> {
    const ofSites = sites === null ? '' : 'AND site IN (SELECT value FROM json_each(:sites))';
    return this.#db.transaction(() => {
      const rows = this.#db.all<PageRow & { readonly id: number }>(
        `SELECT rowid AS id, ${columns} FROM pages WHERE next_visit_at <= :now ${ofSites} ORDER BY next_visit_at, url LIMIT :limit`,
        { now: now.getTime(), limit, ...(sites !== null && { sites: JSON.stringify(sites) }) },
      );
      this.#db.run(
        'UPDATE pages SET next_visit_at = :until, planned_at = :now WHERE rowid IN (SELECT value FROM json_each(:ids))',
        { until: claimUntil.getTime(), now: now.getTime(), ids: JSON.stringify(rows.map(({ id }) => id)) },
      );
      return rows.map(readRow);
    });
  }

  async replan(now: Date): Promise<number> {
    const at = now.getTime();
    const late = `json_set(doc, '$.lastVisitAt', min(doc ->> 'lastVisitAt', :iso))`;
    return this.#db.run(
      `UPDATE pages SET next_visit_at = next_visit_at - planned_at + :at, planned_at = :at, doc = ${late} WHERE planned_at > :at`,
      { at, iso: now.toISOString() },
    );
  }

  async nextDueAt(): Promise<Date | null> {
    const row = this.#db.get<{ at: number | null }>('SELECT min(next_visit_at) AS at FROM pages');
    return row?.at === null || row?.at === undefined ? null : new Date(row.at);
  }

  async rateCounts(): Promise<RateCount[]> {
    return this.#db.all<RateCount>(
      `SELECT host, format, age_class AS ageClass, rate_class AS rateClass, count(*) AS pages FROM pages
       WHERE host IS NOT NULL GROUP BY host, format, age_class, rate_class`,
    );
  }

  /** For `commit`, inside its transaction. */
  write({ nextVisitAt, ...rest }: PageState): void {
    const times = { nextVisitAt: nextVisitAt.getTime(), plannedAt: rest.lastVisitAt.getTime() };
    const { host = null, format = null, ageClass = null, rateClass = null } = rest.counted ?? {};
    this.#db.run(
      `INSERT OR REPLACE INTO pages (url, site, next_visit_at, planned_at, host, format, age_class, rate_class, doc)
       VALUES (:url, :site, :nextVisitAt, :plannedAt, :host, :format, :ageClass, :rateClass, :doc)`,
      { url: rest.url, site: rest.site, ...times, host, format, ageClass, rateClass, doc: JSON.stringify(rest) },
    );
  }
}

const readRow = ({ doc, nextVisitAt }: PageRow): PageState => pageStateOf({ ...JSON.parse(doc), nextVisitAt });
