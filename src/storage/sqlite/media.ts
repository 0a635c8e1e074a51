import type { MediaItem } from '../../model/media-item.ts';
import type { Ending, Media, StoredMedia } from '../port.ts';
import type { Database } from './database.ts';

interface MediaRow {
  readonly pageUrl: StoredMedia['pageUrl'];
  readonly site: string;
  readonly articleId: string | null;
  readonly foundAt: number;
  readonly doc: string;
}

export class SqliteMedia implements Media {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find({ site, pageUrl, limit }: Parameters<Media['find']>[0]): Promise<StoredMedia[]> {
    const conditions = ['1'];
    if (site !== undefined) conditions.push('site = :site');
    if (pageUrl !== undefined) conditions.push('page_url = :pageUrl');
    const rows = this.#db.all<MediaRow>(
      `SELECT page_url AS pageUrl, site, article_id AS articleId, found_at AS foundAt, doc FROM media
       WHERE ${conditions.join(' AND ')} ORDER BY found_at DESC, page_url, url LIMIT :limit`,
      { ...(site !== undefined && { site }), ...(pageUrl !== undefined && { pageUrl }), limit },
    );
    return rows.map(({ doc, foundAt, ...where }) => ({
      ...(JSON.parse(doc) as MediaItem),
      ...where,
      foundAt: new Date(foundAt),
    }));
  }

  async count(): Promise<number> {
    return this.#db.get<{ n: number }>('SELECT count(*) AS n FROM media')?.n ?? 0;
  }

  /**
   * For `commit`, inside its transaction. A page that was read anew has the media of that reading, no older ones (signed addresses change
   * with every visit); a page that was not read (dropped, failed) keeps what it had.
   */
  write({ task, visit, article, media }: Ending): void {
    if (media.length === 0 && visit.outcome !== 'stored') return;
    const urls = JSON.stringify(media.map((item) => item.url));
    this.#db.run('DELETE FROM media WHERE page_url = :pageUrl AND url NOT IN (SELECT value FROM json_each(:urls))', {
      pageUrl: task.url,
      urls,
    });
    for (const item of media)
      this.#db.run(
        `INSERT INTO media (page_url, url, site, article_id, found_at, doc) VALUES (:pageUrl, :url, :site, :articleId, :foundAt, :doc)
         ON CONFLICT (page_url, url) DO UPDATE SET article_id = coalesce(excluded.article_id, article_id), doc = excluded.doc`,
        {
          ...{ pageUrl: task.url, url: item.url, site: task.site, articleId: article?.id ?? null },
          ...{ foundAt: visit.startedAt.getTime(), doc: JSON.stringify(item) },
        },
      );
  }
}
