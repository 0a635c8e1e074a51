import { z } from 'zod';
import { cacheByCost } from '../../cache-by-cost.ts';
import type { ArticleStatus } from '../../model/article/article.ts';
import { silentRules } from '../../model/crawl/own-rule.ts';
import { runSchema } from '../../model/crawl/run.ts';
import { savedRenders } from '../../model/crawl/saved-renders.ts';
import { isActive } from '../../model/crawl/source.ts';
import { count, listOf, record } from '../../model/schema.ts';
import { countWrappers } from '../../stages/site-learning/learning-state.ts';
import { failureCountSchema } from '../../storage/collections/crawl/failures.ts';
import type { ServerApp } from '../server-app.ts';
import type { Route } from './route.ts';
import { silentRule, visitSummary } from './schemas.ts';

const dayMs = 86_400_000;

export const stats: Route = {
  path: '/v1/stats',
  summary:
    'The numbers of the overview: articles, frontier, sources, failures, scraper rules that do not match, the last day, the last runs',
  success: {
    schema: record({
      at: z.date(),
      store: record({ kind: z.string(), location: z.string() }),
      articles: record({ published: count, duplicate: count, offTopic: count }),
      media: count,
      frontier: record({ pending: count, leased: count, done: count, failed: count }),
      sources: record({ total: count, enabled: count, due: count }),
      blobs: record({ count, bytes: count }),
      silentRules: listOf(silentRule),
      wrappers: record({ sites: count, live: count, drifts: count }),
      failures: listOf(failureCountSchema),
      lastDay: visitSummary,
      allTime: visitSummary,
      savedLastDay: record({ pages: count, bytes: z.int().nullable() }),
      runs: listOf(runSchema),
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
