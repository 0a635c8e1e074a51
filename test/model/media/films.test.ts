import { describe, expect, it } from 'vitest';
import { findFilms } from '../../../src/model/media/films.ts';
import { mediaFingerprint, mediaHost, mediaId } from '../../../src/model/media/media-fingerprint.ts';
import { mediaItem } from '../../../src/model/media/media-item.ts';
import type { MediaFilter, StoredMedia } from '../../../src/model/media/stored-media.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';

const stored = (page: string, url: string, hour: number): StoredMedia => {
  const pageUrl = canonicalUrl(`https://harbour.example/${page}`);
  return {
    ...mediaItem(url, 'progressive', { role: 'main' }),
    id: mediaId(pageUrl, url),
    host: mediaHost(url),
    fingerprint: mediaFingerprint(url, pageUrl),
    articleId: null,
    pageUrl,
    site: 'harbour.example',
    foundAt: new Date(Date.UTC(2026, 0, 1, hour)),
  };
};

/** As the stores answer: newest first, after the place. */
const storeOf =
  (media: readonly StoredMedia[]) =>
  async (filter: MediaFilter): Promise<StoredMedia[]> => {
    const all = media.toSorted((a, b) => b.foundAt.getTime() - a.foundAt.getTime());
    const from =
      filter.after === undefined ? 0 : all.findIndex(({ foundAt }) => foundAt < (filter.after?.foundAt ?? 0));
    const rest = from < 0 ? [] : all.slice(from);
    return rest
      .filter(
        ({ fingerprint, pageUrl }) =>
          (filter.fingerprint ?? fingerprint) === fingerprint && (filter.pageUrl ?? pageUrl) === pageUrl,
      )
      .slice(0, filter.limit);
  };

const film = 'https://cdn.example/film.mp4';
const media = [
  stored('a', `${film}?utm_source=front`, 1),
  stored('b', `${film}?utm_source=mail&fbclid=7`, 2),
  stored('other', 'https://cdn.example/other.mp4', 3),
  stored('c', `${film}?ref=c`, 4),
];
const find = storeOf(media);
const named = async (filter: MediaFilter) =>
  (await findFilms(find, filter)).map(({ pageUrl, pages }) =>
    [pageUrl, pages].flat().map((url) => new URL(url).pathname.slice(1)),
  );

describe('stored films', () => {
  it('has one film on three pages once, with its pages', async () => {
    expect(await named({ limit: 9 })).toEqual([
      ['c', 'c', 'b', 'a'],
      ['other', 'other'],
    ]);
    expect(await named({ limit: 1 })).toEqual([['c', 'c', 'b', 'a']]);
    expect(await named({ limit: 9, after: media[3] as StoredMedia })).toEqual([['other', 'other']]);
  });

  it('names all pages of a film that is asked for on one', async () => {
    expect(await named({ limit: 9, pageUrl: canonicalUrl('https://harbour.example/a') })).toEqual([
      ['a', 'c', 'b', 'a'],
    ]);
  });
});
