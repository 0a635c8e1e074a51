import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NewshawkError } from '../../src/errors.ts';
import { risingCounters } from '../../src/server/api/metrics/rising-counters.ts';
import { maxSitesNamed } from '../../src/server/api/metrics/store-metrics.ts';
import type { Store } from '../../src/storage/port.ts';
import { at, source } from '../storage/records.ts';
import { checkedServer } from '../support/app/checked-server.ts';
import { type FakeApp, hostile, openFakeApp } from '../support/app/fake-app.ts';
import { objectionsTo, readExposition, type Series } from '../support/exposition.ts';
import { fillForMetrics } from '../support/store/fill-for-metrics.ts';

let app: FakeApp;
let server: FastifyInstance;

beforeAll(async () => {
  app = await openFakeApp();
  await fillForMetrics(app.storeOfTest);
  server = checkedServer(app);
});
afterAll(async () => {
  await server.close();
  await app[Symbol.asyncDispose]();
});

const scrape = async (from = server) => (await from.inject('/metrics')).body;
const numbers = (series: readonly Series[], name: string) =>
  series.filter((one) => one.name === name).map(({ labels, value }) => [...Object.values(labels), value]);

describe('/metrics', () => {
  it('keeps to the format and the conventions of Prometheus', async () => {
    const exposition = readExposition(await scrape());
    expect(objectionsTo(exposition)).toEqual([]);
    expect(exposition.series.length).toBeGreaterThan(100);
  });

  it('passes `promtool check metrics`, where there is a promtool', async () => {
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await scrape() });
    if (error !== undefined) return; // the test above checks the same by our own reading
    expect({ status, stdout: String(stdout), stderr: String(stderr) }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('counts what is in the store', async () => {
    const { series } = readExposition(await scrape());
    const of = (name: string) => numbers(series, `newshawk_${name}`);
    expect(of('store_up')).toEqual([[1]]);
    expect(of('articles')).toEqual([
      ['published', 2],
      ['duplicate', 1],
      ['off-topic', 1],
    ]);
    const summary = await app.storeOfTest.visits.summary({});
    const ended = Object.values(summary.byOutcome).reduce((sum, count) => sum + count, 0);
    expect(of('visits_total').reduce((sum, row) => sum + Number(row.at(-1)), 0)).toBe(ended);
    expect(of('visits_total')).toContainEqual(['skipped', 'none', 0]);
    expect(of('learned_sites')).toEqual([[3]]);
    expect(of('live_wrappers')).toEqual([[1]]);
    expect(of('open_drifts')).toEqual([[1]]);
    expect(of('drifts_total')).toEqual([[3]]);
    expect(of('teacher_calls_total')).toEqual([[7]]);
    expect(of('teacher_failures_total')).toContainEqual(['timed-out', 2]);
    expect(of('teacher_tokens_today')).toEqual([[900]]);
    expect(of('webhook_deliveries')).toEqual(
      expect.arrayContaining([
        ['hooks.example 12', 'failed', 1],
        ['hooks.example 12', 'waiting', 2],
      ]),
    );
    expect(of('alerts_open')).toEqual([
      ['source-silent', 2],
      ['source-failing', 0],
      ['site-failing', 0],
      ['drift', 1],
      ['proxies', 0],
      ['outage', 0],
    ]);
    expect(of('listed_proxies')).toEqual([
      ['good', 1],
      ['other', 1],
    ]);
    expect(of('workers')).toEqual([
      ['crawl', 1],
      ['watch', 0],
      ['worker', 0],
    ]);
    const [newest] = await app.storeOfTest.articles.find({ site: 'gazette.example', limit: 1 });
    expect(of('site_last_article_timestamp_seconds')).toEqual([
      ['gazette.example', (newest?.updatedAt.getTime() ?? 0) / 1_000],
    ]);
  });

  it('escapes label values', async () => {
    const { series } = readExposition(await scrape());
    const workers = new Set(series.flatMap(({ labels }) => labels.worker ?? []));
    expect([...workers]).toEqual([`back\\slash "quoted"\nline ${hostile}`]);
  });

  it('reads no whole record of a site', async () => {
    const { wrappers } = app.storeOfTest;
    const all = wrappers.list;
    wrappers.list = () => Promise.reject(new Error('a scrape reads all records of sites'));
    try {
      const fresh = checkedServer(app);
      expect((await fresh.inject('/metrics')).statusCode).toBe(200);
      expect((await fresh.inject('/v1/stats')).statusCode).toBe(200);
      await fresh.close();
    } finally {
      wrappers.list = all;
    }
  });

  it('says that the store is down, and goes on with its own numbers', async () => {
    const down = { ...app, store: () => Promise.reject(new NewshawkError('store', 'no store at host')) };
    const fresh = checkedServer(down);
    const response = await fresh.inject('/metrics');
    expect(response.statusCode).toBe(200);
    const exposition = readExposition(response.body);
    expect(objectionsTo(exposition)).toEqual([]);
    expect(numbers(exposition.series, 'newshawk_store_up')).toEqual([[0]]);
    expect(numbers(exposition.series, 'newshawk_articles')).toEqual([]);
    expect(exposition.types.has('process_cpu_seconds_total')).toBe(true);
    expect((await fresh.inject('/ready')).statusCode).toBe(503);
    expect((await fresh.inject('/health')).statusCode).toBe(200);
    await fresh.close();
  });

  it.each(['open', 'answer'])('waits only shortly for a store that does not %s', async (what) => {
    const never = new Promise<never>(() => {});
    const silent = { ...app.storeOfTest, ping: () => never } as unknown as Store;
    const fresh = checkedServer({ ...app, store: () => (what === 'open' ? never : Promise.resolve(silent)) });
    const [scraped, ready] = await Promise.all([fresh.inject('/metrics'), fresh.inject('/ready')]);
    expect(numbers(readExposition(scraped.body).series, 'newshawk_store_up')).toEqual([[0]]);
    expect({ statusCode: ready.statusCode, message: ready.json().error.message }).toEqual({
      statusCode: 503,
      message: "The store can't be reached: it does not answer within 2 s",
    });
    await fresh.close();
  });
});

it('/metrics names a bounded number of sites, those with most failures and those silent longest', async () => {
  await using many = await openFakeApp({ empty: true });
  const store = many.storeOfTest;
  const count = maxSitesNamed + 30;
  for (let index = 0; index < count; index++) {
    const site = `s${index}.example`;
    await store.sources.save(source(site, { site }));
  }
  store.articles.lastChanges = async (sites) => new Map(sites.map((site, index) => [site, at(count - index)]));
  store.failures.counts = async () =>
    Array.from({ length: count }, (_, index) => ({ site: `s${index}.example`, reason: 'blocked', count: index + 1 }));
  const from = checkedServer(many);
  const { series } = readExposition(await scrape(from));
  await from.close();
  const failing = numbers(series, 'newshawk_site_open_failures');
  expect({ failingCount: failing.length, firstFailing: failing[0] }).toEqual({
    failingCount: maxSitesNamed,
    firstFailing: [`s${count - 1}.example`, count],
  });
  const silent = numbers(series, 'newshawk_site_last_article_timestamp_seconds');
  expect({ silentCount: silent.length, secondFirstSilent: silent[0]?.[1] }).toEqual({
    silentCount: maxSitesNamed,
    secondFirstSilent: at(1).getTime() / 1_000,
  });
  expect(numbers(series, 'newshawk_open_failures')).toEqual([['blocked', (count * (count + 1)) / 2]]);
});

describe('risingCounters', () => {
  const text = (counter: number, gauge: number) =>
    `# TYPE a_total counter\na_total{x="1 2"} ${counter}\n# TYPE b gauge\nb ${gauge}\n`;

  it('never sends a counter that went down, and leaves gauges alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 50 }), { minLength: 1 }), (values) => {
        const rising = risingCounters();
        let highest = 0;
        for (const value of values) {
          highest = Math.max(highest, value);
          expect(rising(text(value, value))).toBe(text(highest, value));
        }
      }),
    );
  });

  it('forgets a series that is gone', () => {
    const rising = risingCounters();
    rising(text(9, 1));
    rising('');
    expect(rising(text(3, 1))).toBe(text(3, 1));
  });
});
