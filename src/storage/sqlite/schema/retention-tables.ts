/** SQL: the tallies of a removed visit: those of its hour, and of all time. */
const tally =
  "hour IN (OLD.started_at / 3600000, -1) AND kind = OLD.kind AND outcome = OLD.outcome AND reason = coalesce(OLD.reason, '') AND via = coalesce(OLD.via, '')";

/** Visits and articles may be removed: tallies of visits go down, and an article's media are found by it. */
export const retention = `
CREATE INDEX media_article ON media (article_id) WHERE article_id IS NOT NULL;
CREATE TRIGGER visit_uncounted AFTER DELETE ON visits BEGIN
  UPDATE visit_tallies SET n = n - 1, bytes = bytes - OLD.bytes, media_items = media_items - OLD.media_items, links_left = links_left - OLD.links_left WHERE ${tally};
  DELETE FROM visit_tallies WHERE n <= 0 AND ${tally};
END;
`;

/** Articles from before the link graph get their own addresses in it, as new ones do. */
export const ownAddresses = `
INSERT INTO frontier (url, kind, host, site, depth, max_depth, rank, due_at, state, revisit, article)
  SELECT url, 'page', '', '', 0, 0, 0, 0, 5, 0, id FROM articles WHERE id NOT IN (SELECT article FROM frontier WHERE article IS NOT NULL)
  ON CONFLICT (url) DO UPDATE SET article = excluded.article WHERE article IS NULL;
UPDATE articles SET in_links = (SELECT coalesce(sum(f.in_links), 0) FROM frontier f WHERE f.article = articles.id)
  WHERE in_links <> (SELECT coalesce(sum(f.in_links), 0) FROM frontier f WHERE f.article = articles.id);
`;
