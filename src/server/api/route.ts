import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Topic } from '../../model/topic.ts';
import type { ServerApp } from '../server-app.ts';

/** JSON Schema of one parameter, as far as we use it; fastify checks by it, OpenAPI shows it. */
export interface ParameterSchema {
  readonly type: 'string' | 'integer';
  readonly description: string;
  readonly enum?: readonly string[];
  readonly format?: 'date-time';
  readonly anyOf?: readonly { readonly format: 'date' | 'date-time' }[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number | string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface ObjectSchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, ParameterSchema>>;
}

/** JSON Schema of what is sent along; as far as it is not described here, the route checks it itself. */
export interface BodySchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

/** One operation of the API. */
export interface Route {
  /** Default: POST with a body, else GET. */
  readonly method?: 'PUT' | 'DELETE';
  /** As fastify writes it: `/v1/articles/:id`. */
  readonly path: string;
  readonly summary: string;
  /** What is sent along, as JSON. */
  readonly body?: BodySchema;
  /** Of the body; default 64 KB. */
  readonly maxBodyBytes?: number;
  /** Media type of the answer; JSON without it. */
  readonly gives?: string;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly handle: (app: ServerApp) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** What an operation does to its path. */
export const methodOf = ({ method, body }: Pick<Route, 'method' | 'body'>): 'GET' | 'POST' | 'PUT' | 'DELETE' =>
  method ?? (body === undefined ? 'GET' : 'POST');

export const query = (properties: ObjectSchema['properties']): ObjectSchema => ({
  type: 'object',
  additionalProperties: false,
  properties,
});

const id: ParameterSchema = { type: 'string', minLength: 1, maxLength: 200, description: 'id' };

/** `:id` in the path. */
export const idParams: ObjectSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id },
};

/** The `:id` of a request that was checked by `idParams`. */
export const idOf = (request: FastifyRequest): string => (request.params as { readonly id: string }).id;

/** The query of a request, of the type that its schema has checked. */
export const queryOf = <T>(request: FastifyRequest): T => request.query as T;

export const limitParameter = (fallback: number, maximum: number): ParameterSchema => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: fallback,
  description: 'how many at most',
});

export const siteParameter: ParameterSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 253,
  description: 'host of the site',
};

export const sinceParameter: ParameterSchema = {
  type: 'string',
  anyOf: [{ format: 'date' }, { format: 'date-time' }],
  description: 'a date or date-time, ISO 8601: stored or updated since',
};

export const topicParameter: ParameterSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'name of the topic',
};

export const unknownTopic = 'There is no topic of this name: /v1/topics lists them.';

export const topicNamed = async (app: ServerApp, name: string): Promise<Topic | undefined> =>
  (await app.topics()).find((topic) => topic.name === name);
