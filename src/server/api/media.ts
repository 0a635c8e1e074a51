import { z } from 'zod';
import { findFilms, type StoredFilm } from '../../model/media/films.ts';
import { count, listOf, record } from '../../model/schema.ts';
import { type CanonicalUrl, tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { json, problem } from '../answer.ts';
import { badCursor, cursorParameter, nextAfter, nextLink, type Place, placeAfter } from './cursor.ts';
import { limitParameter, pageParameter, queryOf, querySchema, type Route, siteParameter } from './route.ts';
import { mediaSchema } from './schemas.ts';

interface Query {
  readonly site?: string;
  readonly page?: string;
  readonly host?: string;
  readonly fingerprint?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** Headers that may carry a session of ours: only the crawler and the command line may read them. */
const privateHeader = /^(cookie|authorization)$/i;

export const listMedia: Route = {
  path: '/v1/media',
  summary: 'Media items, newest first; each once, with all its pages',
  success: { schema: record({ total: count, next: z.string().nullable(), items: listOf(mediaSchema) }) },
  query: querySchema({
    site: siteParameter,
    page: pageParameter('the page that contains them'),
    host: { type: 'string', minLength: 1, maxLength: 260, description: 'host of the media URL, with its port' },
    fingerprint: {
      type: 'string',
      pattern: '^[0-9a-f]{32}$',
      description: 'hash of the address without its signature',
    },
    cursor: { ...cursorParameter, maxLength: 12_000 }, // two addresses
    limit: limitParameter(50, 500),
  }),
  handle: (app) => async (request) => {
    const { page, limit, cursor, ...rest } = queryOf<Query>(request);
    const pageUrl = page === undefined ? undefined : tryCanonicalUrl(page);
    if (pageUrl === null) return problem(400, 'page must be an http(s) address, written in full.');
    const place = placeAfter(cursor);
    if (place === null) return problem(400, badCursor);
    const { media } = await app.store();
    const filter = { ...rest, ...pageFilter(pageUrl) };
    const wanted = { ...filter, ...(place !== undefined && { after: itemAt(place) }), limit };
    const items = await findFilms((of) => media.find(of), wanted);
    const next = nextAfter(items, limit, ({ foundAt, pageUrl: of, url }) => ({ at: foundAt, id: `${of}\n${url}` }));
    const total = await media.countFilms(filter);
    return json(200, { total, next, items: items.map(withoutSecrets) }, nextLink('/v1/media', request, next));
  },
};

/** An address has no line breaks. */
function itemAt({ at, id }: Place) {
  const [pageUrl = '', url = ''] = id.split('\n', 2);
  return { foundAt: at, pageUrl: pageUrl as CanonicalUrl, url };
}

/** A request body may contain a session, too. */
const withoutSecrets = (item: StoredFilm) => ({
  ...item,
  headers: redactHeaders(item.headers),
  body: item.body === null ? null : '…',
});

const pageFilter = (pageUrl: CanonicalUrl | undefined) => (pageUrl === undefined ? {} : { pageUrl });

const redactHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, privateHeader.test(name) ? '…' : value]));
