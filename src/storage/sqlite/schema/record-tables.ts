/** Visits, pages, media, records and what is learned, kept or sent. */
export const recordTables = `
CREATE TABLE sources (
  id TEXT PRIMARY KEY, doc TEXT NOT NULL, site TEXT NOT NULL, worker TEXT, open_at INTEGER, is_claimed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX sources_due ON sources (open_at, id);
CREATE INDEX sources_claimed ON sources (open_at) WHERE is_claimed = 1;
CREATE INDEX sources_held ON sources (site, worker) WHERE open_at IS NOT NULL;
CREATE TABLE visits (
  id TEXT PRIMARY KEY, run TEXT NOT NULL, url TEXT NOT NULL, source_id TEXT, kind TEXT NOT NULL, started_at INTEGER NOT NULL,
  outcome TEXT NOT NULL, reason TEXT, via TEXT, bytes INTEGER NOT NULL, media_items INTEGER NOT NULL, links_left INTEGER NOT NULL, doc TEXT NOT NULL
) STRICT;
CREATE INDEX visits_time ON visits (started_at, id);
CREATE INDEX visits_run ON visits (run, started_at, id);
CREATE INDEX visits_url ON visits (url, started_at, id);
CREATE INDEX visits_source ON visits (source_id, started_at, id) WHERE source_id IS NOT NULL;
CREATE INDEX visits_api ON visits (url, started_at) WHERE via = 'api';
CREATE INDEX visits_site ON visits (doc ->> '$.site', started_at, id);
CREATE TABLE pages (
  url TEXT PRIMARY KEY, site TEXT NOT NULL, next_visit_at INTEGER NOT NULL, planned_at INTEGER NOT NULL,
  host TEXT, format TEXT, age_class INTEGER, rate_class INTEGER, doc TEXT NOT NULL
) STRICT;
CREATE INDEX pages_planned ON pages (planned_at);
CREATE INDEX pages_rates ON pages (host, format, age_class, rate_class) WHERE host IS NOT NULL;
CREATE TABLE page_dues (due_at INTEGER NOT NULL, url TEXT NOT NULL, site TEXT NOT NULL, PRIMARY KEY (due_at, url)) STRICT, WITHOUT ROWID;
CREATE INDEX page_dues_site ON page_dues (site, due_at, url);
CREATE TABLE page_claims (url TEXT PRIMARY KEY, until INTEGER NOT NULL, claimed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX page_claims_time ON page_claims (claimed_at);
CREATE TABLE rate_tallies (
  host TEXT NOT NULL, format TEXT NOT NULL, age_class INTEGER NOT NULL, changes REAL NOT NULL, observed_ms REAL NOT NULL, visits REAL NOT NULL,
  PRIMARY KEY (host, format, age_class)
) STRICT, WITHOUT ROWID;
CREATE TABLE failures (
  id TEXT PRIMARY KEY, run TEXT NOT NULL, url TEXT NOT NULL, site TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL, mended_at INTEGER, doc TEXT NOT NULL
) STRICT;
CREATE INDEX failures_time ON failures (at, id);
CREATE INDEX failures_run ON failures (run, at, id);
CREATE INDEX failures_url ON failures (url, at);
CREATE INDEX failures_site ON failures (site, reason, at, id);
CREATE INDEX failures_site_time ON failures (site, at, id);
CREATE INDEX failures_reason ON failures (reason, at, id);
CREATE INDEX failures_open ON failures (site, reason, at, id) WHERE mended_at IS NULL;
CREATE INDEX failures_open_time ON failures (at, id) WHERE mended_at IS NULL;
CREATE INDEX failures_open_site ON failures (site, at, id) WHERE mended_at IS NULL;
CREATE INDEX failures_open_reason ON failures (reason, at, id) WHERE mended_at IS NULL;
CREATE TABLE media (
  page_url TEXT NOT NULL, url TEXT NOT NULL, id TEXT NOT NULL, host TEXT NOT NULL, fingerprint TEXT NOT NULL, site TEXT NOT NULL, article_id TEXT,
  found_at INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (page_url, url)
) STRICT;
CREATE INDEX media_time ON media (found_at DESC, page_url, url);
CREATE INDEX media_page ON media (page_url, found_at DESC, url);
CREATE INDEX media_site ON media (site, found_at DESC, page_url, url);
CREATE INDEX media_host ON media (host, found_at DESC, page_url, url);
CREATE INDEX media_fingerprint ON media (fingerprint, found_at DESC, page_url, url);
CREATE INDEX media_id ON media (id);
CREATE INDEX media_article ON media (article_id) WHERE article_id IS NOT NULL;
CREATE TABLE records (
  id TEXT PRIMARY KEY, site TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, changed_at INTEGER NOT NULL, gone_at INTEGER, doc TEXT NOT NULL
) STRICT;
CREATE INDEX records_changed ON records (changed_at DESC, id);
CREATE INDEX records_kind ON records (kind, changed_at DESC, id);
CREATE INDEX records_site ON records (site, kind, changed_at DESC, id);
CREATE INDEX records_counts ON records (site, kind, gone_at);
CREATE INDEX records_gone ON records (gone_at) WHERE gone_at IS NOT NULL;
CREATE TABLE record_pages (page TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (page, id)) STRICT, WITHOUT ROWID;
CREATE INDEX record_pages_id ON record_pages (id);
CREATE TRIGGER record_removed AFTER DELETE ON records BEGIN DELETE FROM record_pages WHERE id = OLD.id; END;
CREATE TABLE copy_progress (id INTEGER PRIMARY KEY CHECK (id = 1), doc TEXT NOT NULL) STRICT;
`;
