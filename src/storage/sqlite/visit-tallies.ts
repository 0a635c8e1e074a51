import type { VisitGroup, VisitTallies } from '../collections/crawl/visits.ts';
import type { Database } from './database.ts';

const sums = (n: string, of: string) =>
  `kind, outcome, nullif(reason, '') AS reason, nullif(via, '') AS via, ${n} AS count, ${of}(bytes) AS bytes, ${of}(media_items) AS mediaItems, ${of}(links_left) AS linksLeft`;

/** The table `visit_tallies`, which triggers keep; its hour -1 is all time. */
export const sqliteVisitTallies = (db: Database): VisitTallies => ({
  async sums(from) {
    return db.all<VisitGroup>(
      `SELECT ${sums('sum(n)', 'sum')} FROM visit_tallies WHERE hour BETWEEN :from AND :to GROUP BY kind, outcome, reason, via`,
      { from: from ?? -1, to: from === null ? -1 : Number.MAX_SAFE_INTEGER },
    );
  },
  async byHour(from) {
    const rows = db.all<VisitGroup & { readonly hour: number }>(
      `SELECT hour, ${sums('n', '')} FROM visit_tallies WHERE hour >= :from ORDER BY hour`,
      { from: Math.max(0, from) },
    );
    return Map.groupBy(rows, ({ hour }) => hour);
  },
});
