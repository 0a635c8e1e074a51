import type { LinksLeftBy, LinksLeftReason } from '../../../model/crawl/links-left.ts';
import type { PollsOfHour, Visit } from '../../../model/crawl/visit.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type {
  ApiVisitsFilter,
  HourOfVisits,
  PollsFilter,
  SiteEndings,
  SummaryFilter,
  VisitFilter,
  VisitKey,
  VisitRange,
  VisitSummary,
  Visits,
} from '../../crawl/visits-port.ts';
import { addressRange, hoursToThursday, type VisitGroup, visitOf, visitSummaryOf } from '../../records/crawl/visits.ts';
import type { Bindings, Database } from '../database.ts';

const hourMs = 3_600_000;

export class SqliteVisits implements Visits {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find({ run, url, sourceId, outcome, reason, before, limit }: VisitFilter): Promise<Visit[]> {
    const conditions = ['1'];
    if (run !== undefined) conditions.push('run = :run');
    if (url !== undefined) conditions.push('url = :url');
    if (sourceId !== undefined) conditions.push('source_id = :sourceId');
    if (outcome !== undefined) conditions.push('outcome = :outcome');
    if (reason !== undefined) conditions.push('reason = :reason');
    if (before !== undefined) conditions.push('(started_at, id) < (:beforeAt, :beforeId)');
    const rows = this.#db.all<{ doc: string }>(
      `SELECT doc FROM visits WHERE ${conditions.join(' AND ')} ORDER BY started_at DESC, id DESC LIMIT :limit`,
      {
        ...(run !== undefined && { run }),
        ...(url !== undefined && { url }),
        ...(sourceId !== undefined && { sourceId }),
        ...(outcome !== undefined && { outcome }),
        ...(reason !== undefined && { reason }),
        ...(before !== undefined && { beforeAt: before.startedAt.getTime(), beforeId: before.id }),
        limit,
      },
    );
    return rows.map(({ doc }) => visitOf(JSON.parse(doc)));
  }

  async keysSince({ since, after, limit, endedSince }: VisitRange): Promise<VisitKey[]> {
    const isEnded = endedSince === undefined ? '' : `AND started_at + (doc ->> '$.elapsedMs') >= :endedSince`;
    const rows = this.#db.all<{ id: string; startedAt: number }>(
      `SELECT id, started_at AS startedAt FROM visits INDEXED BY visits_time WHERE (started_at, id) > (:from, :afterId) ${isEnded} ORDER BY started_at, id LIMIT :limit`,
      {
        from: (after?.startedAt ?? since).getTime(),
        afterId: after?.id ?? '', // no id is empty: the empty one stands before all of its time
        limit,
        ...(endedSince !== undefined && { endedSince: endedSince.getTime() }),
      },
    );
    return rows.map(({ id, startedAt }) => ({ id, startedAt: new Date(startedAt) }));
  }

  async ofIds(ids: readonly string[]): Promise<Visit[]> {
    const rows = this.#db.all<{ doc: string }>(
      'SELECT doc FROM visits WHERE id IN (SELECT value FROM json_each(:ids))',
      { ids: JSON.stringify(ids) },
    );
    return rows.map(({ doc }) => visitOf(JSON.parse(doc)));
  }

  async pollsByHour({ url, since, until }: PollsFilter): Promise<PollsOfHour[]> {
    return this.#db.all<PollsOfHour & Record<string, number>>(
      `SELECT (started_at / ${hourMs} + ${hoursToThursday}) % 168 AS hour, count(*) AS polls, sum(coalesce(doc ->> '$.changed', 0)) AS updates
       FROM visits INDEXED BY visits_url WHERE url = :url AND started_at >= :since AND started_at < :until AND kind = 'source' AND outcome = 'listed'
       GROUP BY hour ORDER BY hour`,
      { url, since: since.getTime(), until: until.getTime() },
    );
  }

  async urlsByApi({ origin, kind, since, limit }: ApiVisitsFilter): Promise<CanonicalUrl[]> {
    const [from, to] = addressRange(origin);
    const rows = this.#db.all<{ url: CanonicalUrl }>(
      `SELECT url FROM visits INDEXED BY visits_api WHERE via = 'api' AND url >= :from AND url < :to AND started_at >= :since AND kind = :kind ORDER BY url LIMIT :limit`,
      { from, to, kind, since: since.getTime(), limit },
    );
    return rows.map(({ url }) => url);
  }

  async ofSite(site: string, limit: number): Promise<Visit[]> {
    const rows = this.#db.all<{ doc: string }>(
      `SELECT doc FROM visits INDEXED BY visits_site WHERE doc ->> '$.site' = :site ORDER BY started_at DESC, id DESC LIMIT :limit`,
      { site, limit },
    );
    return rows.map(({ doc }) => visitOf(JSON.parse(doc)));
  }

  async endingsBySite(since: Date, until: Date): Promise<SiteEndings[]> {
    return this.#db.all<SiteEndings & Record<string, string | number | null>>(
      `SELECT doc ->> '$.site' AS site, outcome, reason, count(*) AS count FROM visits INDEXED BY visits_time
       WHERE started_at >= :since AND started_at < :until GROUP BY site, outcome, reason`,
      { since: since.getTime(), until: until.getTime() },
    );
  }

  async summary({ run, since }: SummaryFilter): Promise<VisitSummary> {
    if (run === undefined)
      return visitSummaryOf(since === undefined ? this.#tallied(-1, -1) : this.#since(since.getTime()));
    const conditions = ['run = :run', ...(since === undefined ? [] : ['started_at >= :since'])];
    return visitSummaryOf(this.#grouped(conditions, { run, ...(since !== undefined && { since: since.getTime() }) }));
  }

  async linksLeft(run: string): Promise<LinksLeftBy> {
    const rows = this.#db.all<{ readonly reason: LinksLeftReason; readonly count: number }>(
      `SELECT key AS reason, sum(value) AS count FROM visits, json_each(doc, '$.linksLeftBy') WHERE run = :run AND links_left > 0 GROUP BY key`,
      { run },
    );
    return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
  }

  /** Reads the visits of the hour that `since` is in, and the tallies of the later hours. */
  #since(since: number): VisitGroup[] {
    const hour = Math.ceil(since / hourMs);
    const begun = this.#grouped(['started_at >= :since', 'started_at < :end'], { since, end: hour * hourMs });
    return [...begun, ...this.#tallied(hour, Number.MAX_SAFE_INTEGER)];
  }

  async byHour(since: Date): Promise<HourOfVisits[]> {
    const rows = this.#db.all<VisitGroup & { readonly hour: number }>(
      `SELECT hour, kind, outcome, nullif(reason, '') AS reason, nullif(via, '') AS via, n AS count, bytes, media_items AS mediaItems, links_left AS linksLeft
       FROM visit_tallies WHERE hour >= :from ORDER BY hour`,
      { from: Math.max(0, Math.floor(since.getTime() / hourMs)) }, // the hour -1 is all time
    );
    return [...Map.groupBy(rows, ({ hour }) => hour)].map(([hour, groups]) => ({
      startsAt: new Date(hour * hourMs),
      summary: visitSummaryOf(groups),
    }));
  }

  #grouped(conditions: readonly string[], parameters: Bindings): VisitGroup[] {
    return this.#db.all<VisitGroup>(
      `SELECT kind, outcome, reason, via, count(*) AS count, sum(bytes) AS bytes, sum(media_items) AS mediaItems, sum(links_left) AS linksLeft FROM visits
       WHERE ${conditions.join(' AND ')} GROUP BY kind, outcome, reason, via`,
      parameters,
    );
  }

  /** @param from hours since 1970; -1: all time */
  #tallied(from: number, to: number): VisitGroup[] {
    return this.#db.all<VisitGroup>(
      `SELECT kind, outcome, nullif(reason, '') AS reason, nullif(via, '') AS via, sum(n) AS count, sum(bytes) AS bytes, sum(media_items) AS mediaItems, sum(links_left) AS linksLeft
       FROM visit_tallies WHERE hour BETWEEN :from AND :to GROUP BY kind, outcome, reason, via`,
      { from, to },
    );
  }

  /** For `commit`, inside its transaction. */
  write(visit: Visit): void {
    const { id, run, url, sourceId, kind, outcome, reason, via, bytes, mediaItems, linksLeft = 0 } = visit;
    this.#db.run(
      `INSERT OR IGNORE INTO visits (id, run, url, source_id, kind, started_at, outcome, reason, via, bytes, media_items, links_left, doc)
       VALUES (:id, :run, :url, :sourceId, :kind, :startedAt, :outcome, :reason, :via, :bytes, :mediaItems, :linksLeft, :doc)`,
      {
        id,
        run,
        url,
        sourceId,
        kind,
        outcome,
        reason,
        via,
        bytes,
        mediaItems,
        linksLeft,
        startedAt: visit.startedAt.getTime(),
        doc: JSON.stringify(visit),
      },
    );
  }
}
