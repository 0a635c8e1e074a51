import type { MediaItem } from '../../model/media/media-item.ts';
import type { MediaFilter, StoredMedia } from '../../model/media/stored-media.ts';
import type { Media } from '../media-port.ts';
import type { Ending } from '../port.ts';
import { mediaKeys, replacesMedia, storedMediaOf, withReplaced } from '../records/media.ts';
import type { Bindings, Database } from './database.ts';

interface MediaRow {
  readonly id: string | null;
  readonly pageUrl: StoredMedia['pageUrl'];
  readonly site: string;
  readonly articleId: string | null;
  readonly foundAt: number;
  readonly doc: string;
}

const columns = 'id, page_url AS pageUrl, site, article_id AS articleId, found_at AS foundAt, doc';
const conditionOf: Readonly<Record<Exclude<keyof MediaFilter, 'limit' | 'after'>, string>> = {
  site: 'site = :site',
  pageUrl: 'page_url = :pageUrl',
  host: 'host = :host',
  fingerprint: 'fingerprint = :fingerprint',
};

/** The index of times finds the place. */
const afterPlace = 'AND found_at <= :at AND (found_at < :at OR (page_url, url) > (:page, :address))';

export class SqliteMedia implements Media {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(id: string): Promise<StoredMedia | null> {
    const row = this.#db.get<MediaRow>(
      `SELECT ${columns} FROM media WHERE id = :id ORDER BY found_at DESC, url LIMIT 1`,
      { id },
    );
    return row === undefined ? null : readRow(row);
  }

  async find({ limit, after, ...filter }: MediaFilter): Promise<StoredMedia[]> {
    const { sql, fields } = whereOf(filter);
    const place: Bindings =
      after === undefined ? {} : { at: after.foundAt.getTime(), page: after.pageUrl, address: after.url };
    const rows = this.#db.all<MediaRow>(
      `SELECT ${columns} FROM media WHERE ${sql}${after === undefined ? '' : ` ${afterPlace}`} ORDER BY found_at DESC, page_url, url LIMIT :limit`,
      { ...fields, ...place, limit },
    );
    return rows.map(readRow);
  }

  async count(filter: Omit<MediaFilter, 'limit' | 'after'> = {}): Promise<number> {
    const { sql, fields } = whereOf(filter);
    if (Object.keys(fields).length > 0)
      return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM media WHERE ${sql}`, fields)?.n ?? 0;
    return this.#db.get<{ n: number }>("SELECT n FROM totals WHERE name = 'media'")?.n ?? 0;
  }

  async countFilms(filter: Omit<MediaFilter, 'limit' | 'after'> = {}): Promise<number> {
    const { sql, fields } = whereOf(filter);
    const { n = 0 } =
      this.#db.get<{ n: number }>(
        `SELECT (SELECT count(DISTINCT fingerprint) FROM media WHERE ${sql})
              + (SELECT count(*) FROM media WHERE fingerprint IS NULL AND ${sql}) AS n`,
        fields,
      ) ?? {};
    return n;
  }

  async replace({ pageUrl, url: old }: Pick<StoredMedia, 'pageUrl' | 'url'>, item: MediaItem): Promise<void> {
    const { host, fingerprint } = mediaKeys(pageUrl, item);
    this.#db.transaction(() => {
      const row = this.#db.get<{ articleId: string | null }>(
        'SELECT article_id AS articleId FROM media WHERE page_url = :pageUrl AND url = :old',
        { pageUrl, old },
      );
      if (row === undefined) return;
      this.#db.run(
        `UPDATE OR REPLACE media SET url = :url, host = :host, fingerprint = :fingerprint, doc = :doc
         WHERE page_url = :pageUrl AND url = :old`,
        { pageUrl, old, url: item.url, doc: JSON.stringify(item), host, fingerprint },
      );
      if (row.articleId !== null) this.#replaceInArticle(row.articleId, old, item);
    });
  }

  #replaceInArticle(id: string, old: string, item: MediaItem): void {
    const row = this.#db.get<{ media: string }>("SELECT doc -> '$.media' AS media FROM article_texts WHERE id = :id", {
      id,
    });
    if (row === undefined) return;
    const media = withReplaced(JSON.parse(row.media) as MediaItem[], old, item);
    if (media !== null)
      this.#db.run("UPDATE article_texts SET doc = json_set(doc, '$.media', json(:media)) WHERE id = :id", {
        id,
        media: JSON.stringify(media),
      });
  }

  /** For `commit`, inside its transaction. */
  write({ task, visit, article, media }: Ending): void {
    if (!replacesMedia({ media, visit })) return;
    const urls = JSON.stringify(media.map((item) => item.url));
    this.#db.run('DELETE FROM media WHERE page_url = :pageUrl AND url NOT IN (SELECT value FROM json_each(:urls))', {
      pageUrl: task.url,
      urls,
    });
    for (const item of media)
      this.#db.run(
        `INSERT INTO media (id, page_url, url, host, fingerprint, site, article_id, found_at, doc)
         VALUES (:id, :pageUrl, :url, :host, :fingerprint, :site, :articleId, :foundAt, :doc)
         ON CONFLICT (page_url, url) DO UPDATE SET id = excluded.id, host = excluded.host, fingerprint = excluded.fingerprint,
           article_id = coalesce(excluded.article_id, article_id), doc = excluded.doc`,
        {
          ...mediaKeys(task.url, item),
          pageUrl: task.url,
          url: item.url,
          site: task.site,
          articleId: article?.id ?? null,
          foundAt: visit.startedAt.getTime(),
          doc: JSON.stringify(item),
        },
      );
  }
}

function whereOf(filter: Omit<MediaFilter, 'limit' | 'after'>): {
  readonly sql: string;
  readonly fields: Record<string, string>;
} {
  const fields = Object.entries(filter).filter(([, value]) => value !== undefined);
  const conditions = fields.map(([name]) => conditionOf[name as keyof typeof conditionOf]);
  return { sql: ['1', ...conditions].join(' AND '), fields: Object.fromEntries(fields) };
}

const readRow = ({ doc, ...row }: MediaRow): StoredMedia => storedMediaOf({ ...JSON.parse(doc), ...row });
