import { type HotNews, hotNews, hotNewsSchema } from '../../crawl/topics/hot.ts';
import { problem } from '../answer.ts';
import { limitParameter, queryOf, querySchema, type Route, topicByName, unknownTopic } from './route.ts';

interface Query {
  readonly topic?: string;
  readonly hours: number;
  readonly limit: number;
}

export const listHot: Route = {
  path: '/v1/hot',
  summary: 'Terms that rise compared with the previous windows, and the stories that most sources report fastest',
  success: { schema: hotNewsSchema },
  errors: { 404: 'there is no such topic' },
  query: querySchema({
    topic: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'name of a topic that the articles are relevant to',
    },
    hours: { type: 'integer', minimum: 1, maximum: 24 * 31, default: 24, description: 'length of the window' },
    limit: limitParameter(20, 200),
  }),
  isSlow: () => true,
  handle: (app) => {
    const cachedAnswer = answerCache();
    return async (request) => {
      const { topic = null, hours, limit } = queryOf<Query>(request);
      if (topic !== null && (await topicByName(app, topic)) === undefined) return problem(404, unknownTopic);
      const now = app.clock.now();
      const readHot = async () => hotNews(await app.store(), { topic, windowMs: hours * 3_600_000, limit, now });
      return await cachedAnswer(JSON.stringify([topic, hours, limit]), now, readHot);
    };
  },
};

/** ms. Dashboards ask every few seconds, and each answer reads weeks of articles. */
const maxAgeMs = 60_000;
const maxCachedAnswers = 50;

function answerCache() {
  const cache = new Map<string, { readonly at: Date; readonly answer: Promise<HotNews> }>();
  return async (key: string, now: Date, readHot: () => Promise<HotNews>): Promise<HotNews> => {
    const recent = cache.get(key);
    if (recent !== undefined && now.getTime() - recent.at.getTime() < maxAgeMs) return await recent.answer;
    if (cache.size >= maxCachedAnswers) cache.clear();
    const answer = readHot();
    cache.set(key, { at: now, answer });
    try {
      return await answer;
    } catch (error) {
      cache.delete(key);
      throw error;
    }
  };
}
