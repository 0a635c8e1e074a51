import { expect, it } from 'vitest';
import { putLongTexts } from '../../src/storage/long-texts.ts';
import { commitArticles } from '../storage/commit-articles.ts';
import { article } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { openFakeApp } from '../support/app/fake-app.ts';

it('the API answers with the whole text of an article whose record has a part of it', async () => {
  await using app = await openFakeApp({ empty: true });
  const store = app.storeOfTest;
  const texts = { body: 'The whole text.', bodyHtml: '<p>The whole text.</p>', markdown: 'The *whole* text.' };
  const longTexts = await putLongTexts(store.blobs, texts);
  await commitArticles(store, [article('long', { body: 'The', longTexts })]);
  const server = checkedServer(app);
  const answer = (await server.inject('/v1/articles/long')).json();
  expect(answer).toMatchObject({ ...texts, id: 'long', revisions: [] });
  expect(answer).not.toHaveProperty('longTexts');
  const [listed] = (await server.inject('/v1/articles')).json().items;
  expect(listed).toMatchObject({ id: 'long', excerpt: 'The' });
  await server.close();
});
