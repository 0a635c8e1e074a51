/**
 * The frontier, and the link graph in the same rows: `in_links` counts the links to an address, and the counter `most_in_links` has the largest count; `article`
 * names the article that was read there, whose `in_links` is the sum of its addresses. Times are ms since 1970.
 * `rank`: place in the order of claims (collections/crawl/tasks.ts). `set_at`: when a due time or a lease was set; one later than now shows that the clock was set back.
 * `queues` has the best ready task of each host and site (a host's pages may belong to several sites). A claim reads queues in the order of their best tasks, and
 * never scans the frontier.
 * `tallies` counts the tasks by state, with triggers: a count over a million rows would take longer than a claim.
 */
export const frontierTables = `
CREATE TABLE frontier (
  url TEXT PRIMARY KEY, kind TEXT NOT NULL, host TEXT NOT NULL, site TEXT NOT NULL, source_id TEXT,
  depth INTEGER NOT NULL, max_depth INTEGER NOT NULL, rank REAL NOT NULL, due_at INTEGER NOT NULL, state INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, revisit INTEGER NOT NULL, lease TEXT, owner TEXT, lease_until INTEGER, left_behind INTEGER NOT NULL DEFAULT 0,
  link_title TEXT, in_links INTEGER NOT NULL DEFAULT 0, relevance REAL, article TEXT, waits_for TEXT, as_written TEXT, set_at INTEGER NOT NULL DEFAULT 0,
  priority REAL NOT NULL DEFAULT 0, places TEXT, published_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX frontier_ready ON frontier (host, site, rank, due_at, url) WHERE state = 0;
CREATE INDEX frontier_waiting ON frontier (due_at, site) WHERE state = 1;
CREATE INDEX frontier_waiting_set ON frontier (set_at) WHERE state = 1;
CREATE INDEX frontier_waiting_host ON frontier (host) WHERE state = 1;
CREATE INDEX frontier_waits_for ON frontier (waits_for, site) WHERE state = 1 AND waits_for IS NOT NULL;
CREATE INDEX frontier_leased ON frontier (lease_until, owner) WHERE state = 2;
CREATE INDEX frontier_leased_set ON frontier (set_at) WHERE state = 2;
CREATE INDEX frontier_failed ON frontier (site, url) WHERE state = 4;
CREATE INDEX frontier_article ON frontier (article) WHERE article IS NOT NULL;
CREATE TABLE queues (
  site TEXT NOT NULL, host TEXT NOT NULL, rank REAL NOT NULL, due_at INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (site, host)
) STRICT, WITHOUT ROWID;
CREATE INDEX queues_best ON queues (rank, due_at, url);
CREATE INDEX queues_host ON queues (host);
CREATE TABLE tallies (state INTEGER PRIMARY KEY, n INTEGER NOT NULL) STRICT;
INSERT INTO tallies VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0);
CREATE TRIGGER frontier_added AFTER INSERT ON frontier BEGIN UPDATE tallies SET n = n + 1 WHERE state = NEW.state; END;
CREATE TRIGGER frontier_moved AFTER UPDATE OF state ON frontier WHEN OLD.state <> NEW.state BEGIN
  UPDATE tallies SET n = n - 1 WHERE state = OLD.state;
  UPDATE tallies SET n = n + 1 WHERE state = NEW.state;
END;
CREATE TABLE link_pages (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE links (page INTEGER NOT NULL, to_url TEXT NOT NULL, anchor TEXT NOT NULL, PRIMARY KEY (page, to_url)) STRICT, WITHOUT ROWID;
`;
