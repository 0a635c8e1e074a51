import { expect, it } from 'vitest';
import type { paths } from '../../src/client/client.ts';
import { commitArticles } from '../storage/commit-articles.ts';
import { article, at } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, now, openFakeApp } from '../support/app/fake-app.ts';

type HistoryAnswer = paths['/v1/history']['get']['responses'][200]['content']['application/json'];

const hourMs = 3_600_000;
const historyOf = async (app: FakeApp, range: string): Promise<HistoryAnswer> => {
  const server = checkedServer(app);
  const answer = await server.inject(`/v1/history?range=${range}`);
  expect({ range, statusCode: answer.statusCode }).toEqual({ range, statusCode: 200 });
  await server.close();
  return answer.json();
};

it.each([
  ['24h', 24, hourMs],
  ['7d', 28, 6 * hourMs],
  ['30d', 30, 24 * hourMs],
])('the history sums what happened in %s by steps without gaps', async (range, number, stepMs) => {
  await using app = await openFakeApp();
  const { steps, ...history } = await historyOf(app, range);
  expect(history).toEqual({ at: now.toISOString(), range, stepMs });
  expect(steps).toHaveLength(number);
  const starts = steps.map(({ startsAt }) => new Date(startsAt).getTime());
  expect(starts.slice(1).every((start, step) => start - (starts[step] ?? 0) === stepMs)).toBe(true);
  const last = (starts.at(-1) ?? 0) + stepMs;
  expect(last).toBeGreaterThan(now.getTime());
  expect(last).toBeLessThanOrEqual(now.getTime() + hourMs);
  const sum = (of: (step: HistoryAnswer['steps'][number]) => number) => steps.reduce((all, step) => all + of(step), 0);
  expect(sum(({ byOutcome }) => byOutcome.stored ?? 0)).toBe(4);
  expect(sum(({ byOutcome }) => byOutcome.failed ?? 0)).toBe(1);
  expect(sum(({ failures }) => failures['layout-changed'] ?? 0)).toBe(1);
  expect(sum(({ bytes }) => bytes)).toBe((await app.storeOfTest.visits.summary({})).bytes);
});

it('the history gives median and ninth decile of the ages of new articles; a date in the future counts as new', async () => {
  await using app = await openFakeApp({ empty: true });
  const value = (minutes: number) => at(minutes).toISOString();
  const seen = (id: string, publishedMinute: number) =>
    article(id, {
      body: `The body of ${id} is about ${id}.`,
      firstSeenAt: at(30),
      fetchedAt: at(30),
      newsTerms: [id],
      publishedAt: { value: value(publishedMinute), precision: 'second' },
    });
  await commitArticles(app.storeOfTest, [seen('a', 29), seen('b', 20), seen('c', 0), seen('d', 45)]);
  const { steps } = await historyOf(app, '24h');
  const known = steps.filter(({ freshness }) => freshness.articles > 0).map(({ freshness }) => freshness);
  expect(known).toEqual([{ articles: 4, medianMs: 60_000, p90Ms: 30 * 60_000 }]);
});

it('the history refuses other ranges', async () => {
  await using app = await openFakeApp({ empty: true });
  const server = checkedServer(app);
  expect((await server.inject('/v1/history?range=1y')).statusCode).toBe(400);
  await server.close();
});
