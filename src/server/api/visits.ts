import { z } from 'zod';
import { listOf, record } from '../../model/schema.ts';
import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { json, problem } from '../answer.ts';
import { badCursor, cursorParameter, nextAfter, nextLink, placeAfter } from './cursor.ts';
import { limitParameter, pageParameter, queryOf, querySchema, type Route } from './route.ts';
import { visit } from './schemas.ts';

interface Query {
  readonly run?: string;
  readonly url?: string;
  readonly source?: string;
  readonly cursor?: string;
  readonly limit: number;
}

export const listVisits: Route = {
  path: '/v1/visits',
  summary: 'Visits (how tasks ended), newest first',
  success: { schema: record({ next: z.string().nullable(), items: listOf(visit) }) },
  query: querySchema({
    run: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a run' },
    url: pageParameter('a page'),
    source: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a source' },
    cursor: cursorParameter,
    limit: limitParameter(50, 1_000),
  }),
  handle: (app) => async (request) => {
    const { run, source, limit, url, cursor } = queryOf<Query>(request);
    const canonical = url === undefined ? undefined : tryCanonicalUrl(url);
    if (canonical === null) return problem(400, 'url must be an http(s) address, written in full.');
    const place = placeAfter(cursor);
    if (place === null) return problem(400, badCursor);
    const filter = {
      limit,
      ...(place === undefined ? {} : { before: { id: place.id, startedAt: place.at } }),
      ...(run === undefined ? {} : { run }),
      ...(source === undefined ? {} : { sourceId: source }),
      ...(canonical === undefined ? {} : { url: canonical }),
    };
    const items = await (await app.store()).visits.find(filter);
    const next = nextAfter(items, limit, ({ startedAt, id }) => ({ at: startedAt, id }));
    return json(200, { next, items }, nextLink('/v1/visits', request, next));
  },
};
