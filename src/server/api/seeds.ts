import { problem } from '../answer.ts';
import { queryOf, querySchema, type Route, topicByName, topicParameter, unknownTopic } from './route.ts';
import { count, list, number, object, text, time } from './schemas.ts';

export const listSeeds: Route = {
  path: '/v1/seeds',
  summary: 'Sites that search engines named for a topic, what came of each, and which engine named it',
  success: {
    schema: object({
      total: count,
      items: list(
        object({
          topic: text,
          site: text,
          homeUrl: text,
          score: number,
          relevance: number,
          decision: text,
          seenAt: time,
        }),
      ),
    }),
  },
  errors: { 404: 'there is no such topic' },
  query: { ...querySchema({ topic: topicParameter }), required: ['topic'] },
  handle: (app) => async (request) => {
    const { topic } = queryOf<{ topic: string }>(request);
    if ((await topicByName(app, topic)) === undefined) return problem(404, unknownTopic);
    const items = await (await app.store()).seeds.ofTopic(topic);
    return { total: items.length, items };
  },
};
