import { packageVersion } from '../package-version.ts';
import { methodOf, type ObjectSchema, type Route } from './api/route.ts';

/** The OpenAPI 3.1 document of the routes: made of the schemas by which fastify checks, so that it can't lie. */
export function describeApi(routes: readonly Route[]) {
  return {
    openapi: '3.1.0',
    info: { title: 'newshawk', version: packageVersion(), description: 'Reads what newshawk has stored.' },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'NEWSHAWK_HTTP_TOKEN, where it is set' },
      },
      schemas: { Problem: problemSchema },
    },
    security: [{}, { token: [] }],
    paths: Object.fromEntries(
      Object.entries(Object.groupBy(routes, ({ path }) => path.replace(/:(\w+)/g, '{$1}'))).map(([path, some = []]) => [
        path,
        Object.fromEntries(some.map((route) => [methodOf(route).toLowerCase(), operation(route)])),
      ]),
    ),
  };
}

const problemSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'message'],
      properties: { status: { type: 'integer' }, message: { type: 'string' } },
    },
  },
};

function operation({ method, path, summary, gives = 'application/json', params, query, body }: Route) {
  const verb = methodOf({ method, body }).toLowerCase();
  return {
    operationId: `${verb === 'get' ? '' : `${verb}-`}${path.replace(/^\/|:/g, '').replace(/[/.]+/g, '-')}`,
    summary,
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'what was asked for', content: { [gives]: {} } },
      ...((params ?? query ?? body) && { 400: failed('a parameter is wrong: the message says which') }),
      401: failed('the token is missing or wrong'),
      ...((params ?? body) && { 404: failed('there is no such thing') }),
      503: failed("the store can't be reached"),
    },
  };
}

const parameters = (schema: ObjectSchema | undefined, place: 'path' | 'query') =>
  Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || schema?.required?.includes(name) === true,
    description,
    schema: rest,
  }));

const failed = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});
