/** What a waiting task needs, beside its time: `browser`. */
export const needs = `
ALTER TABLE frontier ADD COLUMN waits_for TEXT;
CREATE INDEX frontier_waits_for ON frontier (waits_for, site) WHERE state = 1 AND waits_for IS NOT NULL;
`;

/** A worker claims the tasks of some hosts only. */
export const queueHosts = `
CREATE INDEX queues_host ON queues (host);
`;

/** The bound on a host's tasks counts those that wait for their time, a browser or a proxy too. */
export const waitingHosts = `
CREATE INDEX frontier_waiting_host ON frontier (host) WHERE state = 1;
`;

/** The date of a page in the feed that names it: the page itself may have none, or only "2 days ago". */
export const feedDates = `
ALTER TABLE frontier ADD COLUMN published_at TEXT;
`;

/** What a run takes of its sites: a run that was cut off goes on in its scope. */
export const runScopes = `
ALTER TABLE runs ADD COLUMN scope TEXT;
`;

/** What the visits of each host and URL format showed, by the age of the pages. */
export const rateTallies = `
CREATE TABLE rate_tallies (
  host TEXT NOT NULL, format TEXT NOT NULL, age_class INTEGER NOT NULL, changes REAL NOT NULL, observed_ms REAL NOT NULL, visits REAL NOT NULL,
  PRIMARY KEY (host, format, age_class)
) STRICT, WITHOUT ROWID;
`;

/** Hosts that said when they may be requested again. */
export const hostRests = `
CREATE TABLE host_rests (host TEXT PRIMARY KEY, set_at INTEGER NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;
