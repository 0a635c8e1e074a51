import type { Topic } from '../../model/topic/topic.ts';
import type { ApiAnswer, ApiRequest, Handler } from '../answer.ts';
import type { ServerApp } from '../server-app.ts';
import type { JsonSchema } from './schemas.ts';

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

/** How an operation answers when all is well. */
export interface SuccessAnswer {
  /** Default: 200. */
  readonly status?: 200 | 201 | 204;
  /** Media types without their parameters; default: JSON. */
  readonly types?: readonly string[];
  /** Of a JSON body. */
  readonly schema?: JsonSchema;
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
  readonly success: SuccessAnswer;
  /** Other endings that it may have by itself, in words; those that every operation has (openapi.ts) are left out. */
  readonly errors?: Readonly<Partial<Record<304 | 400 | 404 | 409, string>>>;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly handle: (app: ServerApp) => Handler;
  /** Adds to the answer what only the thread that listens knows. */
  readonly completeAnswer?: (app: ServerApp) => (answer: ApiAnswer, request: ApiRequest) => Promise<ApiAnswer>;
  /** Needs no token: it holds nothing but that we are up. */
  readonly isPublic?: true;
  /** Asks nobody and takes no time: it is answered by the thread that listens, whatever else is going on. */
  readonly isAnsweredByListener?: true;
  /** An answer up to this old will do, ms; default: none. */
  readonly maxAgeMs?: number;
  /** What it answers depends on its parameters and the store alone: it may be kept until the store changes. */
  readonly dependsOnStoreOnly?: true;
  /** Reads so much that others should not have to wait behind it. */
  readonly isSlow?: (request: ApiRequest) => boolean;
}

/** What an operation does to its path. */
export const methodOf = ({ method, body }: Pick<Route, 'method' | 'body'>): 'GET' | 'POST' | 'PUT' | 'DELETE' =>
  method ?? (body === undefined ? 'GET' : 'POST');

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

/** The `:id` of a request that was checked by `idParams`. */
export const idOf = (request: ApiRequest): string => (request.params as { readonly id: string }).id;

/** The query of a request, of the type that its schema has checked. */
export const queryOf = <T>(request: ApiRequest): T => request.query as T;

export const limitParameter = (defaultLimit: number, maximum: number): ParameterSchema => ({
  type: 'integer',
  minimum: 1,
  maximum,
  default: defaultLimit,
  description: 'how many at most',
});

/** What begins otherwise is no address of the web; the rest of it is told by reading it. */
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
  description: 'a date or date-time, ISO 8601: stored or updated since',
};

export const topicParameter: ParameterSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'name of the topic',
};

export const unknownTopic = 'There is no topic of this name: /v1/topics lists them.';

export const findTopic = async (app: ServerApp, name: string): Promise<Topic | undefined> =>
  (await app.topics()).find((topic) => topic.name === name);
