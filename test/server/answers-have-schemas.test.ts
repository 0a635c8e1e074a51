import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { opaque, record } from '../../src/model/schema.ts';
import { json } from '../../src/server/answer.ts';
import { jsonSchemaOf } from '../../src/server/json-schema.ts';
import { checkedServer, takeFound } from '../support/app/checked-server.ts';
import { type FakeApp, openFakeApp } from '../support/app/fake-app.ts';

let app: FakeApp;
beforeAll(async () => {
  app = await openFakeApp({ empty: true });
});
afterAll(async () => await app[Symbol.asyncDispose]());

describe('every test of the API', () => {
  /** What is found where `GET /ready` answers this. */
  async function foundIn(body: object): Promise<string[]> {
    await using server = checkedServer(app, { answer: async () => json(200, body) });
    await server.inject('/ready');
    return takeFound();
  }
  const browser = { run: 'r', browser: 'idle', since: null, nextTryInSeconds: null, why: null };
  const ready = { status: 'ready', queueAwaySince: null, browsers: [browser] };

  it('fails where a route answers with a field that its schema lacks, at any depth', async () => {
    expect(await foundIn(ready)).toEqual([]);
    expect(await foundIn({ ...ready, madeUp: 1 })).toEqual([expect.stringContaining('madeUp')]);
    expect(await foundIn({ ...ready, browsers: [{ ...browser, madeUp: 1 }] })).toEqual([
      expect.stringMatching(/GET \/ready: 200 .*madeUp.*\n.*browsers\[0\]/),
    ]);
  });

  it('fails where a field is missing or has another type', async () => {
    expect(await foundIn({ ...ready, queueAwaySince: undefined })).toEqual([expect.stringContaining('queueAwaySince')]);
    expect(await foundIn({ ...ready, queueAwaySince: 'yesterday' })).toEqual([
      expect.stringContaining('queueAwaySince'),
    ]);
  });
});

describe('the schema of an answer', () => {
  it('has times as texts, and shared records by their names', () => {
    const shared = record({ at: z.date() }).meta({ id: 'MadeUp' });
    expect(jsonSchemaOf(record({ shared, count: z.int().nullable() }))).toEqual({
      schema: {
        type: 'object',
        required: ['shared', 'count'],
        properties: { shared: { $ref: '#/components/schemas/MadeUp' }, count: { type: ['integer', 'null'] } },
      },
      named: {
        MadeUp: {
          type: 'object',
          required: ['at'],
          properties: { at: { type: 'string', format: 'date-time' } },
        },
      },
    });
  });

  it('can not leave open what a field is', () => {
    expect(() => jsonSchemaOf(record({ data: opaque<object>() }))).toThrow(
      'what is at properties.data of an answer has no schema',
    );
  });
});
