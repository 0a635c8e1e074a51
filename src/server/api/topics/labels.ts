import { z } from 'zod';
import { drawSample, leadOf, makeLabel, type SampledPage, sampleItem } from '../../../crawl/topics/labelling.ts';
import { CommandError } from '../../../errors.ts';
import { storedArticleSchema } from '../../../model/article/article.ts';
import { count, listOf, record } from '../../../model/schema.ts';
import { drawnSchema } from '../../../model/topic/label.ts';
import { topicScoreSchema } from '../../../model/topic/topic.ts';
import { snippetSchema } from '../../../text/search-snippet.ts';
import { termSpans } from '../../../text/term-spans.ts';
import { noContent, problem } from '../../answer.ts';
import {
  type BodySchema,
  idOf,
  idParams,
  limitParameter,
  queryOf,
  querySchema,
  type Route,
  topicByName,
  topicParameter,
  unknownTopic,
} from '../route.ts';
import { label } from '../schemas.ts';

/** The terms that counted, and their positions in the title and lead. */
function marksOf({ article: { title, body, lang, topics } }: SampledPage, name: string) {
  const terms = topics.find(({ topic }) => topic === name)?.terms ?? [];
  const texts = terms.map(({ term }) => term);
  return { lang, terms, marks: { title: termSpans(title, texts), lead: termSpans(leadOf(body), texts) } };
}

const places = snippetSchema.unwrap().shape.marks;

export const sampleLabels: Route = {
  path: '/v1/labels',
  summary: 'A random sample of judged articles to be labelled, near the threshold of a topic and far from it',
  success: {
    schema: record({
      topic: z.string(),
      threshold: z.number(),
      total: count,
      items: listOf(
        record({
          ...storedArticleSchema.unwrap().pick({ id: true, url: true, site: true, title: true, lang: true }).shape,
          lead: z.string(),
          score: z.number(),
          drawn: drawnSchema,
          terms: topicScoreSchema.unwrap().shape.terms,
          /** Places of the terms, UTF-16 units, end excluded. */
          marks: record({ title: places, lead: places }),
        }),
      ),
    }),
  },
  errors: { 404: 'there is no such topic' },
  query: {
    ...querySchema({
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
  isSlow: () => true,
  handle: (app) => async (request) => {
    const { topic: name, limit, seed } = queryOf<{ topic: string; limit: number; seed: number }>(request);
    const topic = await topicByName(app, name);
    if (topic === undefined) return problem(404, unknownTopic);
    const sample = await drawSample(await app.store(), topic, { count: limit, seed, now: app.clock.now() });
    const items = sample.pages.map((page) => ({ ...sampleItem(page), ...marksOf(page, name) }));
    return { topic: name, threshold: sample.threshold, total: items.length, items };
  },
};

const dateTimeSchema = { type: 'string', format: 'date-time' } as const;
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
      description: 'as the sample returned it; without it the label does not count towards the precision',
      type: ['object', 'null'],
      default: null,
      additionalProperties: false,
      required: ['draw', 'at', 'from', 'to', 'population'],
      properties: {
        draw: { type: 'string', minLength: 1, maxLength: 200 },
        at: dateTimeSchema,
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
  summary: 'Stores whether an article belongs to a topic; a later label replaces the earlier one',
  success: { schema: label },
  errors: { 404: 'there is no such topic, or no such article' },
  body: labelBody,
  handle: (app) => async (request) => {
    const { id, topic, relevant, by, drawn } = request.body as LabelBody;
    if ((await topicByName(app, topic)) === undefined) return problem(404, unknownTopic);
    const store = await app.store();
    const from = drawn === null ? null : { ...drawn, at: new Date(drawn.at) };
    try {
      const made = await makeLabel(store, { articleId: id, topic, relevant, by, at: app.clock.now(), drawn: from });
      await store.labels.put([made]);
      return made;
    } catch (error) {
      if (error instanceof CommandError)
        return problem(404, 'There is no article with this id: /v1/articles lists them.');
      throw error;
    }
  },
};

export const deleteLabel: Route = {
  method: 'DELETE',
  path: '/v1/labels/:id',
  summary: 'Removes the label of an article',
  success: { status: 204 },
  errors: { 404: 'there is no such label' },
  params: idParams,
  query: { ...querySchema({ topic: topicParameter }), required: ['topic'] },
  handle: (app) => async (request) => {
    const { topic } = queryOf<{ topic: string }>(request);
    const { labels } = await app.store();
    return (await labels.remove(topic, idOf(request)))
      ? noContent()
      : problem(404, 'There is no label of an article with this id for this topic.');
  },
};
