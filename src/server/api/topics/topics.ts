import { isUnread } from '../../../crawl/topics/example-pages.ts';
import { refuseNameOfFile, removeTopic } from '../../../crawl/topics/known-topics.ts';
import { exitCodes } from '../../../errors.ts';
import type { KnownTopic, Topic } from '../../../model/topic/topic.ts';
import { parseTopics } from '../../../settings/topics.ts';
import { answerCommand, json, noContent, problem } from '../../answer.ts';
import { listWithTotal } from '../../json-schema.ts';
import type { ServerApp } from '../../server-app.ts';
import { type BodySchema, idOf, type ObjectSchema, type Route, unknownTopic } from '../route.ts';
import { topic as topicSchema } from '../schemas.ts';

export const listTopics: Route = {
  path: '/v1/topics',
  summary: 'Topics with their terms, and the number of published articles of each',
  success: { schema: listWithTotal(topicSchema) },
  handle: (app) => async () => {
    const items = [];
    for (const knownTopic of await app.knownTopics()) items.push(await topicView(app, knownTopic));
    return { total: items.length, items };
  },
};

const nameParams: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { type: 'string', minLength: 1, maxLength: 100, description: 'name of the topic' } },
};

export const getTopic: Route = {
  path: '/v1/topics/:id',
  summary: 'One topic, by its name',
  success: { schema: topicSchema },
  errors: { 404: 'there is no such topic' },
  params: nameParams,
  handle: (app) => async (request) => {
    const knownTopic = await findKnownTopic(app, idOf(request));
    return knownTopic === undefined ? problem(404, unknownTopic) : topicView(app, knownTopic);
  },
};

const findKnownTopic = async (app: ServerApp, name: string): Promise<KnownTopic | undefined> =>
  (await app.knownTopics()).find(({ topic }) => topic.name === name);

/** `unread`: number of example addresses that the next crawl fetches when it starts; this server fetches no page. */
async function topicView(app: ServerApp, { topic, definedIn, updatedAt }: KnownTopic) {
  const { articles, labels } = await app.store();
  const step = (await labels.steps(topic.name)).at(-1);
  return {
    ...topic,
    follow: topic.follow === true,
    definedIn,
    updatedAt,
    calibratedThreshold: step?.to ?? null,
    unread: topic.examples.filter(isUnread).length,
    articles: await articles.count({ topic: topic.name, status: 'published' }),
  };
}

/** Each is checked, and each mistake is named. */
const maxTerms = 10_000;
const termsSchema = {
  anyOf: [
    { type: 'array', maxItems: maxTerms },
    { type: 'object', maxProperties: maxTerms },
  ],
  description: 'terms, or terms with their weights: a higher weight counts more',
} as const;
const textListSchema = (description: string) => ({
  type: 'array',
  maxItems: maxTerms,
  items: { type: 'string' },
  description,
});
const topicProperties = {
  method: { type: 'string', enum: ['vector', 'boolean', 'tags', 'learned'], default: 'vector' },
  keywords: termsSchema,
  examples: {
    type: 'array',
    maxItems: 1_000,
    description: 'articles of the topic: addresses, texts, or {title, text}',
  },
  exclude: textListSchema('a page that contains one of these terms is off topic'),
  languages: textListSchema('ISO 639-1; empty: any'),
  tagShares: { type: 'object', description: 'shares of title, headings and meta for the method tags' },
  threshold: { type: 'number', minimum: 0, description: 'score from which a page is kept' },
  follow: { type: 'boolean', default: false, description: 'marks pages that match, and hides no others' },
} as const;
const nameSchema = { type: 'string', minLength: 1, maxLength: 100 } as const;
const topicBody = (more: BodySchema['properties'], required: readonly string[]): BodySchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: { ...more, ...topicProperties },
});

/** A mistake in a topic is one of the configuration; a wrong usage is a conflict with the file. */
const answerTopic = (run: () => Promise<unknown>) =>
  answerCommand(run, { [exitCodes.configuration]: 400, [exitCodes.usage]: 409 });

/** Enough for a hundred long articles as examples. */
const maxBodyBytes = 4 * 1024 * 1024;

export const addTopic: Route = {
  path: '/v1/topics',
  summary: 'Adds a topic to the store; it takes effect with the next crawl',
  success: { status: 201, schema: topicSchema },
  errors: { 409: 'a topic with this name exists' },
  body: topicBody({ name: nameSchema }, ['name']),
  maxBodyBytes,
  handle: (app) => async (request) =>
    answerTopic(async () => {
      const topic = parseTopic(request.body as object);
      if ((await findKnownTopic(app, topic.name)) !== undefined)
        return problem(409, 'A topic with this name exists: PUT /v1/topics/<name> replaces a topic of the store.');
      return json(201, await storeTopic(app, topic));
    }),
};

export const putTopic: Route = {
  method: 'PUT',
  path: '/v1/topics/:id',
  summary: 'Adds or replaces a topic of the store; it takes effect with the next crawl',
  success: { schema: topicSchema },
  errors: { 409: 'the topic is one of the file' },
  params: nameParams,
  body: topicBody({}, []),
  maxBodyBytes,
  handle: (app) => async (request) =>
    answerTopic(async () => storeTopic(app, parseTopic({ ...(request.body as object), name: idOf(request) }))),
};

export const deleteTopic: Route = {
  method: 'DELETE',
  path: '/v1/topics/:id',
  summary: 'Removes a topic from the store; articles keep their scores',
  success: { status: 204 },
  errors: { 404: 'there is no such topic', 409: 'the topic is one of the file' },
  params: nameParams,
  handle: (app) => async (request) =>
    answerTopic(async () => {
      const { topics } = await app.store();
      await removeTopic(idOf(request), topics, await app.topicsOfFile());
      return noContent();
    }),
};

/** @throws CommandError (configuration) */
function parseTopic(body: object): Topic {
  const [topic] = parseTopics([body]);
  if (topic === undefined) throw new Error('parseTopics returned no topic');
  return topic;
}

async function storeTopic(app: ServerApp, topic: Topic) {
  refuseNameOfFile(topic.name, await app.topicsOfFile());
  const { topics } = await app.store();
  const updatedAt = app.clock.now();
  await topics.put({ topic, updatedAt });
  return topicView(app, { topic, definedIn: 'store', updatedAt });
}
