import { type HostLeft, type LeaseLeft, type WorkLeft, workLeft } from '../../../model/crawl/work-left.ts';
import type { Bindings, Database } from '../database.ts';
import { state } from '../schema.ts';

interface HostRow extends Omit<HostLeft, 'since' | 'nextAt'> {
  readonly since: number;
  readonly nextAt: number;
}

interface LeaseRow extends Omit<LeaseLeft, 'until'> {
  readonly until: number;
}

/** Ready and waiting tasks have an index each: hence two SELECTs. */
export function readLeft(db: Database, sites: readonly string[] | null): WorkLeft {
  const [ofSites, bindings] = siteFilter(sites);
  const hosts = db.all<HostRow>(
    `SELECT host, count(*) AS due, 0 AS waiting, 0 AS forBrowser, min(due_at) AS since, min(due_at) AS nextAt
     FROM frontier WHERE state = ${state.ready} ${ofSites} GROUP BY host
     UNION ALL
     SELECT host, 0, count(*), sum(waits_for IS 'browser'), min(set_at), min(due_at)
     FROM frontier WHERE state = ${state.waiting} ${ofSites} GROUP BY host`,
    bindings,
  );
  const leases = db.all<LeaseRow>(
    `SELECT owner, count(*) AS tasks, max(lease_until) AS until FROM frontier WHERE state = ${state.leased} ${ofSites} GROUP BY owner ORDER BY owner`,
    bindings,
  );
  return workLeft(
    hosts.map((host) => ({ ...host, since: new Date(host.since), nextAt: new Date(host.nextAt) })),
    leases.map((lease) => ({ ...lease, until: new Date(lease.until) })),
  );
}

export function heldUntil(db: Database, sites: readonly string[] | null, owner: string): Date | null {
  const [ofSites, bindings] = siteFilter(sites);
  const row = db.get<{ at: number | null }>(
    `SELECT max(lease_until) AS at FROM frontier WHERE state = ${state.leased} AND owner <> :owner ${ofSites}`,
    { ...bindings, owner },
  );
  return row?.at === null || row?.at === undefined ? null : new Date(row.at);
}

const siteFilter = (sites: readonly string[] | null): [string, Bindings] =>
  sites === null ? ['', {}] : ['AND site IN (SELECT value FROM json_each(:sites))', { sites: JSON.stringify(sites) }];
