import type { Article, CommittedArticle, StoredArticle } from '../../../model/article/article.ts';
import {
  type FoundCopies,
  isVersion,
  mergedEvidence,
  notCompared,
  type Recheck,
} from '../../../model/article/recheck.ts';
import type { ReextractedArticle } from '../../articles-port.ts';
import { rechecks } from '../../collections/articles.ts';
import { tableIn } from '../../engine/sqlite.ts';
import type { Database } from '../database.ts';
import { type ArticleRow, readArticle, selectArticles } from './article-rows.ts';
import { joinedClusters, mergeClusters, storeArticle, verdictOf } from './store-article.ts';

/** Inside the transaction that writes the article: counts it, and notes a recheck where others were written since its copies were looked for. */
export function countInText(db: Database, { id, comparedUpTo }: Article): Recheck | null {
  const upTo =
    db.get<{ value: number }>("UPDATE counters SET value = value + 1 WHERE name = 'texts' RETURNING value")?.value ?? 0;
  if (comparedUpTo === null || upTo === comparedUpTo + 1) return null;
  tableIn(db, rechecks).put({ id, upTo });
  return { id, upTo };
}

/** Inside a transaction: writes another reading of the article's snapshot, and notes the recheck of its copies. */
export function reextract(
  db: Database,
  read: Pick<StoredArticle, 'id' | 'revision' | 'fetchedAt'>,
  article: ReextractedArticle,
  at: Date,
): Recheck | null {
  const row = db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id: read.id });
  if (row === undefined || !isVersion(readArticle(row), read)) return null;
  const written = { ...article, joins: [], comparedUpTo: notCompared };
  storeArticle(db, written, at);
  return countInText(db, written);
}

/** Inside a transaction. */
export function endRecheck(db: Database, { id, upTo }: Recheck, found: FoundCopies | null): CommittedArticle | null {
  tableIn(db, rechecks).remove({ id, upTo });
  const row = db.get<ArticleRow>(`${selectArticles} WHERE a.id = :id`, { id });
  if (row === undefined || found === null) return null;
  const stored = readArticle(row);
  if (!isVersion(stored, found.of)) return null;
  const evidence = JSON.stringify(mergedEvidence(stored.evidence, found.evidence));
  db.run("UPDATE article_texts SET doc = json_set(doc, '$.evidence', json(:evidence)) WHERE id = :id", {
    id,
    evidence,
  });
  mergeClusters(db, joinedClusters(db, { id, joins: found.joins }, stored));
  return verdictOf(db, id);
}
