import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import { problem } from '../answer.ts';
import { limitParameter, pageParameter, queryOf, querySchema, type Route } from './route.ts';
import { list, object, ref } from './schemas.ts';

interface Query {
  readonly run?: string;
  readonly url?: string;
  readonly source?: string;
  readonly limit: number;
}

export const listVisits: Route = {
  path: '/v1/visits',
  summary: 'Visits (how tasks ended), newest first',
  success: { schema: object({ items: list(ref('Visit')) }) },
  query: querySchema({
    run: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a run' },
    url: pageParameter('a page'),
    source: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a source' },
    limit: limitParameter(50, 1_000),
  }),
  handle: (app) => async (request) => {
    const { run, source, limit, url } = queryOf<Query>(request);
    const canonical = url === undefined ? undefined : tryCanonicalUrl(url);
    if (canonical === null) return problem(400, 'url must be an http(s) address, written in full.');
    const filter = {
      limit,
      ...(run === undefined ? {} : { run }),
      ...(source === undefined ? {} : { sourceId: source }),
      ...(canonical === undefined ? {} : { url: canonical }),
    };
    return { items: await (await app.store()).visits.find(filter) };
  },
};
