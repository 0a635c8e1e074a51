import type { Task } from '../../model/crawl/task.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import { mediaFingerprint, mediaHost, mediaId } from '../../model/media/media-fingerprint.ts';
import type { MediaItem } from '../../model/media/media-item.ts';
import { type MediaFilter, type StoredMedia, storedMediaSchema } from '../../model/media/stored-media.ts';
import { collection, type KeyValue } from '../collection.ts';
import type { OpenRecords, RecordsOf } from '../engine/records.ts';

export const media = collection({
  name: 'media',
  schema: storedMediaSchema,
  key: ['pageUrl', 'url'],
  columns: ['id', 'host', 'fingerprint', 'site', 'articleId', 'foundAt'],
  indexes: [
    { by: ['-foundAt', 'pageUrl', 'url'], name: 'media_time' },
    { by: ['pageUrl', '-foundAt', 'url'] },
    { by: ['site', '-foundAt', 'pageUrl', 'url'] },
    { by: ['host', '-foundAt', 'pageUrl', 'url'] },
    { by: ['fingerprint', '-foundAt', 'pageUrl', 'url'] },
    { by: ['id', '-foundAt', 'url'] },
    { by: ['articleId'], where: { articleId: 'notNull' } },
  ],
  isLarge: true,
  isCounted: true,
});

type Filter = Omit<MediaFilter, 'limit' | 'after'>;

/**
 * Replaces an item of a page by the same item with a fresh address, here and in its article; id, article and `foundAt` stay, and so do the revision and
 * times of the article. Does nothing where the old item is gone. SQLite writes it in one transaction, MongoDB in three steps, which the next call completes
 * after a kill -9: the old item goes last.
 */
type ReplaceMedium = (old: { readonly pageUrl: string; readonly url: string }, item: MediaItem) => Promise<void>;

/** Media of pages. Written by `commit`. */
export class Media {
  readonly #media: RecordsOf<typeof media>;
  readonly replace: ReplaceMedium;

  constructor(open: OpenRecords, replace: ReplaceMedium) {
    this.#media = open(media);
    this.replace = replace;
  }

  /** Of several items with this id (one address, signed twice), the newest. */
  async get(id: string): Promise<StoredMedia | null> {
    const [newest] = await this.#media.find({ where: { id }, order: ['-foundAt', 'url'], limit: 1 });
    return newest ?? null;
  }

  /** Newest first, then by page and address. */
  async find({ limit, after, ...where }: MediaFilter): Promise<StoredMedia[]> {
    return await this.#media.find({ where, order: ['-foundAt', 'pageUrl', 'url'], after, limit });
  }

  /** Number of media with this filter, each counted once, on however many pages it is. */
  async countFilms(filter: Filter = {}): Promise<number> {
    return await this.#media.distinct('fingerprint', filter);
  }

  /** Default: all. */
  async count(filter: Filter = {}): Promise<number> {
    return await this.#media.count(filter);
  }
}

/** The stored item with a fresh one in its place. */
export const replacedMedium = (stored: StoredMedia, item: MediaItem): StoredMedia => {
  const { host, fingerprint } = mediaKeys(stored.pageUrl, item);
  return { ...stored, ...item, host, fingerprint };
};

/** Under what an item of a page is looked up. */
const mediaKeys = (pageUrl: string, { url }: Pick<MediaItem, 'url'>) => ({
  id: mediaId(pageUrl, url),
  host: mediaHost(url),
  fingerprint: mediaFingerprint(url, pageUrl),
});

/** Of an ending. */
interface EndedPage {
  readonly task: Pick<Task, 'url' | 'site'>;
  readonly visit: Visit;
  readonly article: { readonly id: string } | null;
  readonly media: readonly MediaItem[];
}

/**
 * Whether an ending replaces the stored media of its page. A page that was read again has the media of that reading only: signed addresses change with
 * every visit. A page that was not read (dropped, failed) keeps its media.
 */
export const replacesMedia = ({ media: items, visit }: Pick<EndedPage, 'media' | 'visit'>): boolean =>
  items.length > 0 || visit.outcome === 'stored';

/** What an ending makes of the stored media of its page. */
export function mediaAfter(
  stored: readonly StoredMedia[],
  { task, visit, article, media: items }: EndedPage,
): { readonly put: readonly StoredMedia[]; readonly remove: readonly (readonly KeyValue[])[] } {
  const known = new Map(stored.map((item) => [item.url, item]));
  const put = items.map((item): StoredMedia => {
    const { site, foundAt, articleId } = known.get(item.url) ?? {
      site: task.site,
      foundAt: visit.startedAt,
      articleId: null,
    };
    const keys = mediaKeys(task.url, item);
    return { ...item, ...keys, pageUrl: task.url, site, foundAt, articleId: article?.id ?? articleId };
  });
  const urls = new Set(items.map(({ url }) => url));
  return { put, remove: stored.flatMap(({ pageUrl, url }) => (urls.has(url) ? [] : [[pageUrl, url]])) };
}

/** The items of an article with a fresh one in the place of the old; null where the article has no item with the old address. */
export const withReplaced = (items: readonly MediaItem[], old: string, item: MediaItem): MediaItem[] | null =>
  items.some(({ url }) => url === old) ? items.map((current) => (current.url === old ? item : current)) : null;
