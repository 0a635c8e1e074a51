import { packageVersion } from '../package-version.ts';
import { methodOf, type ObjectSchema, type RouteDescription, type SuccessAnswer } from './api/route.ts';
import { problemSchema } from './api/schemas.ts';
import { serverEventSchema } from './events/server-event.ts';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

const apiDescription = `Reads what newshawk has stored. A path answers methods that are not listed here with 405 and lists its methods in Allow; OPTIONS answers 204 with the same header.`;

/** The OpenAPI 3.1 document of the routes, made from the schemas by which fastify validates, so that the two can't differ. */
export function describeApi(routes: readonly RouteDescription[]) {
  const answers = routes.flatMap(({ success: { schema } }) => schema ?? []);
  const named = [problemSchema, serverEventSchema, ...answers].map((schema) => jsonSchemaOf(schema).named);
  const byPath = Object.groupBy(routes, ({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  return {
    openapi: '3.1.0',
    info: { title: 'newshawk', version: packageVersion(), description: apiDescription },
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'NEWSHAWK_HTTP_TOKEN (all rights), NEWSHAWK_HTTP_READ_TOKEN (GET and HEAD only) or one of NEWSHAWK_HTTP_TOKENS, where one is set',
        },
        password: { type: 'http', scheme: 'basic', description: 'the same token as password, for feed readers' },
      },
      schemas: Object.assign({}, ...named) as Readonly<Record<string, JsonSchema>>,
    },
    security: [{}, { token: [] }, { password: [] }],
    paths: Object.fromEntries(
      Object.entries(byPath).map(([path, routesOfPath = []]) => [path, pathItem(routesOfPath)]),
    ),
  };
}

function pathItem(routes: readonly RouteDescription[]): Record<string, object> {
  const operations = routes.map((route): [string, object] => [
    methodOf(route.method, route.body).toLowerCase(),
    operation(route),
  ]);
  const getRoute = routes.find((route) => methodOf(route.method, route.body) === 'GET');
  return {
    ...Object.fromEntries(operations),
    ...(getRoute !== undefined && { head: headOperation(operation(getRoute)) }),
    options: {
      operationId: `options-${nameOf(routes[0]?.path ?? '')}`,
      summary: 'The methods of this path',
      parameters: parameters(routes[0]?.params, 'path').map((parameter) => ({
        ...parameter,
        schema: { type: 'string' },
      })),
      responses: {
        204: { description: 'Allow lists them', headers: { Allow: header('methods, separated by commas') } },
        ...guardResponses(routes.every(({ isPublic }) => isPublic === true)),
      },
    },
  };
}

type Operation = ReturnType<typeof operation>;

/** HEAD: as GET, without bodies. */
const headOperation = ({ responses, operationId, summary, ...rest }: Operation) => ({
  ...rest,
  operationId: `head-${operationId}`,
  summary: `${summary} (without the body)`,
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, { content: _, ...response }]) => [status, response]),
  ),
});

interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content?: object;
}

function operation({ method, path, summary, success, errors = {}, params, query, body, ...route }: RouteDescription) {
  const isOpen = route.isPublic === true;
  const verb = methodOf(method, body).toLowerCase();
  const responses: Record<string, Response> = {
    [success.status ?? 200]: { description: 'success', ...contentOf(success) },
    ...Object.fromEntries(Object.entries(errors).map(([status, why]) => [status, errorResponse(status, why)])),
    ...((params ?? query ?? body ?? verb !== 'get') && {
      400: problem('a parameter is invalid: the message names it'),
    }),
    ...(verb !== 'get' && { 413: problem('the body is too large'), 415: problem('the body is not JSON') }),
    ...guardResponses(isOpen),
    ...((route.isAnsweredByListener !== true || route.canBeBusy === true) && { 503: busyResponse }),
  };
  return {
    operationId: `${verb === 'get' ? '' : `${verb}-`}${nameOf(path)}`,
    summary,
    ...(isOpen && { security: [] }),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses,
  };
}

const nameOf = (path: string): string => path.replace(/^\/|:/g, '').replace(/[/.]+/g, '-');

const contentOf = ({ status = 200, types = ['application/json'], schema }: SuccessAnswer): Partial<Response> => {
  const described = schema === undefined ? {} : jsonSchemaOf(schema).schema;
  return status === 204 ? {} : { content: Object.fromEntries(types.map((type) => [type, { schema: described }])) };
};

const header = (description: string) => ({ description, schema: { type: 'string' } });

const problem = (description: string): Response => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const errorResponse = (status: string, why: string): Response =>
  status === '304' ? { description: why } : problem(why);

/** Answers of the checks that run before every operation (access.ts). */
const guardResponses = (isOpen: boolean): Record<string, Response> => ({
  ...(!isOpen && { 401: problem('the token is missing or wrong') }),
  403: problem(
    'the Host header names a foreign host, a page of another origin sends a change, or the token may only read',
  ),
  ...(!isOpen && { 429: rateResponse }),
  431: problem('the request line and the headers have more than 16 KB together'),
});

const rateResponse: Response = {
  ...problem('too many requests in a minute, or too many wrong tokens: try again after Retry-After'),
  headers: {
    'Retry-After': header('seconds'),
    'RateLimit-Limit': header('requests a minute; not for wrong tokens'),
    'RateLimit-Remaining': header('requests that are left'),
    'RateLimit-Reset': header('seconds until the minute ends'),
  },
};

const busyResponse: Response = {
  ...problem("the store can't be reached, or the server is busy: try again after Retry-After"),
  headers: { 'Retry-After': header('seconds; only when the server is busy') },
};

const parameters = (schema: ObjectSchema | undefined, place: 'path' | 'query') =>
  Object.entries(schema?.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || schema?.required?.includes(name) === true,
    description,
    schema: rest,
  }));
