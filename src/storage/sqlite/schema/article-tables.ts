import { excerptLetters } from '../../../model/article/article-brief.ts';

/** SQL: what a list shows of an article, as `shorten` makes it (records/articles.ts). */
const brief = (doc: string) => `json_remove(json_set(${doc},
    '$.excerpt', iif(length(${doc} ->> '$.body') <= ${excerptLetters}, ${doc} ->> '$.body', substr(${doc} ->> '$.body', 1, ${excerptLetters}) || '…'),
    '$.mediaItems', json_array_length(${doc}, '$.media')),
  '$.body', '$.bodyHtml', '$.markdown', '$.fingerprint', '$.provenance', '$.newsTerms', '$.images', '$.media', '$.posts')`;

/** SQL: makes the missing briefs. */
export const restoreBriefs = `INSERT INTO article_briefs SELECT id, ${brief('doc')} FROM article_texts WHERE id NOT IN (SELECT id FROM article_briefs);`;

/**
 * Articles, and what is looked up by: their texts, briefs, marks and keywords for the look-up of copies, scores by topic, news terms. Triggers keep briefs, and the
 * status and times of scores, in the transaction of each write. `article_topics` has all scores, kept or not: samples are drawn from its index.
 * `totals`: numbers that lists show, kept by triggers.
 */
export const articleTables = `
CREATE TABLE totals (name TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE articles (
  id TEXT PRIMARY KEY, cluster TEXT NOT NULL, canonical_id TEXT NOT NULL, status TEXT NOT NULL, relation TEXT, revision INTEGER NOT NULL,
  updated_at INTEGER NOT NULL, site TEXT NOT NULL, url TEXT NOT NULL, published_at TEXT, body_length INTEGER NOT NULL, on_topic INTEGER NOT NULL,
  body_hash TEXT NOT NULL, simhash TEXT NOT NULL, band0 INTEGER NOT NULL, band1 INTEGER NOT NULL, band2 INTEGER NOT NULL, band3 INTEGER NOT NULL,
  weight REAL NOT NULL DEFAULT 1, category TEXT, relevance REAL NOT NULL DEFAULT 0, in_links INTEGER NOT NULL DEFAULT 0, judged_by TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX articles_time ON articles (updated_at DESC, id);
CREATE INDEX articles_status ON articles (status, updated_at DESC, id);
CREATE INDEX articles_site ON articles (site, updated_at DESC, id);
CREATE INDEX articles_site_status ON articles (site, status, updated_at DESC, id);
CREATE INDEX articles_category ON articles (category, status, updated_at DESC, id) WHERE category IS NOT NULL;
CREATE INDEX articles_category_time ON articles (category, updated_at DESC, id) WHERE category IS NOT NULL;
CREATE INDEX articles_cluster ON articles (cluster, updated_at DESC, id);
CREATE INDEX articles_judged ON articles (site, judged_by, id);
CREATE INDEX articles_body ON articles (body_hash);
CREATE INDEX articles_band0 ON articles (band0, simhash);
CREATE INDEX articles_band1 ON articles (band1, simhash);
CREATE INDEX articles_band2 ON articles (band2, simhash);
CREATE INDEX articles_band3 ON articles (band3, simhash);
CREATE TABLE article_marks (mark TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (mark, id)) STRICT, WITHOUT ROWID;
CREATE TABLE article_keywords (place INTEGER NOT NULL, keyword TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (place, keyword, id)) STRICT, WITHOUT ROWID;
CREATE TABLE article_texts (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
CREATE TABLE article_briefs (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
CREATE TRIGGER brief_added AFTER INSERT ON article_texts BEGIN
  INSERT OR REPLACE INTO article_briefs VALUES (NEW.id, ${brief('NEW.doc')});
END;
CREATE TRIGGER brief_changed AFTER UPDATE OF doc ON article_texts BEGIN
  UPDATE article_briefs SET doc = ${brief('NEW.doc')} WHERE id = NEW.id;
END;
CREATE TRIGGER brief_removed AFTER DELETE ON article_texts BEGIN DELETE FROM article_briefs WHERE id = OLD.id; END;
CREATE TABLE article_topics (
  topic TEXT NOT NULL, id TEXT NOT NULL, score REAL NOT NULL, kept INTEGER NOT NULL, status TEXT, updated_at INTEGER, PRIMARY KEY (topic, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_topics_id ON article_topics (id);
CREATE INDEX article_topics_score ON article_topics (topic, score, id);
CREATE INDEX article_topics_time ON article_topics (topic, updated_at DESC, id) WHERE kept;
CREATE INDEX article_topics_status ON article_topics (topic, status, updated_at DESC, id) WHERE kept;
CREATE TRIGGER topic_placed AFTER INSERT ON article_topics BEGIN
  UPDATE article_topics SET (status, updated_at) = (SELECT status, updated_at FROM articles WHERE id = NEW.id)
    WHERE topic = NEW.topic AND id = NEW.id;
END;
CREATE TRIGGER topic_moved AFTER UPDATE OF status, updated_at ON articles BEGIN
  UPDATE article_topics SET status = NEW.status, updated_at = NEW.updated_at WHERE id = NEW.id;
END;
CREATE TRIGGER topic_article_added AFTER INSERT ON articles BEGIN
  UPDATE article_topics SET status = NEW.status, updated_at = NEW.updated_at WHERE id = NEW.id;
END;
CREATE TABLE news (at INTEGER NOT NULL, id TEXT NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (at, id)) STRICT, WITHOUT ROWID;
`;

/**
 * The words of articles, for the search (docs/search.md). A row of the index has the number of its article in `search_docs`. Articles in `search_pending` are not in the index yet, or
 * not as they are now: maintenance adds them some at a time, the last written first, which costs less than a write of the index in each commit. `automerge`: with the default of 4, merging cost a third more. `contentless`: the text is stored once, in `article_texts`.
 */
export const searchTables = `
CREATE VIRTUAL TABLE article_search USING fts5 (
  title, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
INSERT INTO article_search (article_search, rank) VALUES ('automerge', 16);
CREATE TABLE search_docs (doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE search_pending (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
`;
