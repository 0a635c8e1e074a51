/** What visits showed of addresses: URL patterns are learned from it. */
export const knownAddresses = `
CREATE TABLE known_addresses (url TEXT PRIMARY KEY, site TEXT NOT NULL, label TEXT NOT NULL, seen_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX known_addresses_site ON known_addresses (site, label, seen_at);
`;

/** Learned wrappers by version, what is being learned of each site, and corrected pages. */
export const wrappers = `
CREATE TABLE site_learning (site TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE wrappers (site TEXT NOT NULL, version INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (site, version)) STRICT;
CREATE TABLE corrections (url TEXT PRIMARY KEY, site TEXT NOT NULL, at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE INDEX corrections_site ON corrections (site, at, url);
`;

/** Where links stand on their lists: what visits show of an address is evidence of that place too. */
export const linkPlaces = `ALTER TABLE frontier ADD COLUMN places TEXT;
ALTER TABLE known_addresses ADD COLUMN places TEXT;`;

/** SQL: a site's record without its pages and versions. Part of a released migration, so it stays as it is. */
const siteBrief = (doc: string) => `json_remove(${doc}, '$.versions', '$.samples', '$.recent')`;

/** What is counted and shown of learned sites, apart from their records of 100 KB. Triggers keep it, so that it is in the transaction of each write. */
export const siteBriefs = `
CREATE TABLE site_briefs (site TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO site_briefs SELECT site, ${siteBrief('doc')} FROM site_learning;
CREATE TRIGGER site_brief_added AFTER INSERT ON site_learning BEGIN
  INSERT OR REPLACE INTO site_briefs VALUES (NEW.site, ${siteBrief('NEW.doc')});
END;
CREATE TRIGGER site_brief_changed AFTER UPDATE OF doc ON site_learning BEGIN
  UPDATE site_briefs SET doc = ${siteBrief('NEW.doc')} WHERE site = NEW.site;
END;
CREATE TRIGGER site_brief_removed AFTER DELETE ON site_learning BEGIN DELETE FROM site_briefs WHERE site = OLD.site; END;
`;

/** How far the stored articles of each site are read again with its live wrapper. */
export const reextractions =
  'CREATE TABLE reextractions (site TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT, WITHOUT ROWID';

/** What receivers of webhooks are told. */
export const deliveries = `
CREATE TABLE deliveries (id TEXT PRIMARY KEY, receiver TEXT NOT NULL, state TEXT NOT NULL, next_at INTEGER NOT NULL, event_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (state, next_at, id);
CREATE INDEX deliveries_event ON deliveries (event_at, id);
`;

/** Articles whose copies are to be looked for again, and the number of texts that were written. */
export const rechecks = `
CREATE TABLE rechecks (id TEXT PRIMARY KEY, up_to INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO counters (name, value) VALUES ('texts', 0);
`;

/** How far a copy of another store into this one came. */
export const copyProgress =
  'CREATE TABLE copy_progress (id INTEGER PRIMARY KEY CHECK (id = 1), doc TEXT NOT NULL) STRICT';
