import { cacheByCost } from '../../cache-by-cost.ts';
import type { ArticleStatus } from '../../model/article/article.ts';
import { silentRules } from '../../model/crawl/own-rule.ts';
import { savedRenders } from '../../model/crawl/saved-renders.ts';
import { isActive } from '../../model/crawl/source.ts';
import { countWrappers } from '../../stages/site-learning/learning-state.ts';
import type { ServerApp } from '../server-app.ts';
import type { Route } from './route.ts';
import { count, integer, list, object, orNull, ref, text, time } from './schemas.ts';

const dayMs = 86_400_000;

export const stats: Route = {
  path: '/v1/stats',
  summary:
    'The numbers of the overview: articles, frontier, sources, failures, scraper rules that do not match, the last day, the last runs',
  success: {
    schema: object({
      at: time,
      store: object({ kind: text, location: text }),
      articles: object({ published: count, duplicate: count, offTopic: count }),
      media: count,
      frontier: object({ pending: count, leased: count, done: count, failed: count }),
      sources: object({ total: count, enabled: count, due: count }),
      blobs: object({ count, bytes: count }),
      silentRules: list(ref('SilentRule')),
      wrappers: object({ sites: count, live: count, drifts: count }),
      failures: list(object({ site: text, reason: text, count })),
      lastDay: ref('VisitSummary'),
      allTime: ref('VisitSummary'),
      savedLastDay: object({ pages: count, bytes: orNull(integer) }),
      runs: list(object({ id: text, kind: text, startedAt: time, finishedAt: orNull(time), owner: text })),
    }),
  },
  maxAgeMs: 1_000,
  handle: (app) => cacheByCost(() => readStats(app), app.clock),
};

async function readStats(app: ServerApp) {
  const store = await app.store();
  const now = app.clock.now();
  const count = (status: ArticleStatus) => store.articles.count({ status });
  const sources = await store.sources.list();
  const lastDay = await store.visits.summary({ since: new Date(now.getTime() - dayMs) });
  return {
    at: now,
    store: { kind: store.kind, location: store.location },
    articles: {
      published: await count('published'),
      duplicate: await count('duplicate'),
      offTopic: await count('off-topic'),
    },
    media: await store.media.count(),
    frontier: await store.frontier.counts(),
    sources: {
      total: sources.length,
      enabled: sources.filter(isActive).length,
      due: sources.filter((source) => isActive(source) && source.nextPollAt <= now).length,
    },
    blobs: await store.blobs.size(),
    wrappers: countWrappers(await store.wrappers.briefs()),
    silentRules: silentRules(await store.ownRules.list()),
    failures: await store.failures.counts(),
    lastDay,
    savedLastDay: savedRenders(lastDay.byWay, lastDay.bytesByWay),
    allTime: await store.visits.summary({}),
    runs: await store.runs.list(10),
  };
}
