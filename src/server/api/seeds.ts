import { seedSchema } from '../../model/seed/seed.ts';
import { problem } from '../answer.ts';
import { listWithTotal } from '../json-schema.ts';
import { queryOf, querySchema, type Route, topicByName, topicParameter, unknownTopic } from './route.ts';

export const listSeeds: Route = {
  path: '/v1/seeds',
  summary: 'Sites that search engines named for a topic, what came of each, and which engine named it',
  success: { schema: listWithTotal(seedSchema) },
  errors: { 404: 'there is no such topic' },
  query: { ...querySchema({ topic: topicParameter }), required: ['topic'] },
  handle: (app) => async (request) => {
    const { topic } = queryOf<{ topic: string }>(request);
    if ((await topicByName(app, topic)) === undefined) return problem(404, unknownTopic);
    const items = await (await app.store()).seeds.ofTopic(topic);
    return { total: items.length, items };
  },
};
