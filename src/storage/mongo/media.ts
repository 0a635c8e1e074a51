import { mediaFingerprint, mediaHost, mediaId } from '../../model/media/media-fingerprint.ts';
import { type MediaItem, mediaItem } from '../../model/media/media-item.ts';
import type { StoredMedia } from '../../model/media/stored-media.ts';
import type { Media } from '../media-port.ts';
import type { Collections } from './collections.ts';

/** An address has no line breaks. */
export const mediaKey = (pageUrl: string, url: string): string => `${pageUrl}\n${url}`;

export const mediaKeys = (pageUrl: string, { url }: Pick<MediaItem, 'url'>) => ({
  id: mediaId(pageUrl, url),
  host: mediaHost(url),
  fingerprint: mediaFingerprint(url),
});

export const mongoMedia = ({ media }: Collections): Media => ({
  async get(id) {
    const found = await media.find({ id }).sort({ foundAt: -1, url: 1 }).limit(1).toArray();
    return found.map(storedOf)[0] ?? null;
  },
  async find({ limit, ...filter }) {
    if (limit === 0) return []; // to the driver 0 means all
    const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
    const found = await media.find(query).sort({ foundAt: -1, pageUrl: 1, url: 1 }).limit(limit).toArray();
    return found.map(storedOf);
  },
  async count() {
    return await media.countDocuments({});
  },
  async replace({ pageUrl, url }, item) {
    const old = await media.findOne({ _id: mediaKey(pageUrl, url) });
    if (old === null) return;
    const { _id, ...kept } = old;
    const { host, fingerprint } = mediaKeys(pageUrl, item);
    const id = old.id ?? mediaId(pageUrl, url);
    const fresh = { ...kept, ...item, id, host, fingerprint };
    // the new one first: a kill -9 in between leaves both, and the next visit of the page clears that
    await media.replaceOne({ _id: mediaKey(pageUrl, item.url) }, fresh, { upsert: true });
    if (item.url !== url) await media.deleteOne({ _id });
  },
});

/** A document of an earlier version has no keys, and fewer fields. */
function storedOf({ _id, ...stored }: StoredMedia & { readonly _id: string }): StoredMedia {
  const { url, delivery, pageUrl, site, articleId, foundAt, id, ...known } = stored;
  const keys = mediaKeys(pageUrl, stored);
  return { ...mediaItem(url, delivery, known), ...keys, id: id ?? keys.id, pageUrl, site, articleId, foundAt };
}
