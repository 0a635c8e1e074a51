import { expect, it } from 'vitest';
import type { Articles } from '../../../src/storage/articles-port.ts';
import { keepSearch, searchRounds, searchRoundsOfReader } from '../../../src/watch/maintenance/search-rounds.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

it('searchRounds indexes in a round what a run has written', async () => {
  await using app = await openFakeApp({ empty: true });
  const store = await app.store();
  await commitArticles(store, [article('a'), article('b')]);
  await searchRounds({ store, log: app.log, clock: app.clock })();
  expect(await store.articles.notIndexed()).toBe(0);
});

it('searchRounds continues after an error of the store, and ends with the signal', async () => {
  await using app = await openFakeApp({ empty: true });
  const { articles } = await app.store();
  const stop = new AbortController();
  const errors: unknown[] = [];
  const away = new Error('the store is away');
  const failing = Object.assign(Object.create(articles), { notIndexed: () => Promise.reject(away) });
  await keepSearch(failing, stop.signal, (error) => {
    errors.push(error);
    stop.abort();
  });
  expect(errors).toEqual([away]);
});

it('searchRounds leaves the work to another process while that one is indexing, and continues where it stops', async () => {
  const found = { waiting: 1_000 };
  const articles = {
    notIndexed: async () => found.waiting,
    indexMore: async (limit: number) => {
      const added = Math.min(limit, found.waiting);
      found.waiting -= added;
      return added;
    },
  };
  const round = searchRoundsOfReader(articles as unknown as Articles);
  expect({ round: await round(), waiting: found.waiting }).toEqual({ round: true, waiting: 800 });
  found.waiting -= 50; // of another process
  expect({ round: await round(), waiting: found.waiting }).toEqual({ round: false, waiting: 750 });
  expect({ round: await round(), waiting: found.waiting }).toEqual({ round: true, waiting: 550 });
  found.waiting = 100;
  expect({ round: await round(), waiting: found.waiting }).toEqual({ round: false, waiting: 100 }); // left to the next search
});
