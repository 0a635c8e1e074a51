import { NewshawkError } from '../../errors.ts';
import type { Database } from './database.ts';
import { tallies } from './tallies.ts';

/** States of a frontier row. Tasks in `ready` are due, tasks in `waiting` are due later: the port calls both `pending`. `named` is an address of the link graph without a task, which the port does not show. */
export const state = { ready: 0, waiting: 1, leased: 2, done: 3, failed: 4, named: 5 } as const;

/**
 * Version 1. Times are ms since 1970. `rank` is minus the priority: every order of the frontier ascends.
 * `queues` has the best ready task of each host and site (a host's pages may belong to several sites). A claim reads queues in the order of their best tasks, and
 * never scans the frontier.
 * `tallies` counts the tasks by state, with triggers: a count over a million rows would take longer than a claim.
 */
const initial = `
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

/** Version 2: evidence of URL formats. */
const formats = `
CREATE TABLE formats (host TEXT NOT NULL, format TEXT NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (host, format)) STRICT, WITHOUT ROWID;
`;

/** Version 3: processes that crawl; per task, how many processes died with it. */
const workers = `
CREATE TABLE workers (owner TEXT PRIMARY KEY, at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
ALTER TABLE frontier ADD COLUMN left_behind INTEGER NOT NULL DEFAULT 0;
`;

/** Version 4: media by host, by the part of an address that a new signature does not change, and by an id that people can type. Older rows get these keys when their page is read again. */
const mediaKeys = `
ALTER TABLE media ADD COLUMN id TEXT;
ALTER TABLE media ADD COLUMN host TEXT;
ALTER TABLE media ADD COLUMN fingerprint TEXT;
CREATE INDEX media_id ON media (id);
CREATE INDEX media_host ON media (host, found_at);
CREATE INDEX media_fingerprint ON media (fingerprint, found_at);
`;

/**
 * Version 5: keyword ranks instead of the first two title keywords. Older articles get the title's keywords; the body's come with the next visit. The rows of
 * an article are found by its fingerprint, so marks need no second index.
 */
const keywordRanks = `
CREATE TABLE article_keywords (place INTEGER NOT NULL, keyword TEXT NOT NULL, id TEXT NOT NULL, PRIMARY KEY (place, keyword, id)) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO article_keywords (place, keyword, id)
  SELECT k.key, k.value, t.id FROM article_texts t, json_each(t.doc, '$.fingerprint.titleKeywords') k WHERE k.key < 4;
DROP INDEX articles_title;
DROP INDEX article_marks_id;
ALTER TABLE frontier ADD COLUMN title TEXT;
ALTER TABLE articles ADD COLUMN weight REAL NOT NULL DEFAULT 1;
`;

/** Version 6: categories of articles, and the models that assign them. Older articles have none. */
const categories = `
ALTER TABLE articles ADD COLUMN category TEXT;
CREATE INDEX articles_category ON articles (category, status, updated_at DESC, id) WHERE category IS NOT NULL;
CREATE TABLE models (version TEXT PRIMARY KEY, saved_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE TABLE model_activations (number INTEGER PRIMARY KEY, version TEXT, at INTEGER NOT NULL) STRICT;
`;

/**
 * Version 7: the link graph. It keeps an address in its row of the frontier: `in_links` counts the links to it, and the counter `most_in_links` has the largest
 * count; `article` names the article that was read there, whose `in_links` is the sum of its addresses.
 */
const links = `
ALTER TABLE frontier ADD COLUMN in_links INTEGER NOT NULL DEFAULT 0;
ALTER TABLE frontier ADD COLUMN relevance REAL;
ALTER TABLE frontier ADD COLUMN article TEXT;
CREATE INDEX frontier_article ON frontier (article) WHERE article IS NOT NULL;
CREATE TABLE link_pages (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE links (page INTEGER NOT NULL, to_url TEXT NOT NULL, anchor TEXT NOT NULL, PRIMARY KEY (page, to_url)) STRICT, WITHOUT ROWID;
ALTER TABLE articles ADD COLUMN relevance REAL NOT NULL DEFAULT 0;
ALTER TABLE articles ADD COLUMN in_links INTEGER NOT NULL DEFAULT 0;
UPDATE articles SET relevance = coalesce((SELECT max(topic.value ->> 'score') FROM article_texts t, json_each(t.doc, '$.topics') AS topic WHERE t.id = articles.id), 0);
`;

/** Version 8: labels, and the steps of the thresholds. `article_topics` has all scores, kept or not: samples are drawn from its index. */
const labels = `
CREATE TABLE labels (topic TEXT NOT NULL, article TEXT NOT NULL, at INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (topic, article)) STRICT, WITHOUT ROWID;
CREATE TABLE calibration_steps (topic TEXT NOT NULL, number INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (topic, number)) STRICT, WITHOUT ROWID;
ALTER TABLE article_topics ADD COLUMN score REAL NOT NULL DEFAULT 0;
ALTER TABLE article_topics ADD COLUMN kept INTEGER NOT NULL DEFAULT 1;
INSERT OR REPLACE INTO article_topics (topic, id, score, kept)
  SELECT topic.value ->> 'topic', t.id, topic.value ->> 'score', topic.value ->> 'kept' FROM article_texts t, json_each(t.doc, '$.topics') AS topic;
CREATE INDEX article_topics_score ON article_topics (topic, score, id);
`;

/** Version 9: topics, and the texts of their examples. */
const topics = `
CREATE TABLE topics (name TEXT PRIMARY KEY, updated_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT;
CREATE TABLE topic_examples (url TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
`;

/** Version 10: the news terms of articles, by the time at which they were first seen. Older articles have none. */
const news = `
CREATE TABLE news (at INTEGER NOT NULL, id TEXT NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (at, id)) STRICT, WITHOUT ROWID;
`;

/** What a waiting task needs, beside its time: `browser`. */
const needs = `
ALTER TABLE frontier ADD COLUMN waits_for TEXT;
CREATE INDEX frontier_waits_for ON frontier (waits_for, site) WHERE state = 1 AND waits_for IS NOT NULL;
`;

/** The address that is fetched, where it is not the key. Older tasks fetch their key. */
const asWritten = 'ALTER TABLE frontier ADD COLUMN as_written TEXT;';

/**
 * When a due time or a lease was set, ms since 1970. One that was set later than now shows that the clock was set back. For older rows the longest possible
 * wait is taken, a day, and leases of ten minutes.
 */
const setTimes = `
ALTER TABLE frontier ADD COLUMN set_at INTEGER NOT NULL DEFAULT 0;
UPDATE frontier SET set_at = due_at - 86400000 WHERE state = 1;
UPDATE frontier SET set_at = lease_until - 600000 WHERE state = 2;
CREATE INDEX frontier_waiting_set ON frontier (set_at) WHERE state = 1;
CREATE INDEX frontier_leased_set ON frontier (set_at) WHERE state = 2;
ALTER TABLE pages ADD COLUMN planned_at INTEGER NOT NULL DEFAULT 0;
UPDATE pages SET planned_at = unixepoch(doc ->> 'lastVisitAt') * 1000;
CREATE INDEX pages_planned ON pages (planned_at);
`;

/** Failures by page, and which of them are mended: older ones by a later visit that stored the page. An index of tasks that failed for good. */
const mended = `
ALTER TABLE failures ADD COLUMN url TEXT;
ALTER TABLE failures ADD COLUMN mended_at INTEGER;
UPDATE failures SET url = doc ->> 'url';
UPDATE failures SET mended_at = (
  SELECT min(v.started_at + (v.doc ->> 'elapsedMs')) FROM visits v WHERE v.url = failures.url AND v.started_at > failures.at AND v.outcome IN ('stored', 'listed')
);
UPDATE failures SET doc = json_set(doc, '$.mended', json_object('at', strftime('%Y-%m-%dT%H:%M:%fZ', mended_at / 1000.0, 'unixepoch'), 'by', 'visit'))
  WHERE mended_at IS NOT NULL;
CREATE INDEX failures_url ON failures (url, at);
CREATE INDEX failures_open ON failures (site, reason) WHERE mended_at IS NULL;
CREATE INDEX frontier_failed ON frontier (site, url) WHERE state = 4;
`;

/** The sites of a run: a run that was cut off goes on with these only. Pages are claimed by site. */
const bySite = `
ALTER TABLE runs ADD COLUMN sites TEXT;
ALTER TABLE pages ADD COLUMN site TEXT NOT NULL DEFAULT '';
UPDATE pages SET site = doc ->> 'site';
CREATE INDEX pages_site_due ON pages (site, next_visit_at, url);
`;

/** Number of links that a visit left out because a budget was used up. */
const linksLeft = 'ALTER TABLE visits ADD COLUMN links_left INTEGER NOT NULL DEFAULT 0;';

/** Which topics judged an article. Of older articles this is known only where there were no topics. */
const judgedBy = `
ALTER TABLE articles ADD COLUMN judged_by TEXT;
UPDATE articles SET judged_by = '' WHERE on_topic AND id NOT IN (SELECT id FROM article_topics);
CREATE INDEX articles_judged ON articles (site, judged_by, id);
`;

/** Tallies of the sites' own rules. */
const ownRules = 'CREATE TABLE own_rules (site TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;';

/** Forward only: the n-th script takes a store from version n - 1 to n. A released one is never changed. */
export const migrations: readonly string[] = [
  initial,
  formats,
  workers,
  mediaKeys,
  keywordRanks,
  categories,
  links,
  labels,
  topics,
  news,
  needs,
  asWritten,
  setTimes,
  mended,
  bySite,
  linksLeft,
  tallies,
  judgedBy,
  ownRules,
];

/**
 * `synchronous` NORMAL: a kill -9 loses nothing. A power cut may undo the last endings; when their leases expire, the tasks come again. `cache_size`, KB with a
 * minus sign: holds the hot pages of a million links. `wal_autocheckpoint`, pages: the process that commits writes the log back, and 4,000 pages stopped its
 * event loop for 30 ms.
 */
const pragmas = `
PRAGMA journal_mode = WAL;
PRAGMA recursive_triggers = ON;
PRAGMA synchronous = NORMAL;
PRAGMA cache_size = -65536;
PRAGMA wal_autocheckpoint = 1000;
`;

/** Migrates the file to the newest version, in one transaction. @throws NewshawkError store where the file is newer than this program */
export function migrate(db: Database, scripts: readonly string[] = migrations): void {
  db.exec(pragmas);
  if (versionOf(db) === scripts.length) return;
  db.transaction(() => {
    const from = versionOf(db); // read again under the lock: another process may have migrated it
    if (from > scripts.length)
      throw new NewshawkError(
        'store',
        `The store ${db.location} has schema ${from}, written by a newer newshawk; this one knows ${scripts.length}. Update newshawk, or choose another store (NEWSHAWK_STORE).`,
      );
    for (const script of scripts.slice(from)) db.exec(script);
    db.exec(`PRAGMA user_version = ${scripts.length}`);
  });
}

const versionOf = (db: Database): number => db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
