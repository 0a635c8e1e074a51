import { briefsWithoutPosts, tallies } from '../tallies.ts';
import { alerts } from './alert-tables.ts';
import { feedDates, hostRests, needs, queueHosts, rateTallies, runScopes, waitingHosts } from './frontier-tables.ts';
import { initial } from './initial.ts';
import {
  copyProgress,
  deliveries,
  knownAddresses,
  linkPlaces,
  rechecks,
  reextractions,
  siteBriefs,
  wrappers,
} from './learned-tables.ts';
import { leases } from './lease-tables.ts';
import { ownAddresses, retention } from './retention-tables.ts';
import { search } from './search-tables.ts';
import { apiVisits, siteVisits } from './visit-indexes.ts';

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

/** Sites that search engines named, and the last search of each topic. */
const seeds = `
CREATE TABLE seeds (topic TEXT NOT NULL, site TEXT NOT NULL, score REAL NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (topic, site)) STRICT, WITHOUT ROWID;
CREATE TABLE seed_searches (topic TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
`;

/** When the poll of a source may be opened, and by whom: the due ones are found by an index. `open_at` is null where the source is switched off or paused. */
export const dueSources = `
ALTER TABLE sources ADD COLUMN site TEXT NOT NULL DEFAULT '';
ALTER TABLE sources ADD COLUMN worker TEXT;
ALTER TABLE sources ADD COLUMN open_at INTEGER;
ALTER TABLE sources ADD COLUMN is_claimed INTEGER NOT NULL DEFAULT 0;
UPDATE sources SET site = doc ->> 'site', worker = doc ->> 'worker',
  open_at = iif(doc ->> 'enabled', CAST(round(unixepoch(doc ->> 'nextPollAt', 'subsec') * 1000) AS INTEGER), NULL);
CREATE INDEX sources_due ON sources (open_at, id);
CREATE INDEX sources_claimed ON sources (open_at) WHERE is_claimed = 1;
CREATE INDEX sources_held ON sources (site, worker) WHERE open_at IS NOT NULL;
`;

/** Proxies of lists, and what each proxy did for each site on each day, by the process that counted it. */
const proxies = `
CREATE TABLE proxies (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE proxy_uses (
  day TEXT NOT NULL, proxy TEXT NOT NULL, site TEXT NOT NULL, owner TEXT NOT NULL, tries INTEGER NOT NULL, successes INTEGER NOT NULL,
  blocked INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (day, proxy, site, owner)
) STRICT, WITHOUT ROWID;
`;

/** The pages that are still visited, by what is believed about their rate of changes. Pages of older versions are counted from their next visit on. */
const rateClasses = `
ALTER TABLE pages ADD COLUMN host TEXT;
ALTER TABLE pages ADD COLUMN format TEXT;
ALTER TABLE pages ADD COLUMN age_class INTEGER;
ALTER TABLE pages ADD COLUMN rate_class INTEGER;
CREATE INDEX pages_rates ON pages (host, format, age_class, rate_class) WHERE host IS NOT NULL;
`;

/**
 * The priority of tasks, and `rank` by priority and waiting time. The numbers are those of the version that made this script: an hour of waiting is a quarter, a poll's head start 6.
 */
const ageing = `
ALTER TABLE frontier ADD COLUMN priority REAL NOT NULL DEFAULT 0;
UPDATE frontier SET priority = -rank, rank = due_at / 14400000.0 + rank - iif(kind = 'source', 6, 0) WHERE state < 5;
DELETE FROM queues;
INSERT INTO queues (site, host, rank, due_at, url) SELECT site, host, rank, due_at, url FROM
  (SELECT site, host, rank, due_at, url, row_number() OVER (PARTITION BY site, host ORDER BY rank, due_at, url) AS place FROM frontier WHERE state = 0) WHERE place = 1;
`;

/** Subscriptions of sources to hubs (WebSub). */
const subscriptions = `
CREATE TABLE subscriptions (source_id TEXT PRIMARY KEY, token TEXT NOT NULL UNIQUE, ask_at INTEGER NOT NULL, doc TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_ask ON subscriptions (ask_at, source_id);
`;

/**
 * When each page is due, in a table as narrow as an index, and the claims of due pages: a claim moves rows that stand together, and does not rewrite the wide
 * rows of `pages`. `pages.next_visit_at` is the plan; while a page is claimed, it is due at the claim's end.
 */
export const pageDues = `
CREATE TABLE page_dues (due_at INTEGER NOT NULL, url TEXT NOT NULL, site TEXT NOT NULL, PRIMARY KEY (due_at, url)) STRICT, WITHOUT ROWID;
INSERT INTO page_dues (due_at, url, site) SELECT next_visit_at, url, site FROM pages ORDER BY next_visit_at, url;
CREATE INDEX page_dues_site ON page_dues (site, due_at, url);
CREATE TABLE page_claims (url TEXT PRIMARY KEY, until INTEGER NOT NULL, claimed_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX page_claims_time ON page_claims (claimed_at);
DROP INDEX pages_due;
DROP INDEX pages_site_due;
`;

/** Records that sites declare, and the pages that list each. */
const records = `
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
`;

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
  seeds,
  dueSources,
  proxies,
  rateClasses,
  ageing,
  subscriptions,
  pageDues,
  rateTallies,
  hostRests,
  apiVisits,
  records,
  knownAddresses,
  wrappers,
  linkPlaces,
  deliveries,
  siteBriefs,
  copyProgress,
  leases,
  queueHosts,
  retention,
  rechecks,
  ownAddresses,
  waitingHosts,
  alerts,
  search,
  siteVisits,
  feedDates,
  runScopes,
  reextractions,
  briefsWithoutPosts,
];
