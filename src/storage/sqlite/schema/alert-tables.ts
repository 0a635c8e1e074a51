/** Alerts, and the revisions of articles that nobody was told of yet. */
export const alerts = `
CREATE TABLE alerts (
  id TEXT PRIMARY KEY, state TEXT NOT NULL, kind TEXT NOT NULL, opened_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, is_untold INTEGER NOT NULL,
  is_muted INTEGER NOT NULL, version INTEGER NOT NULL, doc TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX alerts_opened ON alerts (opened_at DESC, id);
CREATE INDEX alerts_state ON alerts (state, opened_at DESC, id);
CREATE INDEX alerts_kind ON alerts (kind, opened_at DESC, id);
CREATE INDEX alerts_untold ON alerts (opened_at, id) WHERE is_untold = 1;
CREATE TABLE article_changes (at INTEGER NOT NULL, article TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (at, article, revision)) STRICT, WITHOUT ROWID;
`;
