import type { MediaItem } from '../model/media/media-item.ts';
import type { MediaFilter, StoredMedia } from '../model/media/stored-media.ts';

export interface Media {
  /** By id; of several with one (two signatures of one address) any one. */
  get(id: string): Promise<StoredMedia | null>;
  /** Newest first. */
  find(filter: MediaFilter): Promise<StoredMedia[]>;
  /** Puts an item with a fresh address in the place of an old one of the same page: id, article and time of the finding stay. Nothing, where the old one is gone. */
  replace(old: Pick<StoredMedia, 'pageUrl' | 'url'>, item: MediaItem): Promise<void>;
  count(): Promise<number>;
}
