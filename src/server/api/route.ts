import type { z } from 'zod';
import type { Topic } from '../../model/topic/topic.ts';
import type { ApiAnswer, ApiRequest, Handler } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';

/** JSON Schema of one parameter, as far as it is used here; fastify validates by it, OpenAPI shows it. */
interface ParameterSchema {
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

/** JSON Schema of a request body; what it leaves open is checked by the route. */
export interface BodySchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

/** The answer of an operation that succeeds. */
export interface SuccessAnswer {
  /** Default: 200. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Media types without their parameters; default: JSON. */
  readonly types?: readonly string[];
  /** Of a JSON body; default: any. */
  readonly schema?: z.ZodType;
}

/** One operation of the API, as its document describes it. */
export interface RouteDescription {
  /** Default: POST with a body, else GET. */
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As fastify writes it: `/v1/articles/:id`. */
  readonly path: string;
  readonly summary: string;
  /** The request body, as JSON. */
  readonly body?: BodySchema;
  /** Default: 64 KB. */
  readonly maxBodyBytes?: number;
  readonly success: SuccessAnswer;
  /** Errors of this operation, with descriptions; those of every operation are in openapi.ts. */
  readonly errors?: Readonly<Partial<Record<304 | 400 | 404 | 409 | 422 | 429 | 504, string>>>;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  /** Needs no token: the answer only says that the process runs. */
  readonly isPublic?: true;
  /** Needs no store and no time: the listening thread answers it, however busy the worker threads are. */
  readonly isAnsweredByListener?: true;
  /** Answered by the listener, it may still be refused for a while, with 503. */
  readonly canBeBusy?: true;
  /** ms. A cached answer up to this age may be sent; default: no cache. */
  readonly maxAgeMs?: number;
  /** The answer depends on the parameters and the store alone: it may be cached until the store changes. */
  readonly dependsOnStoreOnly?: true;
  /** Takes long: quick requests must not wait behind it. */
  readonly isSlow?: (request: ApiRequest) => boolean;
}

/** One operation of the API. */
export interface Route extends RouteDescription {
  readonly handle: (app: ServerApp) => Handler;
  /** Runs in the listening thread after the answer: adds what only that thread knows. */
  readonly completeAnswer?: (app: ServerApp) => (answer: ApiAnswer, request: ApiRequest) => Promise<ApiAnswer>;
}

export const methodOf = (
  method: RouteDescription['method'],
  body: RouteDescription['body'],
): 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' => method ?? (body === undefined ? 'GET' : 'POST');

export const querySchema = (properties: ObjectSchema['properties']): ObjectSchema => ({
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

/** The `:id` of a request that `idParams` has validated. */
export const idOf = (request: ApiRequest): string => (request.params as { readonly id: string }).id;

/** The query of a request; its schema has validated the type `T`. */
export const queryOf = <T>(request: ApiRequest): T => request.query as T;

export const limitParameter = (defaultLimit: number, maximum: number): ParameterSchema => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: defaultLimit,
  description: 'maximum number of items',
});

/** @param items `articles` */
export const offsetParameter = (items: string): ParameterSchema => ({
  type: 'integer',
  minimum: 0,
  maximum: 1_000_000,
  default: 0,
  description: `number of ${items} to skip`,
});

/** The pattern checks the beginning only; parsing finds other mistakes. */
export const pageParameter = (description: string): ParameterSchema => ({
  type: 'string',
  pattern: '^[hH][tT][tT][pP][sS]?://[^/?#\\s]+',
  maxLength: 2_000,
  description: `http(s) address, written in full: ${description}`,
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
  description: 'a date or date-time, ISO 8601: stored or updated since then',
};

export const topicParameter: ParameterSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'name of the topic',
};

export const unknownTopic = 'There is no topic with this name: /v1/topics lists them.';

export const topicByName = async (app: ServerApp, name: string): Promise<Topic | undefined> =>
  (await app.topics()).find((topic) => topic.name === name);
