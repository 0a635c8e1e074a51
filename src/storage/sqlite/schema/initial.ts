/**
 * Version 1. Times are ms since 1970. `rank` is minus the priority: every order of the frontier ascends.
 * `queues` has the best ready task of each host and site (a host's pages may belong to several sites). A claim reads queues in the order of their best tasks, and
 * never scans the frontier.
 * `tallies` counts the tasks by state, with triggers: a count over a million rows would take longer than a claim.
 */
export const initial = `
CREATE TABLE frontier (
  url TEXT PRIMARY KEY, kind TEXT NOT NULL, host TEXT NOT NULL, site TEXT NOT NULL, source_id TEXT,
  depth INTEGER NOT NULL, max_depth INTEGER NOT NULL, rank REAL NOT NULL, due_at INTEGER NOT NULL, state INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0, revisit INTEGER NOT NULL, lease TEXT, owner TEXT, lease_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX frontier_ready ON frontier (host, site, rank, due_at, url) WHERE state = 0;
CREATE INDEX frontier_waiting ON frontier (due_at, site) WHERE state = 1;
CREATE INDEX frontier_leased ON frontier (lease_until, owner) WHERE state = 2;
CREATE TABLE queues (
  site TEXT NOT NULL, host TEXT NOT NULL, rank REAL NOT NULL, due_at INTEGER NOT NULL, url TEXT NOT NULL, PRIMARY KEY (site, host)
) STRICT, WITHOUT ROWID;
CREATE INDEX queues_best ON queues (rank, due_at, url);
CREATE TABLE tallies (state INTEGER PRIMARY KEY, n INTEGER NOT NULL) STRICT;
INSERT INTO tallies VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0);
CREATE TRIGGER frontier_added AFTER INSERT ON frontier BEGIN UPDATE tallies SET n = n + 1 WHERE state = NEW.state; END;
CREATE TRIGGER frontier_moved AFTER UPDATE OF state ON frontier WHEN OLD.state <> NEW.state BEGIN
  UPDATE tallies SET n = n - 1 WHERE state = OLD.state;
  UPDATE tallies SET n = n + 1 WHERE state = NEW.state;
END;
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;

CREATE TABLE sources (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;

CREATE TABLE visits (
  id TEXT PRIMARY KEY, run TEXT NOT NULL, url TEXT NOT NULL, source_id TEXT, kind TEXT NOT NULL, started_at INTEGER NOT NULL,
  outcome TEXT NOT NULL, reason TEXT, via TEXT, bytes INTEGER NOT NULL, media_items INTEGER NOT NULL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX visits_time ON visits (started_at, id);
CREATE INDEX visits_run ON visits (run, started_at, id);
CREATE INDEX visits_url ON visits (url, started_at, id);
CREATE INDEX visits_source ON visits (source_id, started_at, id) WHERE source_id IS NOT NULL;

CREATE TABLE pages (url TEXT PRIMARY KEY, next_visit_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE INDEX pages_due ON pages (next_visit_at, url);

CREATE TABLE articles (
  id TEXT PRIMARY KEY, cluster TEXT NOT NULL, canonical_id TEXT NOT NULL, status TEXT NOT NULL, relation TEXT, revision INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, site TEXT NOT NULL, url TEXT NOT NULL, published_at TEXT, body_length INTEGER NOT NULL, on_topic INTEGER NOT NULL,
  body_hash TEXT NOT NULL, simhash TEXT NOT NULL, band0 INTEGER NOT NULL, band1 INTEGER NOT NULL, band2 INTEGER NOT NULL, band3 INTEGER NOT NULL,
  title_key TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX articles_time ON articles (updated_at DESC, id);
CREATE INDEX articles_status ON articles (status, updated_at DESC, id);
CREATE INDEX articles_site ON articles (site, updated_at DESC, id);
CREATE INDEX articles_cluster ON articles (cluster);
CREATE INDEX articles_body ON articles (body_hash);
CREATE INDEX articles_band0 ON articles (band0, simhash);
CREATE INDEX articles_band1 ON articles (band1, simhash);
CREATE INDEX articles_band2 ON articles (band2, simhash);
CREATE INDEX articles_band3 ON articles (band3, simhash);
CREATE INDEX articles_title ON articles (title_key) WHERE title_key IS NOT NULL;
CREATE TABLE article_marks (mark TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (mark, id)) STRICT, WITHOUT ROWID;
CREATE INDEX article_marks_id ON article_marks (id);
CREATE TABLE article_texts (id TEXT PRIMARY KEY, doc TEXT NOT NULL, folded TEXT NOT NULL) STRICT;
CREATE TABLE article_topics (topic TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (topic, id)) STRICT, WITHOUT ROWID;
CREATE INDEX article_topics_id ON article_topics (id);
CREATE TABLE revisions (id TEXT NOT NULL, revision INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (id, revision)) STRICT;

CREATE TABLE failures (
  id TEXT PRIMARY KEY, run TEXT NOT NULL, site TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX failures_time ON failures (at, id);
CREATE INDEX failures_site ON failures (site, reason, at);

CREATE TABLE media (
  page_url TEXT NOT NULL, url TEXT NOT NULL, site TEXT NOT NULL, article_id TEXT, found_at INTEGER NOT NULL, doc TEXT NOT NULL,
  PRIMARY KEY (page_url, url)
) STRICT;
CREATE INDEX media_time ON media (found_at);
CREATE INDEX media_site ON media (site, found_at);

CREATE TABLE runs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER, owner TEXT NOT NULL) STRICT;
CREATE INDEX runs_time ON runs (started_at, id);
`;
