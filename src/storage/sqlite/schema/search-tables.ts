/**
 * The words of articles, for the search (docs/search.md). A row of the index has the number of its article in `search_docs`. Articles in `search_pending` are not in the index yet, or
 * not as they are now: upkeep adds them some at a time, the last written first, which costs less than a write of the index in each commit. `automerge`: with the default of 4, merging cost a third more. `contentless`: the text is stored once, in `article_texts`.
 */
export const search = `
CREATE VIRTUAL TABLE article_search USING fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
INSERT INTO article_search (article_search, rank) VALUES ('automerge', 16);
CREATE TABLE search_docs (doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE search_pending (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO search_pending (id) SELECT id FROM articles ORDER BY updated_at;
`;
