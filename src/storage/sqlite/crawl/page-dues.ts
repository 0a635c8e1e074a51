import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { DuePage, PageClaim } from '../../crawl/pages-port.ts';
import type { Database } from '../database.ts';

interface Planned {
  readonly url: CanonicalUrl;
  readonly site: string;
  /** Ms since 1970. */
  readonly nextVisitAt: number;
}

/** The tables `page_dues` and `page_claims`: each page is due once, at its claim's end or at its planned visit. Every method runs inside a transaction. */
export class PageDues {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Before the page's row is written: its next visit is planned anew, and its claim ends. */
  plan({ url, site, nextVisitAt }: Planned): void {
    const before = this.#db.get<{ at: number }>(
      'SELECT coalesce((SELECT until FROM page_claims WHERE url = :url), next_visit_at) AS at FROM pages WHERE url = :url',
      { url },
    );
    if (before !== undefined) {
      this.#db.run('DELETE FROM page_dues WHERE due_at = :at AND url = :url', { at: before.at, url });
      this.#db.run('DELETE FROM page_claims WHERE url = :url', { url });
    }
    this.#db.run('INSERT INTO page_dues (due_at, url, site) VALUES (:nextVisitAt, :url, :site)', {
      nextVisitAt,
      url,
      site,
    });
  }

  claim({ now, limit, claimUntil, sites }: PageClaim): DuePage[] {
    const times = { now: now.getTime(), until: claimUntil.getTime() };
    const ofSites = sites === null ? '' : 'AND site IN (SELECT value FROM json_each(:sites))';
    const rows = this.#db.all<DuePage & { readonly dueAt: number }>(
      `SELECT url, site, due_at AS dueAt FROM page_dues WHERE due_at <= :now ${ofSites} ORDER BY due_at, url LIMIT :limit`,
      { now: times.now, limit, ...(sites !== null && { sites: JSON.stringify(sites) }) },
    );
    for (const { url, dueAt } of rows)
      this.#db.run('UPDATE page_dues SET due_at = :until WHERE due_at = :dueAt AND url = :url', {
        until: times.until,
        dueAt,
        url,
      });
    this.#db.run(
      'INSERT OR REPLACE INTO page_claims (url, until, claimed_at) SELECT value, :until, :now FROM json_each(:urls) ORDER BY value',
      { ...times, urls: JSON.stringify(rows.map(({ url }) => url)) },
    );
    return rows.map(({ url, site }) => ({ url, site }));
  }

  nextDueAt(): number | null {
    return this.#db.get<{ at: number | null }>('SELECT min(due_at) AS at FROM page_dues')?.at ?? null;
  }

  /** Claims and plans made later than `now` keep their lengths, and begin now. @returns how many pages this is */
  replan(now: number): number {
    const claims = this.#db.run(
      `UPDATE page_dues SET due_at = c.until - c.claimed_at + :now FROM page_claims c
       WHERE c.claimed_at > :now AND page_dues.due_at = c.until AND page_dues.url = c.url`,
      { now },
    );
    this.#db.run(
      'UPDATE page_claims SET until = until - claimed_at + :now, claimed_at = :now WHERE claimed_at > :now',
      { now },
    );
    const plans = this.#db.run(
      `UPDATE page_dues SET due_at = p.next_visit_at - p.planned_at + :now FROM pages p
       WHERE p.planned_at > :now AND page_dues.due_at = p.next_visit_at AND page_dues.url = p.url
         AND NOT EXISTS (SELECT 1 FROM page_claims c WHERE c.url = p.url)`,
      { now },
    );
    return claims + plans;
  }
}
