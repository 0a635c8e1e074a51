import { query, queryOf, type Route, siteParameter } from './route.ts';

export const listSources: Route = {
  path: '/v1/sources',
  summary: 'Sources with their interval, their next poll and their state',
  query: query({ site: siteParameter }),
  handle: (app) => async (request) => {
    const { site } = queryOf<{ site?: string }>(request);
    const { sources, visits } = await app.store();
    const now = app.clock.now();
    const found = (await sources.list()).filter((source) => site === undefined || source.site === site);
    const items = [];
    for (const source of found) {
      const [last = null] = await visits.find({ sourceId: source.id, limit: 1 });
      items.push({ ...source, state: stateOf(source, last?.outcome ?? null, now), lastVisit: last });
    }
    return { total: items.length, items };
  },
};

/** In one word, what a person looks for first. */
function stateOf(
  source: { readonly enabled: boolean; readonly lastPolledAt: Date | null; readonly nextPollAt: Date },
  outcome: string | null,
  now: Date,
): 'paused' | 'new' | 'failing' | 'due' | 'waiting' {
  if (!source.enabled) return 'paused';
  if (outcome === 'failed') return 'failing';
  if (source.lastPolledAt === null) return 'new';
  return source.nextPollAt <= now ? 'due' : 'waiting';
}
