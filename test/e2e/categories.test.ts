import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Demo } from '../../demo/server.ts';
import { labelledHeadlines } from '../quality/categories/measure.ts';
import { openDemo, startCrawl } from '../support/app/demo-crawl.ts';

let demo: Demo & AsyncDisposable;
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newshawk-categories-'));
  demo = await openDemo();
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const run = async (args: readonly string[]) => {
  const ended = await startCrawl({ demo, store: `file:${folder}/store`, args }).ended;
  expect(ended).toMatchObject({ code: 0 });
  return ended.stdout;
};

describe('a model of the store', () => {
  it('classifies the articles of the next crawl, and is named with each', async () => {
    const lines = join(folder, 'lines.jsonl');
    await writeFile(
      lines,
      labelledHeadlines('en')
        .map((example) => `${JSON.stringify(example)}\n`)
        .join(''),
    );
    const { version } = JSON.parse(await run(['--json', 'train', 'categories', lines, '--activate']));
    await run(['crawl', 'harbour-gazette.example', '--limit', '12']);
    const articles = (await run(['export']))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(articles.length).toBeGreaterThan(3);
    const labels = ['business', 'health', 'politics', 'sport'];
    for (const { category } of articles) {
      expect(category).toMatchObject({ by: 'model', model: version, label: expect.toBeOneOf(labels) });
      expect(category.probability).toBeGreaterThan(0.25);
    }
    const [{ url, category }] = articles;
    const same = articles.filter((article) => article.category.label === category.label);
    const exported = await run(['export', '--category', category.label]);
    expect(exported.trimEnd().split('\n')).toHaveLength(same.length);
    expect(await run(['explain', url])).toContain(
      `${category.label} ${category.probability.toFixed(2)} by model ${version}`,
    );
  });
});
