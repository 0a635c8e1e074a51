import { mergedClusterId } from '../../../model/article/cluster.ts';
import type { Database } from '../database.ts';
import { type ArticleRow, readArticle, selectArticles } from './article-rows.ts';
import { removeWords } from './search-index.ts';
import { changeKeys, judge } from './store-article.ts';

/**
 * Inside a transaction: removes articles with all that belongs to them. Their clusters are judged again; one that loses the article whose id it has gets the id of another member. Their addresses stay known,
 * and are not visited again, unless they list records.
 */
export function removeArticles(db: Database, ids: readonly string[]): void {
  const clusters = new Set<string>();
  for (const id of ids) {
    const row = db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
    if (row === undefined) continue;
    clusters.add(row.cluster);
    const article = readArticle(row);
    changeKeys(db, 'remove', article);
    removeWords(db, id);
    for (const sql of belongings) db.run(sql, { id });
    db.run('DELETE FROM news WHERE at = :at AND id = :id', { at: article.firstSeenAt.getTime(), id });
    db.run('DELETE FROM articles WHERE id = :id', { id });
  }
  for (const cluster of clusters) judgeRest(db, cluster);
}

/** Scores before the article: their triggers read its status. */
const belongings = [
  // the plans of visits to its addresses
  `DELETE FROM pages WHERE url IN (SELECT url FROM frontier WHERE article = :id) AND NOT EXISTS
    (SELECT 1 FROM records_pages r WHERE r.value = pages.url)`,
  'DELETE FROM article_topics WHERE id = :id',
  'DELETE FROM article_texts WHERE id = :id', // its trigger removes the brief
  'DELETE FROM revisions WHERE article_id = :id',
  'DELETE FROM media WHERE article_id = :id',
  'UPDATE frontier SET article = NULL WHERE article = :id',
] as const;

/** Inside a transaction: judges the members of a cluster again, which may lack the article whose id it has. */
export function judgeRest(db: Database, cluster: string): void {
  const members = db.all<{ id: string }>('SELECT id FROM articles WHERE cluster = :cluster', { cluster });
  if (members.length === 0) return;
  const ids = members.map(({ id }) => id);
  const kept = ids.includes(cluster) ? cluster : mergedClusterId(ids);
  if (kept !== cluster) db.run('UPDATE articles SET cluster = :kept WHERE cluster = :cluster', { kept, cluster });
  judge(db, kept);
}

/** Articles that a person labelled, or whose page a person corrected. */
export function heldArticles(db: Database): ReadonlySet<string> {
  const sql = `SELECT article_id AS id FROM labels UNION
    SELECT f.article FROM corrections c JOIN frontier f ON f.url = c.url WHERE f.article IS NOT NULL`;
  return new Set(db.all<{ id: string }>(sql).map(({ id }) => id));
}
