import { afterEach, beforeEach, expect, it } from 'vitest';
import { putLongTexts } from '../../../src/storage/long-texts.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { cli } from '../../support/app/cli.ts';
import { type FakeApp, keptOpen, openFakeApp } from '../../support/app/fake-app.ts';

const texts = { body: 'The whole text, "quoted".', bodyHtml: '<p>The whole text</p>', markdown: 'The *whole* text' };
let app: FakeApp;
beforeEach(async () => {
  app = await openFakeApp({ empty: true });
  const store = app.storeOfTest;
  const longTexts = await putLongTexts(store.blobs, texts);
  await commitArticles(store, [article('long', { body: 'The', longTexts }), article('short')]);
});
afterEach(() => app[Symbol.asyncDispose]());

it.each(['jsonl', 'csv'])('a long text is whole in an export as %s', async (format) => {
  const { stdout } = await cli(['export', '-f', format], { app: keptOpen(app) });
  expect(stdout).toContain(format === 'csv' ? '"The whole text, ""quoted""."' : JSON.stringify(texts.body));
  expect(stdout).toContain('The body of short.');
  expect(stdout).not.toContain('longTexts');
});
