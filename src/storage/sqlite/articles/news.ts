import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewsItem } from '../../../model/article/news.ts';
import type { ArticleAge, News } from '../../articles-port.ts';
import type { Database } from '../database.ts';

/** Rows per read; the event loop runs in between. */
const batchSize = 200;

interface NewsRow extends Omit<NewsItem, 'at' | 'terms'> {
  readonly at: number;
  readonly terms: string;
}

export class SqliteNews implements News {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async *between(from: Date, to: Date, { topic, limit }: Parameters<News['between']>[2]): AsyncIterable<NewsItem> {
    const sql = `SELECT n.at, n.id, a.site, a.cluster, a.status, n.terms FROM news n JOIN articles a ON a.id = n.id
      WHERE n.at >= :from AND (n.at, n.id) < (:before, :id)
        AND (:topic IS NULL OR EXISTS (SELECT 1 FROM article_topics t WHERE t.topic = :topic AND t.id = n.id AND t.kept))
      ORDER BY n.at DESC, n.id DESC LIMIT :limit`;
    let [before, id, left] = [to.getTime(), '', limit];
    while (left > 0) {
      const bounds = { from: from.getTime(), before, id, topic, limit: Math.min(batchSize, left) };
      const rows = this.#db.all<NewsRow>(sql, bounds);
      for (const row of rows) yield { ...row, at: new Date(row.at), terms: JSON.parse(row.terms) as string[] };
      left = rows.length < batchSize ? 0 : left - rows.length;
      await nextTurn();
      before = rows.at(-1)?.at ?? before;
      id = rows.at(-1)?.id ?? id;
    }
  }

  async ages(from: Date, to: Date, limit: number): Promise<ArticleAge[]> {
    const rows = this.#db.all<{ at: number; published: string }>(
      `SELECT n.at, b.doc ->> '$.publishedAt.value' AS published FROM news n JOIN article_briefs b ON b.id = n.id
       WHERE n.at >= :from AND n.at < :to AND b.doc ->> '$.publishedAt.precision' IN ('minute', 'second')
       ORDER BY n.at DESC, n.id DESC LIMIT :limit`,
      { from: from.getTime(), to: to.getTime(), limit },
    );
    return rows.map(({ at, published }) => ({ publishedAt: new Date(published), firstSeenAt: new Date(at) }));
  }
}

/** Inside the transaction that writes the article. @param at when the article was first seen; it never changes, so a new write replaces the row */
export function writeNews(db: Database, id: string, at: Date, terms: readonly string[]): void {
  db.run('INSERT OR REPLACE INTO news (at, id, terms) VALUES (:at, :id, :terms)', {
    at: at.getTime(),
    id,
    terms: JSON.stringify(terms),
  });
}
