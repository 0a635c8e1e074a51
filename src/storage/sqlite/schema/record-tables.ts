/** Visits, pages, media, records and what is learned, kept or sent. */
export const recordTables = `
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
CREATE TABLE copy_progress (id INTEGER PRIMARY KEY CHECK (id = 1), doc TEXT NOT NULL) STRICT;
`;
