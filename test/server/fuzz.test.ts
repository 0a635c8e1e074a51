import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { NewshawkError } from '../../src/errors.ts';
import { openReader } from '../../src/reader/reader.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { openFakeApp } from '../support/app/fake-app.ts';
import { offlineReplay } from '../support/app/offline-replay.ts';
import { correctedSite, pageText, pageUrl, storePages } from '../support/learning/corrected-site.ts';
import {
  type Answered,
  type ApiDocument,
  type Operation,
  type Parameter,
  type Schema,
  undocumented,
} from '../support/openapi-check.ts';

const reader = await openReader({ workers: 1, sites: { files: [] } });
const fakeApp = await openFakeApp({
  reader: async () => reader,
  readPage: async () => {
    throw new NewshawkError('unreachable', 'no page is there');
  },
});
const app = { ...fakeApp, replay: offlineReplay(fakeApp.storeOfTest, reader) };
await storePages(app.storeOfTest, [1, 2, 3]);
const server = checkedServer(app);
const guarded = checkedServer({
  ...app,
  config: { ...app.config, httpHost: '0.0.0.0', httpToken: 'long-enough-a-token' },
});
const document: ApiDocument = (await server.inject('/openapi.json')).json();
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Its answer does not end: events.test.ts has it. */
const stream = '/v1/events';
const cases = Object.entries(document.paths)
  .filter(([path]) => path !== stream)
  .flatMap(([path, item]) => methods.map((method) => ({ path, method, item })));
/** Number of answers by status: a fuzzer that only gets refusals proves little. */
const statuses = new Map<number, number>();

afterAll(async () => {
  await Promise.all([server.close(), guarded.close()]);
  await app[Symbol.asyncDispose]();
  await reader[Symbol.asyncDispose]();
});

/** Existing and unknown values, too long ones, other scripts, and attacks. */
const words = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      correctedSite,
      pageUrl(1),
      'a1',
      'a2',
      'f1',
      'f2',
      'energy',
      'gazette.example',
      'run-1',
      'feed-1',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom('all.rss', 'energy.atom', 'gazette.example.json', 'category:business.rss') },
  fc.constantFrom(
    'http://gazette.example/a1',
    '2026-11-21',
    '2026-11-21T08:00:00Z',
    'published',
    '0',
    '1',
    '-1',
    '1e3',
  ),
  fc.constantFrom(
    '',
    '\u0000',
    '../../etc/passwd',
    '%',
    '%zz',
    '%E0%A4%A',
    '港口',
    '__proto__',
    'null',
    'NaN',
    '\ud800',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ minLength: 201, maxLength: 400 }),
);

const inSchema = ({ enum: values, type, minimum = 0, maximum = 100, default: usual }: Schema) => {
  if (Array.isArray(values)) return fc.constantFrom(...values.map(String));
  const whole = fc.integer({ min: Number(minimum), max: Math.min(Number(maximum), Number(minimum) + 500) }).map(String);
  return type === 'integer' ? fc.oneof(whole, fc.constant(String(usual ?? minimum))) : words;
};

const spoken = ({ schema }: Parameter) => fc.oneof({ weight: 3, arbitrary: inSchema(schema) }, words);

const queryOf = (parameters: readonly Parameter[]) =>
  fc
    .tuple(
      ...parameters.map((parameter) =>
        fc.option(
          fc
            .array(spoken(parameter), { minLength: 1, maxLength: 2 })
            .map((values) => values.map((value) => `${parameter.name}=${escaped(value)}`)),
          { nil: [], freq: parameter.required ? 8 : 1 },
        ),
      ),
      fc
        .option(fc.constant(['nosuch=1']), { nil: [], freq: 1 })
        .filter((extra) => extra.length === 0 || parameters.length > 0),
    )
    .map((parts) => parts.flat(2).join('&'));

/** Well-formed, except for the part that is broken on purpose. */
const escaped = (value: string): string =>
  /^%(zz|E0%A4%A)?$/.test(value) ? value : encodeURIComponent(value.toWellFormed());

/** Of some route each. */
const goodBodies: readonly object[] = [
  { name: 'wind', keywords: ['turbine'] },
  { name: 'energy', keywords: ['turbine'] },
  { keywords: { turbine: 2 }, threshold: 0.3 },
  { id: 'a1', topic: 'energy', relevant: true },
  { id: 'none', topic: 'energy', relevant: true, drawn: null },
  { url: pageUrl(1), body: pageText(1), publishedAt: '2026-11-21' },
  { url: pageUrl(2), publishedAt: 'Friday' },
  { url: pageUrl(2), body: ['Of another page.'] },
  { topic: 'energy' },
  { topic: 'energy', target: 0.9 },
  { url: pageUrl(1), html: '<h1>x</h1>', format: 'md' },
  { targets: ['gazette.example'], limit: 1 },
  { every: '5m', weight: 2 },
];

const bodies = (schema: Schema) => {
  const names = Object.keys((schema.properties ?? {}) as object);
  const values = fc.oneof(words, fc.jsonValue({ maxDepth: 2 }), fc.boolean(), fc.double({ noNaN: true }));
  const near = fc.dictionary(fc.constantFrom(...names, 'nosuch'), values, { maxKeys: names.length });
  const own = goodBodies.filter((body) => Object.keys(body).every((name) => names.includes(name)));
  const good = fc.constantFrom(...own, ...own, ...goodBodies);
  const text = fc
    .oneof({ weight: 4, arbitrary: good }, { weight: 4, arbitrary: near }, fc.jsonValue())
    .map((value) => JSON.stringify(value));
  const broken = fc.constantFrom(
    '',
    '{',
    '{"__proto__":{"a":1}}',
    '\u0000',
    `"${'x'.repeat(70_000)}"`,
    `"${'x'.repeat(5e6)}"`,
  );
  return fc.record({
    payload: fc.oneof({ weight: 6, arbitrary: text }, broken),
    type: fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data', '', 'x'),
    ),
  });
};

function requests(path: string, method: (typeof methods)[number], operation: Operation | undefined) {
  const parameters = operation?.parameters ?? [];
  const places = [...path.matchAll(/\{\w+\}/g)].map(() => words);
  const schema = operation?.requestBody?.content['application/json']?.schema;
  return fc
    .record({
      places: fc.tuple(...places),
      query: queryOf(parameters.filter(({ in: place }) => place === 'query')),
      body: schema === undefined ? fc.constant(null) : bodies(schema),
    })
    .map(({ places: values, query, body }): InjectOptions => {
      const filled = values.reduce<string>((url, value) => url.replace(/\{\w+\}/, () => escaped(value) || 'x'), path);
      return {
        method: method as 'GET',
        url: query === '' ? filled : `${filled}?${query}`,
        ...(body !== null && { payload: body.payload, headers: body.type === '' ? {} : { 'content-type': body.type } }),
      };
    });
}

describe('the document of the API', () => {
  it.each(cases)('$method $path: names every answer', async ({ path, method, item }) => {
    await fc.assert(
      fc.asyncProperty(requests(path, method, item[method.toLowerCase()]), async (request) => {
        const answer = (await server.inject(request)) as Answered;
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
        expect(undocumented(document, path, method, answer)).toEqual([]);
      }),
      { seed: 7, numRuns: item[method.toLowerCase()] === undefined ? 3 : 40 },
    );
  });

  it.each(cases)('$method $path: names what the guards answer', async ({ path, method }) => {
    const url = path.replace(/\{\w+\}/g, 'a1');
    const foreign = await server.inject({ method: method as 'GET', url, headers: { host: 'evil.example' } });
    const nobody = await guarded.inject({ method: method as 'GET', url });
    expect(foreign.statusCode).toBe(403);
    if (!/^\/(health|ready)$/.test(path)) expect({ path, status: nobody.statusCode }).toEqual({ path, status: 401 });
    for (const answer of [foreign, nobody])
      expect(undocumented(document, path, method, answer as Answered)).toEqual([]);
  });

  it('has sent valid and invalid requests', () => {
    for (const status of [200, 201, 204, 400, 404, 405, 409, 413, 415])
      expect({ status, answers: statuses.get(status) ?? 0 }).toEqual({
        status,
        answers: expect.toSatisfy((count) => count > 0),
      });
    expect(statuses.get(500)).toBeUndefined();
  });

  it('names the methods of a path in Allow, and is no preflight for others', async () => {
    const options = await server.inject({ method: 'OPTIONS', url: '/v1/topics/energy' });
    expect({ statusCode: options.statusCode, allow: options.headers.allow }).toEqual({
      statusCode: 204,
      allow: 'DELETE, GET, HEAD, OPTIONS, PUT',
    });
    expect(options.headers).not.toHaveProperty('access-control-allow-methods');
    const refused = await server.inject({ method: 'PATCH', url: '/v1/topics/energy', payload: 'x' });
    expect({ statusCode: refused.statusCode, allow: refused.headers.allow }).toEqual({
      statusCode: 405,
      allow: 'DELETE, GET, HEAD, OPTIONS, PUT',
    });
    expect((await server.inject({ method: 'OPTIONS', url: '/nothing' })).statusCode).toBe(404);
  });
});
