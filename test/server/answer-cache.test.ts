import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiAnswer, toAnswer } from '../../src/server/answer.ts';
import { AnswerCache } from '../../src/server/answer-cache.ts';
import type { Route } from '../../src/server/api/route.ts';
import type { Store } from '../../src/storage/port.ts';
import { openSqlite } from '../../src/storage/sqlite/open-sqlite.ts';
import { commitArticles } from '../storage/commit-articles.ts';
import { article } from '../storage/records.ts';

let folder: string;
let ours: Store;
let others: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-cache-'));
  ours = await openSqlite(folder);
  others = await openSqlite(folder);
});
afterEach(async () => {
  await ours[Symbol.asyncDispose]();
  await others[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const route = (isOfStore?: true): Route => ({
  path: '/numbers',
  summary: '',
  success: {},
  handle: () => async () => null,
  ...(isOfStore && { dependsOnStoreOnly: isOfStore }),
});

/** Answers with the number of articles, and counts its calls. */
function counting(version = () => ours.version(), maxCharacters?: number) {
  let calls = 0;
  const answers = {
    answer: async (): Promise<ApiAnswer> => {
      calls += 1;
      return toAnswer({ articles: await ours.articles.count({}) });
    },
  };
  const cache = new AnswerCache(answers, version, maxCharacters);
  const ask = async (query: object = {}, of = route(true)) =>
    (await cache.answer(of, { params: {}, query, body: undefined, host: 'localhost' })).body;
  return { ask, calls: () => calls };
}

it('the answer cache answers a repeated request from the cache while nothing is written', async () => {
  const { ask, calls } = counting();
  expect(await ask({ limit: 1 })).toBe('{"articles":0}');
  expect(await ask({ limit: 1 })).toBe('{"articles":0}');
  expect(calls()).toBe(1);
  await ask({ limit: 2 });
  expect(calls()).toBe(2);
});

it('the answer cache notices every write, of another process and its own', async () => {
  const { ask } = counting();
  expect(await ask()).toBe('{"articles":0}');
  await commitArticles(others, [article('a')]);
  expect(await ask()).toBe('{"articles":1}');
  await commitArticles(ours, [article('b')]);
  expect(await ask()).toBe('{"articles":2}');
});

it('the answer cache caches only successes that depend on the store alone, and nothing for a store without a version', async () => {
  const { ask, calls } = counting();
  await ask({}, route());
  await ask({}, route());
  expect(calls()).toBe(2);
  for (const version of [async () => null, () => Promise.reject(new Error('the store is away'))]) {
    const silent = counting(version);
    await silent.ask();
    await silent.ask();
    expect(silent.calls()).toBe(2);
  }
});

it('the answer cache keeps to its limit, and removes the least recently used answers first', async () => {
  const { ask, calls } = counting(undefined, 16 * 14);
  for (let limit = 0; limit < 16; limit += 1) await ask({ limit });
  await ask({ limit: 0 });
  expect(calls()).toBe(16);
  await ask({ limit: 16 });
  await ask({ limit: 0 });
  expect(calls()).toBe(17);
  await ask({ limit: 1 });
  expect(calls()).toBe(18);
});
