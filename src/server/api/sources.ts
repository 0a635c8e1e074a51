import type { Source } from '../../model/crawl/source.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import { tryCanonicalUrl } from '../../model/web/canonical-url.ts';
import type { Visits } from '../../storage/crawl/visits-port.ts';
import { queryOf, querySchema, type Route, siteParameter } from './route.ts';
import { listWithTotal, ref } from './schemas.ts';

export const listSources: Route = {
  path: '/v1/sources',
  summary: 'Sources with their interval, their next poll and their state',
  success: { schema: listWithTotal(ref('Source')) },
  query: querySchema({ site: siteParameter }),
  handle: (app) => async (request) => {
    const { site } = queryOf<{ site?: string }>(request);
    const { sources, visits } = await app.store();
    const now = app.clock.now();
    const sourcesOfSite = (await sources.list()).filter((source) => site === undefined || source.site === site);
    const items = [];
    for (const source of sourcesOfSite) {
      const last = await lastPoll(visits, source);
      items.push({ ...source, state: stateOf(source, last?.outcome ?? null, now), lastVisit: last });
    }
    return { total: items.length, items };
  },
};

/** Finds it by address: visits with the source's id include those of the pages it links to. */
async function lastPoll(visits: Visits, { url }: Source): Promise<Visit | null> {
  const canonical = tryCanonicalUrl(url);
  if (canonical === null) return null;
  const recentVisits = await visits.find({ url: canonical, limit: 10 });
  return recentVisits.find(({ kind }) => kind === 'source') ?? null;
}

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
