import type { ArticleStatus } from '../../model/article.ts';
import type { Route } from './route.ts';

const dayMs = 86_400_000;

export const stats: Route = {
  path: '/v1/stats',
  summary: 'The numbers of the overview: articles, frontier, sources, failures, the last day, the last runs',
  handle: (app) => async () => {
    const store = await app.store();
    const now = app.clock.now();
    const count = (status: ArticleStatus) => store.articles.count({ status });
    const sources = await store.sources.list();
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
        enabled: sources.filter(({ enabled }) => enabled).length,
        due: sources.filter(({ enabled, nextPollAt }) => enabled && nextPollAt <= now).length,
      },
      blobs: await store.blobs.size(),
      failures: await store.failures.counts(),
      lastDay: await store.visits.summary({ since: new Date(now.getTime() - dayMs) }),
      allTime: await store.visits.summary({}),
      runs: await store.runs.list(10),
    };
  },
};
