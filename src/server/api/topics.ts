import { CommandError, type ExitCode, exitCodes } from '../../errors.ts';
import type { KnownTopic, Topic } from '../../model/topic/topic.ts';
import { isUnread } from '../../pipeline/topics/example-pages.ts';
import { refuseNameOfFile, removeTopic } from '../../pipeline/topics/known-topics.ts';
import { parseTopics } from '../../settings/topics.ts';
import { json, noContent, problem } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import { type BodySchema, idOf, type ObjectSchema, type Route, unknownTopic } from './route.ts';
import { named, page } from './schemas.ts';

export const listTopics: Route = {
  path: '/v1/topics',
  summary: 'Topics with their terms, and how many published articles meet each',
  gives: { schema: page(named('Topic')) },
  handle: (app) => async () => {
    const items = [];
    for (const known of await app.knownTopics()) items.push(await viewOf(app, known));
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
  gives: { schema: named('Topic') },
  fails: { 404: 'there is no such topic' },
  params: nameParams,
  handle: (app) => async (request) => {
    const found = await topicCalled(app, idOf(request));
    return found === undefined ? problem(404, unknownTopic) : viewOf(app, found);
  },
};

const topicCalled = async (app: ServerApp, name: string): Promise<KnownTopic | undefined> =>
  (await app.knownTopics()).find(({ topic }) => topic.name === name);

/** `unread`: addresses of examples that the next crawl reads when it starts; this server asks for no page. */
async function viewOf(app: ServerApp, { topic, definedIn, updatedAt }: KnownTopic) {
  const { articles, labels } = await app.store();
  const step = (await labels.steps(topic.name)).at(-1);
  return {
    ...topic,
    definedIn,
    updatedAt,
    calibratedThreshold: step?.to ?? null,
    unread: topic.examples.filter(isUnread).length,
    articles: await articles.count({ topic: topic.name, status: 'published' }),
  };
}

const terms = {
  description: 'terms, or terms with their weights: what there is more of counts more',
} as const;
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description });
const properties = {
  method: { type: 'string', enum: ['vector', 'boolean', 'tags', 'learned'], default: 'vector' },
  keywords: terms,
  examples: {
    type: 'array',
    maxItems: 1_000,
    description: 'articles of the topic: addresses, texts, or {title, text}',
  },
  exclude: texts('a page with one of these terms is off topic'),
  languages: texts('ISO 639-1; empty: any'),
  tagShares: { type: 'object', description: 'shares of title, headings and meta in the method tags' },
  threshold: { type: 'number', minimum: 0, description: 'score from which a page is kept' },
} as const;
const name = { type: 'string', minLength: 1, maxLength: 100 } as const;
const bodyOf = (more: BodySchema['properties'], required: readonly string[]): BodySchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: { ...more, ...properties },
});

/** A hundred long articles as examples. */
const maxBodyBytes = 4 * 1024 * 1024;

export const addTopic: Route = {
  path: '/v1/topics',
  summary: 'Adds a topic to the store; it counts from the next crawl on',
  gives: { status: 201, schema: named('Topic') },
  fails: { 409: 'there is a topic of this name' },
  body: bodyOf({ name }, ['name']),
  maxBodyBytes,
  handle: (app) => async (request) =>
    answered(async () => {
      const topic = checked(request.body as object);
      if ((await topicCalled(app, topic.name)) !== undefined)
        return problem(409, 'There is a topic of this name: PUT /v1/topics/<name> replaces one of the store.');
      return json(201, await save(app, topic));
    }),
};

export const putTopic: Route = {
  method: 'PUT',
  path: '/v1/topics/:id',
  summary: 'Adds or replaces a topic of the store; it counts from the next crawl on',
  gives: { schema: named('Topic') },
  fails: { 409: 'the topic is one of the file' },
  params: nameParams,
  body: bodyOf({}, []),
  maxBodyBytes,
  handle: (app) => async (request) =>
    answered(async () => save(app, checked({ ...(request.body as object), name: idOf(request) }))),
};

export const deleteTopic: Route = {
  method: 'DELETE',
  path: '/v1/topics/:id',
  summary: 'Removes a topic from the store; articles keep what was found',
  gives: { status: 204 },
  fails: { 404: 'there is no such topic', 409: 'the topic is one of the file' },
  params: nameParams,
  handle: (app) => async (request) =>
    answered(async () => {
      const { topics } = await app.store();
      await removeTopic(idOf(request), { topics, ofFile: await app.topicsOfFile() });
      return noContent();
    }),
};

/** @throws CommandError (configuration) */
function checked(body: object): Topic {
  const [topic] = parseTopics([body]);
  if (topic === undefined) throw new Error('one topic was given, and none came back');
  return topic;
}

async function save(app: ServerApp, topic: Topic) {
  refuseNameOfFile(topic.name, await app.topicsOfFile());
  const { topics } = await app.store();
  const updatedAt = app.clock.now();
  await topics.put({ topic, updatedAt });
  return viewOf(app, { topic, definedIn: 'store', updatedAt });
}

/** What a command would end with, as a status. */
const statuses: Partial<Record<ExitCode, number>> = {
  [exitCodes.configuration]: 400,
  [exitCodes.usage]: 409,
  [exitCodes.nothingFound]: 404,
};

async function answered(answer: () => Promise<unknown>): Promise<unknown> {
  try {
    return await answer();
  } catch (error) {
    const status = error instanceof CommandError ? statuses[error.exitCode] : undefined;
    if (status === undefined) throw error;
    return problem(status, (error as CommandError).message);
  }
}
