import { CommandError } from '../../errors.ts';
import type { Topic } from '../../model/topic.ts';
import { drawSample, labelOf } from '../../pipeline/labelling.ts';
import { problem } from '../problem.ts';
import type { ServerApp } from '../server-app.ts';
import { type BodySchema, limitParameter, type ParameterSchema, query, queryOf, type Route } from './route.ts';

const topicParameter: ParameterSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'name of the topic',
};
const unknownTopic = 'There is no topic of this name: /v1/topics lists them.';

const topicNamed = async (app: ServerApp, name: string): Promise<Topic | undefined> =>
  (await app.topics()).find((topic) => topic.name === name);

export const sampleLabels: Route = {
  path: '/v1/labels',
  summary: 'A random sample of judged articles to be labelled, around the threshold of a topic and far from it',
  query: {
    ...query({
      topic: topicParameter,
      limit: limitParameter(30, 200),
      seed: {
        type: 'integer',
        minimum: 0,
        maximum: 2 ** 31,
        default: 1,
        description: 'the same seed draws the same articles',
      },
    }),
    required: ['topic'],
  },
  handle: (app) => async (request, reply) => {
    const { topic: name, limit, seed } = queryOf<{ topic: string; limit: number; seed: number }>(request);
    const topic = await topicNamed(app, name);
    if (topic === undefined) return problem(reply, 404, unknownTopic);
    const sample = await drawSample(await app.store(), topic, { count: limit, seed, now: app.clock.now() });
    const items = sample.pages.map(({ article: { id, url, site, title, body }, score, drawn }) => ({
      ...{
        id,
        url,
        site,
        title,
        lead:
          body
            .trim()
            .split(/\n\s*\n/)[0]
            ?.slice(0, 500) ?? '',
        score,
        drawn,
      },
    }));
    return { topic: name, threshold: sample.threshold, total: items.length, items };
  },
};

const dateTime = { type: 'string', format: 'date-time' } as const;
const labelBody: BodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'topic', 'relevant'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 200 },
    topic: { type: 'string', minLength: 1, maxLength: 100 },
    relevant: { type: 'boolean' },
    by: { type: 'string', minLength: 1, maxLength: 100, default: 'api' },
    drawn: {
      description: 'as the sample gave it; without it the label does not count for the precision',
      type: ['object', 'null'],
      default: null,
      additionalProperties: false,
      required: ['draw', 'at', 'from', 'to', 'population'],
      properties: {
        draw: { type: 'string', minLength: 1, maxLength: 200 },
        at: dateTime,
        from: { type: 'number', minimum: 0 },
        to: { type: ['number', 'null'] },
        population: { type: 'integer', minimum: 1 },
      },
    },
  },
};

interface LabelBody {
  readonly id: string;
  readonly topic: string;
  readonly relevant: boolean;
  readonly by: string;
  readonly drawn: { draw: string; at: string; from: number; to: number | null; population: number } | null;
}

export const postLabel: Route = {
  path: '/v1/labels',
  summary: 'Says of an article whether it belongs to a topic; a later label takes the place of the one before',
  body: labelBody,
  handle: (app) => async (request, reply) => {
    const { id, topic, relevant, by, drawn } = request.body as LabelBody;
    if ((await topicNamed(app, topic)) === undefined) return problem(reply, 404, unknownTopic);
    const store = await app.store();
    const from = drawn === null ? null : { ...drawn, at: new Date(drawn.at) };
    try {
      const label = await labelOf(store, { articleId: id, topic, relevant, by, at: app.clock.now(), drawn: from });
      await store.labels.put([label]);
      return label;
    } catch (error) {
      if (error instanceof CommandError)
        return problem(reply, 404, 'There is no article with this id: /v1/articles lists them.');
      throw error;
    }
  },
};

export const listCalibration: Route = {
  path: '/v1/calibration',
  summary: "The steps of a topic's threshold with their evidence, the last one in force",
  query: { ...query({ topic: topicParameter }), required: ['topic'] },
  handle: (app) => async (request, reply) => {
    const { topic: name } = queryOf<{ topic: string }>(request);
    const topic = await topicNamed(app, name);
    if (topic === undefined) return problem(reply, 404, unknownTopic);
    const { labels } = await app.store();
    const items = await labels.steps(name);
    const threshold = items.at(-1)?.to ?? topic.threshold;
    return {
      topic: name,
      defined: topic.threshold,
      threshold,
      labels: (await labels.of(name)).length,
      total: items.length,
      items,
    };
  },
};
