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

/** What receivers of webhooks are told. */
export const deliveries = `
CREATE TABLE deliveries (id TEXT PRIMARY KEY, receiver TEXT NOT NULL, state TEXT NOT NULL, next_at INTEGER NOT NULL, event_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_due ON deliveries (state, next_at, id);
CREATE INDEX deliveries_event ON deliveries (event_at, id);
`;
