import type { MediaItem } from '../../model/media/media-item.ts';
import type { MediaFilter, StoredMedia } from '../../model/media/stored-media.ts';
import type { Media } from '../media-port.ts';
import { mediaKeys, storedMediaOf } from '../records/media.ts';
import type { Collections } from './collections.ts';

/** An address has no line breaks. */
export const mediaDocumentId = (pageUrl: string, url: string): string => `${pageUrl}\n${url}`;

export class MongoMedia implements Media {
  readonly #media: Collections['media'];
  readonly #articles: Collections['articles'];

  constructor({ media, articles }: Collections) {
    this.#media = media;
    this.#articles = articles;
  }

  async get(id: string): Promise<StoredMedia | null> {
    const documents = await this.#media.find({ id }).sort({ foundAt: -1, url: 1 }).limit(1).toArray();
    return documents.map(readMedia)[0] ?? null;
  }

  async find({ limit, after, ...filter }: MediaFilter): Promise<StoredMedia[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#media
      .find({ ...queryOf(filter), ...(after !== undefined && behind(after)) })
      .sort({ foundAt: -1, pageUrl: 1, url: 1 })
      .limit(limit)
      .toArray();
    return documents.map(readMedia);
  }

  async count(filter: Omit<MediaFilter, 'limit' | 'after'> = {}): Promise<number> {
    const query = queryOf(filter);
    return Object.keys(query).length === 0
      ? await this.#media.estimatedDocumentCount() // the server keeps it: it reads nothing
      : await this.#media.countDocuments(query);
  }

  async countFilms(filter: Omit<MediaFilter, 'limit' | 'after'> = {}): Promise<number> {
    const films = { $group: { _id: { $ifNull: ['$fingerprint', '$_id'] } } };
    const counted = await this.#media
      .aggregate<{ n: number }>([{ $match: queryOf(filter) }, films, { $count: 'n' }])
      .toArray();
    return counted[0]?.n ?? 0;
  }

  async replace({ pageUrl, url }: Pick<StoredMedia, 'pageUrl' | 'url'>, item: MediaItem): Promise<void> {
    const old = await this.#media.findOne({ _id: mediaDocumentId(pageUrl, url) });
    if (old === null) return;
    const { _id, ...kept } = old;
    const { host, fingerprint } = mediaKeys(pageUrl, item);
    const id = old.id ?? mediaKeys(pageUrl, { url }).id;
    const replacement = { ...kept, ...item, id, host, fingerprint };
    // the old one goes last: after a kill -9 in between both exist, and the next refresh of the old one completes the work
    await this.#media.replaceOne({ _id: mediaDocumentId(pageUrl, item.url) }, replacement, { upsert: true });
    if (kept.articleId !== null)
      // a visit that is stored at the same time wins: its items are newer, and have no item with the old address
      await this.#articles.updateOne(
        { _id: kept.articleId, 'media.url': url },
        { $set: { 'media.$[same]': { ...item } } },
        { arrayFilters: [{ 'same.url': url }] },
      );
    if (item.url !== url) await this.#media.deleteOne({ _id });
  }
}

const behind = ({ foundAt, pageUrl, url }: NonNullable<MediaFilter['after']>) => ({
  foundAt: { $lte: foundAt },
  $or: [{ foundAt: { $lt: foundAt } }, { pageUrl: { $gt: pageUrl } }, { pageUrl, url: { $gt: url } }],
});

const queryOf = (filter: Omit<MediaFilter, 'limit' | 'after'>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

const readMedia = ({ _id, ...document }: StoredMedia & { readonly _id: string }): StoredMedia =>
  storedMediaOf(document);
