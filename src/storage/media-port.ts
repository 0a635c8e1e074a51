import type { MediaItem } from '../model/media/media-item.ts';
import type { MediaFilter, StoredMedia } from '../model/media/stored-media.ts';

export interface Media {
  /** Of several items with this id (one address, signed twice), the newest. */
  get(id: string): Promise<StoredMedia | null>;
  /** Newest first, then by page and address. */
  find(filter: MediaFilter): Promise<StoredMedia[]>;
  /**
   * Replaces an item of a page by the same item with a fresh address, here and in its article; id, article and `foundAt` stay, and so do the revision and
   * times of the article. Does nothing where the old item is gone. In SQLite one transaction; in MongoDB three steps, which the next call completes after a kill -9.
   */
  replace(old: Pick<StoredMedia, 'pageUrl' | 'url'>, item: MediaItem): Promise<void>;
  /** Number of media with this filter, each counted once, on however many pages it is. Items that versions before fingerprints stored count one by one. */
  countFilms(filter?: Omit<MediaFilter, 'limit' | 'after'>): Promise<number>;
  /** Default: all. */
  count(filter?: Omit<MediaFilter, 'limit' | 'after'>): Promise<number>;
}
