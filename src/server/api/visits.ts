import { tryCanonicalUrl } from '../../model/canonical-url.ts';
import { problem } from '../problem.ts';
import { limitParameter, query, queryOf, type Route } from './route.ts';

interface Query {
  readonly run?: string;
  readonly url?: string;
  readonly source?: string;
  readonly limit: number;
}

export const listVisits: Route = {
  path: '/v1/visits',
  summary: 'How tasks ended, newest first',
  query: query({
    run: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a run' },
    url: { type: 'string', minLength: 1, maxLength: 2_000, description: 'address of a page' },
    source: { type: 'string', minLength: 1, maxLength: 200, description: 'id of a source' },
    limit: limitParameter(50, 1_000),
  }),
  handle: (app) => async (request, reply) => {
    const { run, source, limit, url } = queryOf<Query>(request);
    const canonical = url === undefined ? undefined : tryCanonicalUrl(url);
    if (canonical === null) return problem(reply, 400, 'url must be an http(s) address, written in full.');
    const filter = {
      limit,
      ...(run === undefined ? {} : { run }),
      ...(source === undefined ? {} : { sourceId: source }),
      ...(canonical === undefined ? {} : { url: canonical }),
    };
    return { items: await (await app.store()).visits.find(filter) };
  },
};
