import type { z } from 'zod';
import { listOf, record, textOf } from '../schema.ts';
import type { CanonicalUrl } from '../web/canonical-url.ts';
import type { MediaFilter, StoredMedia } from './stored-media.ts';
import { storedMediaSchema } from './stored-media.ts';

/** A medium, as the page says where it was found last, with all pages that have it. */
export const storedFilmSchema = record({
  ...storedMediaSchema.unwrap().shape,
  /** Newest first, at most 100. */
  pages: listOf(textOf<CanonicalUrl>()),
});
export type StoredFilm = z.infer<typeof storedFilmSchema>;

/** Pages that are listed for one medium: a jingle or a promotion may be on all pages of a site. */
const maxPages = 100;

type FindMedia = (filter: MediaFilter) => Promise<readonly StoredMedia[]>;

/** Stored media, newest first, each once: one film on three articles is one item with three pages. */
export async function findFilms(find: FindMedia, { limit, after, ...filter }: MediaFilter): Promise<StoredFilm[]> {
  const films: StoredFilm[] = [];
  let place = after;
  while (films.length < limit) {
    const items = await find({ ...filter, ...(place !== undefined && { after: place }), limit });
    const judged = await Promise.all(items.map((item) => filmOf(find, item, filter)));
    films.push(...judged.filter((film) => film !== null));
    place = items.at(-1);
    if (items.length < limit || place === undefined) break;
  }
  return films.slice(0, limit);
}

/** Null: the list has the medium already, from a newer page. */
async function filmOf(
  find: FindMedia,
  item: StoredMedia,
  filter: Omit<MediaFilter, 'limit' | 'after'>,
): Promise<StoredFilm | null> {
  const { fingerprint } = item;
  const [newest] = await find({ ...filter, fingerprint, limit: 1 });
  if (newest === undefined) return { ...item, pages: [item.pageUrl] }; // stored without a fingerprint
  if (newest.pageUrl !== item.pageUrl || newest.url !== item.url) return null;
  const all = await find({ fingerprint, limit: maxPages });
  return { ...item, pages: [...new Set(all.map(({ pageUrl }) => pageUrl))] };
}
