import { type HotNews, hotNews } from '../../pipeline/topics/hot.ts';
import { problem } from '../answer.ts';
import { limitParameter, query, queryOf, type Route, topicNamed, unknownTopic } from './route.ts';
import { count, list, object, text, time } from './schemas.ts';

interface Query {
  readonly topic?: string;
  readonly hours: number;
  readonly limit: number;
}

export const listHot: Route = {
  path: '/v1/hot',
  summary: 'Terms that rise against the windows before, and the stories that most sources tell fastest',
  gives: {
    schema: object({
      from: time,
      to: time,
      articles: count,
      terms: list(object({ term: text })),
      stories: list(object({ title: text, url: text, site: text })),
    }),
  },
  fails: { 404: 'there is no such topic' },
  query: query({
    topic: { type: 'string', minLength: 1, maxLength: 100, description: 'name of a topic that the articles meet' },
    hours: { type: 'integer', minimum: 1, maximum: 24 * 31, default: 24, description: 'length of the window' },
    limit: limitParameter(20, 200),
  }),
  isSlow: () => true,
  handle: (app) => {
    const answers = recentAnswers();
    return async (request) => {
      const { topic = null, hours, limit } = queryOf<Query>(request);
      if (topic !== null && (await topicNamed(app, topic)) === undefined) return problem(404, unknownTopic);
      const now = app.clock.now();
      const tell = async () => hotNews(await app.store(), { topic, windowMs: hours * 3_600_000, limit, now });
      return await answers(JSON.stringify([topic, hours, limit]), now, tell);
    };
  },
};

/** A dashboard asks every few seconds, and an answer reads weeks of articles: one of the last minute will do. */
const freshMs = 60_000;
const answersAtOnce = 50;

function recentAnswers() {
  const known = new Map<string, { readonly at: Date; readonly answer: Promise<HotNews> }>();
  return async (key: string, now: Date, tell: () => Promise<HotNews>): Promise<HotNews> => {
    const recent = known.get(key);
    if (recent !== undefined && now.getTime() - recent.at.getTime() < freshMs) return await recent.answer;
    if (known.size >= answersAtOnce) known.clear();
    const answer = tell();
    known.set(key, { at: now, answer });
    try {
      return await answer;
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
}
