import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type { FailedFilter, FrontierCounts, FrontierRecord, Need } from '../../crawl/frontier-port.ts';
import type { Database } from '../database.ts';
import { state } from '../schema.ts';
import { readEntry } from './entries.ts';

// What the frontier answers without a change to it. See the port for the meaning of each.

interface NextDue {
  /** ms since 1970; -Infinity: no caller has passed a time yet. */
  readonly now: number;
  readonly sites: readonly string[] | null;
  readonly exceptHosts: ReadonlySet<string> | undefined;
  readonly exceptNeed: Need | undefined;
}

export function nextDueAt(db: Database, { now, sites, exceptHosts, exceptNeed }: NextDue): Date | null {
  const ofSites = sites === null ? '' : 'AND site IN (SELECT value FROM json_each(:sites))';
  const others = exceptNeed === undefined ? '' : 'AND waits_for IS NOT :exceptNeed';
  const ofHostsAndSites = `host NOT IN (SELECT value FROM json_each(:hosts)) ${ofSites}`;
  const row = db.get<{ at: number | null }>(
    `SELECT min(at) AS at FROM (
       SELECT min(min(due_at), :now) AS at FROM queues WHERE ${ofHostsAndSites}
       UNION ALL SELECT min(due_at) FROM frontier WHERE state = ${state.waiting} ${others} AND ${ofHostsAndSites})`,
    {
      now: Number.isFinite(now) ? now : Number.MAX_SAFE_INTEGER,
      hosts: JSON.stringify([...(exceptHosts ?? [])]),
      ...(sites !== null && { sites: JSON.stringify(sites) }),
      ...(exceptNeed !== undefined && { exceptNeed }),
    },
  );
  return row?.at === null || row?.at === undefined ? null : new Date(row.at);
}

/** A host may have several queues, one for each site: the best of them counts. Reads the index of queues in order, as far as it needs. */
export function bestOfHosts(db: Database, limit: number, exceptHosts?: ReadonlySet<string>): FrontierRecord[] {
  if (limit < 1) return [];
  const heads: CanonicalUrl[] = [];
  const others = new Set(exceptHosts);
  db.each<{ url: CanonicalUrl; host: string }>(
    'SELECT url, host FROM queues ORDER BY rank, due_at, url',
    {},
    ({ url, host }) => {
      if (!others.has(host)) heads.push(url);
      others.add(host);
      return heads.length < limit;
    },
  );
  return heads.flatMap((url) => readEntry(db, url) ?? []);
}

export function waitingOn(db: Database, host: string, limit: number): number {
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (SELECT 1 FROM frontier WHERE state = ${state.ready} AND host = :host LIMIT :limit)`,
    { host, limit },
  );
  return row?.n ?? 0;
}

/** Ready and waiting tasks have an index each. */
export function pendingOn(db: Database, host: string, limit: number): number {
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM frontier WHERE state = ${state.ready} AND host = :host
       UNION ALL SELECT 1 FROM frontier WHERE state = ${state.waiting} AND host = :host LIMIT :limit)`,
    { host, limit },
  );
  return row?.n ?? 0;
}

export function countTasks(db: Database): FrontierCounts {
  const rows = db.all<{ state: number; n: number }>('SELECT state, n FROM tallies');
  const countOf = (wantedState: number) => rows.find((row) => row.state === wantedState)?.n ?? 0;
  return {
    pending: countOf(state.ready) + countOf(state.waiting),
    leased: countOf(state.leased),
    done: countOf(state.done),
    failed: countOf(state.failed),
  };
}

/** SQL: has the failed tasks alone. Without the hint SQLite reads all tasks, in the order of their addresses. */
const failedIndex = 'INDEXED BY frontier_failed';

export function failedTasks(db: Database, { site, urls, limit }: FailedFilter): FrontierRecord[] {
  const conditions = [
    `state = ${state.failed}`,
    ...(site === undefined ? [] : ['site = :site']),
    ...(urls === undefined ? [] : ['url IN (SELECT value FROM json_each(:urls))']),
  ];
  const rows = db.all<{ url: CanonicalUrl }>(
    `SELECT url FROM frontier ${urls === undefined ? failedIndex : ''} WHERE ${conditions.join(' AND ')} ORDER BY url LIMIT :limit`,
    { limit, ...(site !== undefined && { site }), ...(urls !== undefined && { urls: JSON.stringify(urls) }) },
  );
  return rows.flatMap(({ url }) => readEntry(db, url) ?? []);
}

export function waitingFor(db: Database, need: Need, sites: readonly string[] | null): number {
  const ofSites = sites === null ? '' : 'AND site IN (SELECT value FROM json_each(:sites))';
  const row = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM frontier WHERE state = ${state.waiting} AND waits_for = :need ${ofSites}`,
    { need, ...(sites !== null && { sites: JSON.stringify(sites) }) },
  );
  return row?.n ?? 0;
}
