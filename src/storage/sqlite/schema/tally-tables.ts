/**
 * Counts, and the records of blobs. Triggers keep them up to date, in the transaction of each write. With `recursive_triggers` (schema.ts), a row that REPLACE
 * removes counts as deleted.
 */

/** SQL: adds an article to the tallies, or subtracts it. It counts under its site and under the empty site (all sites), each without a topic and per topic. */
const countArticle = (row: 'NEW' | 'OLD', n: 1 | -1) => `
  INSERT INTO article_tallies (topic, site, status, category, n)
    SELECT topic, site, ${row}.status, coalesce(${row}.category, ''), ${n}
    FROM (SELECT '' AS topic UNION ALL SELECT topic FROM article_topics WHERE id = ${row}.id AND kept)
      CROSS JOIN (SELECT '' AS site UNION ALL SELECT ${row}.site) WHERE true
    ON CONFLICT DO UPDATE SET n = n + ${n};`;

const countTopic = (row: 'NEW' | 'OLD', n: 1 | -1) => `
  INSERT INTO article_tallies (topic, site, status, category, n)
    SELECT ${row}.topic, s.site, status, coalesce(category, ''), ${n}
    FROM articles a CROSS JOIN (SELECT '' AS site UNION ALL SELECT site FROM articles WHERE id = ${row}.id) s
    WHERE a.id = ${row}.id AND ${row}.kept
    ON CONFLICT DO UPDATE SET n = n + ${n};`;

const add = (name: string, sql: string) => `UPDATE totals SET n = n + (${sql}) WHERE name = '${name}';`;

/** SQL: counts a visit under its hour, and under the hour -1 (all time). */
const visitTally = (hour: string) => `
  INSERT INTO visit_tallies (hour, kind, outcome, reason, via, n, bytes, media_items, links_left)
    VALUES (${hour}, NEW.kind, NEW.outcome, coalesce(NEW.reason, ''), coalesce(NEW.via, ''), 1, NEW.bytes, NEW.media_items, coalesce(NEW.links_left, 0))
    ON CONFLICT DO UPDATE SET n = n + 1, bytes = bytes + excluded.bytes, media_items = media_items + excluded.media_items,
      links_left = links_left + excluded.links_left;`;

/** SQL: the tallies of visits, recounted. */
const talliesByHour = (hour: string) =>
  `SELECT ${hour} AS hour, kind, outcome, coalesce(reason, '') AS reason, coalesce(via, '') AS via, count(*) AS n, sum(bytes) AS bytes,
    sum(media_items) AS media_items, coalesce(sum(links_left), 0) AS links_left FROM visits GROUP BY 1, 2, 3, 4, 5`;
export const visitTallySql = `${talliesByHour('started_at / 3600000')} UNION ALL ${talliesByHour('-1')}`;

const bySite = (site: string) => `
  SELECT '' AS topic, ${site} AS site, status, coalesce(category, '') AS category, count(*) AS n FROM articles a GROUP BY 1, 2, 3, 4
  UNION ALL SELECT topic, ${site}, a.status, coalesce(category, ''), count(*) FROM article_topics t JOIN articles a ON a.id = t.id
    WHERE t.kept GROUP BY 1, 2, 3, 4`;
/** SQL: the tallies of articles, recounted. */
export const articleTallySql = `${bySite('a.site')} UNION ALL ${bySite("''")}`;

/** SQL: recounts every tally. */
export const recount = `
DELETE FROM article_tallies;
INSERT INTO article_tallies ${articleTallySql};
DELETE FROM visit_tallies;
INSERT INTO visit_tallies ${visitTallySql};
UPDATE totals SET n = (SELECT count(*) FROM media) WHERE name = 'media';
UPDATE totals SET n = (SELECT count(*) FROM blobs) WHERE name = 'blobs';
UPDATE totals SET n = (SELECT coalesce(sum(bytes), 0) FROM blobs) WHERE name = 'blob_bytes';
UPDATE tallies SET n = (SELECT count(*) FROM frontier f WHERE f.state = tallies.state);
`;

/** SQL: the tallies of a removed visit: those of its hour, and of all time. */
const ofVisit =
  "hour IN (OLD.started_at / 3600000, -1) AND kind = OLD.kind AND outcome = OLD.outcome AND reason = coalesce(OLD.reason, '') AND via = coalesce(OLD.via, '')";

/** After the tables that are counted. */
export const tallyTables = `
CREATE TABLE article_tallies (
  topic TEXT NOT NULL, site TEXT NOT NULL, status TEXT NOT NULL, category TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (topic, site, status, category)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER article_counted AFTER INSERT ON articles BEGIN ${countArticle('NEW', 1)} END;
CREATE TRIGGER article_uncounted AFTER DELETE ON articles BEGIN ${countArticle('OLD', -1)} END;
CREATE TRIGGER article_recounted AFTER UPDATE OF site, status, category ON articles
  WHEN (OLD.site, OLD.status, OLD.category) IS NOT (NEW.site, NEW.status, NEW.category) BEGIN
  ${countArticle('OLD', -1)}
  ${countArticle('NEW', 1)}
END;
CREATE TRIGGER topic_counted AFTER INSERT ON article_topics BEGIN ${countTopic('NEW', 1)} END;
CREATE TRIGGER topic_uncounted AFTER DELETE ON article_topics BEGIN ${countTopic('OLD', -1)} END;
CREATE TRIGGER topic_recounted AFTER UPDATE OF kept ON article_topics WHEN OLD.kept <> NEW.kept BEGIN
  ${countTopic('OLD', -1)}
  ${countTopic('NEW', 1)}
END;

CREATE TABLE visit_tallies (
  hour INTEGER NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL, reason TEXT NOT NULL, via TEXT NOT NULL,
  n INTEGER NOT NULL, bytes INTEGER NOT NULL, media_items INTEGER NOT NULL, links_left INTEGER NOT NULL,
  PRIMARY KEY (hour, kind, outcome, reason, via)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER visit_counted AFTER INSERT ON visits BEGIN
  ${visitTally('NEW.started_at / 3600000')}
  ${visitTally('-1')}
END;

CREATE TRIGGER visit_uncounted AFTER DELETE ON visits BEGIN
  UPDATE visit_tallies SET n = n - 1, bytes = bytes - OLD.bytes, media_items = media_items - OLD.media_items, links_left = links_left - coalesce(OLD.links_left, 0) WHERE ${ofVisit};
  DELETE FROM visit_tallies WHERE n <= 0 AND ${ofVisit};
END;

INSERT INTO totals VALUES ('blobs', 0), ('blob_bytes', 0);
INSERT INTO counters (name, value) VALUES ('texts', 0);
CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes INTEGER NOT NULL, put_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX blobs_age ON blobs (put_at, hash);
CREATE TRIGGER blob_counted AFTER INSERT ON blobs BEGIN
  ${add('blobs', '1')}
  ${add('blob_bytes', 'NEW.bytes')}
END;
CREATE TRIGGER blob_uncounted AFTER DELETE ON blobs BEGIN
  ${add('blobs', '-1')}
  ${add('blob_bytes', '-OLD.bytes')}
END;
`;
