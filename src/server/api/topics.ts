import type { Route } from './route.ts';

export const listTopics: Route = {
  path: '/v1/topics',
  summary: 'Topics with their terms, and how many published articles meet each',
  handle: (app) => async () => {
    const { articles } = await app.store();
    const items = [];
    for (const topic of await app.topics())
      items.push({ ...topic, articles: await articles.count({ topic: topic.name, status: 'published' }) });
    return { total: items.length, items };
  },
};
