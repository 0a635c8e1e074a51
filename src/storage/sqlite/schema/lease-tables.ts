/** What at most one process has at a time. `set_at`: when it was taken or extended. */
export const leases = `
CREATE TABLE leases (
  kind TEXT NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL, free_at INTEGER NOT NULL, set_at INTEGER NOT NULL, note TEXT, PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX leases_free ON leases (free_at);
CREATE INDEX leases_set ON leases (set_at);
`;
