import { expect, it } from 'vitest';
import { keepSearch, searchRounds } from '../../../src/pipeline/upkeep/search-rounds.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { openFakeApp } from '../../support/app/fake-app.ts';

it('makes found in a round what a run has written', async () => {
  await using app = await openFakeApp({ empty: true });
  const store = await app.store();
  await commitArticles(store, [article('a'), article('b')]);
  await searchRounds({ store, log: app.log })();
  expect(await store.articles.notIndexed()).toBe(0);
});

it('goes on beside a server after an error of the store, and ends with the signal', async () => {
  await using app = await openFakeApp({ empty: true });
  const { articles } = await app.store();
  const stop = new AbortController();
  const errors: unknown[] = [];
  const away = new Error('the store is away');
  const failing = { articles: Object.assign(Object.create(articles), { indexMore: () => Promise.reject(away) }) };
  await keepSearch(failing, stop.signal, (error) => {
    errors.push(error);
    stop.abort();
  });
  expect(errors).toEqual([away]);
});
