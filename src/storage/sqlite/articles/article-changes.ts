import type { ArticleChange } from '../../../model/article/article-change.ts';
import type { ArticleChanges } from '../../article-changes-port.ts';
import { articleChangeOf } from '../../records/alerts.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly articleId: string;
  readonly revision: number;
  readonly at: number;
}

export class SqliteArticleChanges implements ArticleChanges {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async oldest(limit: number): Promise<ArticleChange[]> {
    const sql =
      'SELECT article AS articleId, revision, at FROM article_changes ORDER BY at, article, revision LIMIT :limit';
    return this.#db.all<Row>(sql, { limit }).map(articleChangeOf);
  }

  async forget(changes: readonly ArticleChange[]): Promise<void> {
    this.#db.transaction(() => {
      for (const { articleId, revision, at } of changes)
        this.#db.run('DELETE FROM article_changes WHERE at = :at AND article = :articleId AND revision = :revision', {
          at: at.getTime(),
          articleId,
          revision,
        });
    });
  }

  async forgetAll(): Promise<number> {
    return this.#db.run('DELETE FROM article_changes', {});
  }
}

/** Inside the transaction that writes the article. */
export function noteChange(db: Database, { articleId, revision, at }: ArticleChange): void {
  db.run('INSERT OR IGNORE INTO article_changes (at, article, revision) VALUES (:at, :articleId, :revision)', {
    at: at.getTime(),
    articleId,
    revision,
  });
}
