import { describe, expect, it } from 'vitest';
import { hotNews } from '../../../src/crawl/topics/hot.ts';
import { commitArticles } from '../../storage/commit-articles.ts';
import { article } from '../../storage/records.ts';
import { checkedServer } from '../../support/app/checked-server.ts';
import { cli } from '../../support/app/cli.ts';
import { keptOpen, now, openFakeApp } from '../../support/app/fake-app.ts';

/** Six articles of the last hours, four of them copies of one story, and background articles of the day before. */
async function filled() {
  const app = await openFakeApp({ empty: true });
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const seen = (id: string, hours: number, fields: Parameters<typeof article>[1] = {}) =>
    article(id, {
      firstSeenAt: ago(hours),
      fetchedAt: ago(hours),
      site: `${id}.example`,
      newsTerms: ['council'],
      ...fields,
    });
  await commitArticles(app.storeOfTest, [
    ...Array.from({ length: 6 }, (_, n) => seen(`b${n}`, 30 + n)),
    seen('v1', 5, { title: 'Volcano erupts', newsTerms: ['volcano', 'ash'] }),
    ...['v2', 'v3', 'v4'].map((id, n) => seen(id, 4 - n, { newsTerms: ['volcano'], joins: ['v1'] })),
    ...['w1', 'w2', 'w3', 'w4'].map((id, n) => seen(id, 2 + n, { newsTerms: ['volcano', 'flight'] })),
    seen('s1', 3, { newsTerms: ['volcano'], topics: [] }),
  ]);
  return app;
}

describe('hotNews', () => {
  it('reports rising terms with their sources, and stories with their headlines', async () => {
    await using app = await filled();
    const request = { topic: null, windowMs: 24 * 3_600_000, limit: 5, now };
    const hot = await hotNews(app.storeOfTest, request);
    expect(hot.terms).toMatchObject([
      { term: 'volcano', stories: 6, sources: 9, expected: 0 },
      { term: 'flight', sources: 4 },
    ]);
    expect(hot.stories).toMatchObject([
      { sources: 4, articles: 4, title: 'Volcano erupts', url: 'http://gazette.example/v1', site: 'v1.example' },
    ]);
    expect(hot.articles).toBe(15);
    const ofTopic = await hotNews(app.storeOfTest, { ...request, topic: 'energy' });
    expect(ofTopic.terms[0]).toMatchObject({ term: 'volcano', stories: 5, sources: 8 });
    const before = await hotNews(app.storeOfTest, { ...request, now: new Date(now.getTime() - 20 * 3_600_000) });
    expect({ terms: before.terms.map(({ term }) => term), stories: before.stories }).toEqual({
      terms: ['council'],
      stories: [],
    });
  });

  it('is a table for a person, JSON for a program, and served by the API', async () => {
    await using app = await filled();
    const open = keptOpen(app);
    const shown = await cli(['hot'], { app: open });
    expect(shown.stdout).toMatch(/rising term +stories +sources[^\n]*\nvolcano +6 +9/);
    expect(shown.stdout).toMatch(/story +sources[^\n]*\nVolcano erupts +4 +4/);
    const json = JSON.parse((await cli(['hot', '--window', '12h', '--limit', '1', '--json'], { app: open })).stdout);
    expect(json.terms).toHaveLength(1);
    expect((await cli(['hot', '--topic', 'none'], { app: open })).code).toBe(2);
    expect((await cli(['hot', '--window', '1m'], { app: open })).stdout).toMatch(/Nothing is hot since/);
    const server = checkedServer(open);
    const response = await server.inject('/v1/hot?hours=12&limit=3');
    expect(response.json().terms[0]).toMatchObject({ term: 'volcano' });
    expect((await server.inject('/v1/hot?topic=none')).statusCode).toBe(404);
    expect((await server.inject('/v1/hot?hours=0')).statusCode).toBe(400);
    await server.close();
  });
});
