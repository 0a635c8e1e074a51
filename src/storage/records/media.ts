import { mediaFingerprint, mediaHost, mediaId } from '../../model/media/media-fingerprint.ts';
import { type MediaItem, mediaItem } from '../../model/media/media-item.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { Ending } from '../port.ts';
import type { StoredTime } from './stored.ts';

/** Under what an item of a page is looked up. */
export const mediaKeys = (pageUrl: string, { url }: Pick<MediaItem, 'url'>) => ({
  id: mediaId(pageUrl, url),
  host: mediaHost(url),
  fingerprint: mediaFingerprint(url, pageUrl),
});

/** Older versions wrote no keys, and fewer fields of an item. */
type AnyStoredMedia = Pick<StoredMedia, 'pageUrl' | 'url' | 'delivery' | 'site' | 'articleId'> &
  Partial<MediaItem> & { readonly id?: string | null; readonly foundAt: StoredTime };

export function storedMediaOf(stored: AnyStoredMedia): StoredMedia {
  const { url, delivery, pageUrl, site, articleId, foundAt, id, ...fields } = stored;
  const keys = mediaKeys(pageUrl, stored);
  return {
    ...mediaItem(url, delivery, fields),
    ...keys,
    id: id ?? keys.id,
    pageUrl,
    site,
    articleId,
    foundAt: new Date(foundAt),
  };
}

/**
 * Whether an ending replaces the stored media of its page. A page that was read again has the media of that reading only: signed addresses change with
 * every visit. A page that was not read (dropped, failed) keeps its media.
 */
export const replacesMedia = ({ media, visit }: Pick<Ending, 'media' | 'visit'>): boolean =>
  media.length > 0 || visit.outcome === 'stored';

/** The items of an article with a fresh one in the place of the old; null where the article has no item with the old address. */
export const withReplaced = (media: readonly MediaItem[], old: string, item: MediaItem): MediaItem[] | null =>
  media.some(({ url }) => url === old) ? media.map((current) => (current.url === old ? item : current)) : null;
