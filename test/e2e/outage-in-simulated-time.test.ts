import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../src/errors.ts';
import { down, openWatch, type Watch } from '../support/sites/watched-site.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const within = ({ requests }: Watch, from: number, until: number) =>
  requests.filter(({ ms }) => ms >= from && ms < until);
const attemptsUsed = async ({ io, published }: Watch) =>
  Promise.all(published().map(async (url) => (await io.store.frontier.get(url))?.attempts ?? 0));

/** Length of the outage, which begins after two minutes; host-health.ts has the cost of the probes. */
const outages = [
  { name: '10 s', lastsMs: 10 * second, probes: 6, backAfterMs: 5 * second },
  { name: '90 s', lastsMs: 90 * second, probes: 24, backAfterMs: 13 * second },
  { name: 'an hour', lastsMs: hour, probes: 95, backAfterMs: 62 * second },
];

describe('watch, while a host is down', () => {
  it.each(outages)(
    'loses no article in an outage of $name, and is back soon',
    async ({ lastsMs, probes, backAfterMs }) => {
      const from = 2 * minute;
      const end = from + lastsMs;
      // the articles go on to appear while the host is down
      await using watch = await openWatch({ site: (ms) => (ms >= from && ms < end ? down() : 200) });
      await watch.runUntil(end + 30 * minute);
      expect(watch.published()).toHaveLength(20);
      expect(await watch.stored()).toBe(20);
      const asked = within(watch, from, end).length;
      expect(asked).toBeGreaterThan(0);
      expect(asked).toBeLessThanOrEqual(probes);
      expect(within(watch, end, end + 10 * minute)[0]?.ms).toBeLessThanOrEqual(end + backAfterMs);
      expect(await watch.io.store.frontier.counts()).toMatchObject({ failed: 0, leased: 0 });
    },
  );

  it('costs its pages no attempt, and asks nothing of the store beyond the look for due tasks', async () => {
    const from = 2 * minute;
    await using watch = await openWatch({ site: (ms) => (ms >= from ? down() : 200), everyMs: 10 * second });
    await watch.runUntil(from);
    const claimsBefore = watch.claims();
    await watch.runUntil(from + 10 * minute);
    expect(Math.max(...(await attemptsUsed(watch)))).toBe(0);
    // four looks a second, and one more after each probe
    expect(watch.claims() - claimsBefore).toBeLessThan(4 * 600 + 3 * within(watch, from, 11 * minute).length + 9);
    expect(watch.health.outages(12 * minute)).toMatchObject([
      { host: 'gazette.example', detail: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('takes a site that answers every page with 500 for one that is down', async () => {
    const [from, end] = [2 * minute, 2 * minute + 90 * second];
    await using watch = await openWatch({
      site: (ms) => (ms >= from && ms < end ? 500 : 200),
      everyMs: 5 * second,
      articles: 60,
    });
    await watch.runUntil(end + 20 * minute);
    expect(await watch.stored()).toBe(60);
    expect(within(watch, from, end).length).toBeLessThanOrEqual(30);
  });

  it('does not let the host rest for one page that answers 500', async () => {
    const broken = 'article-2';
    await using watch = await openWatch({ site: (_ms, url) => (url.endsWith(broken) ? 500 : 200), stepMs: 5 * second });
    await watch.runUntil(6 * hour);
    expect(await watch.stored()).toBe(19);
    const tries = watch.requests.filter(({ url }) => url.endsWith(broken));
    // spread over hours, then failed with its reason
    expect(tries).toHaveLength(5);
    expect((tries.at(-1)?.ms ?? 0) - (tries[0]?.ms ?? 0)).toBeGreaterThan(hour);
    expect(await watch.io.store.failures.find({ limit: 9 })).toMatchObject([{ reason: 'unreachable' }]);
    const polls = watch.requests.filter(({ url }) => url.endsWith('/feed.xml'));
    const gaps = polls.slice(1).map(({ ms }, index) => ms - (polls[index]?.ms ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(3 * minute);
  });

  it('keeps up with a host that comes and goes', async () => {
    const flaps = (ms: number) => ms >= minute && ms < 11 * minute && Math.floor(ms / (20 * second)) % 2 === 0;
    await using watch = await openWatch({ site: (ms) => (flaps(ms) ? down() : 200), articles: 20 });
    await watch.runUntil(15 * minute);
    expect(await watch.stored()).toBe(20);
    const refused = watch.requests.filter(({ ms }) => flaps(ms)).length;
    expect(refused).toBeLessThanOrEqual(15 * 8);
  });

  it('goes on by the other proxy where one is dead, without a page lost or a pause', async () => {
    const [dead, alive] = ['http://dead.example', 'http://alive.example'];
    const site = (ms: number, _url: string, proxy: string | null) =>
      proxy === dead && ms >= minute ? new NewshawkError('proxy', 'the proxy failed: ECONNREFUSED') : 200;
    await using watch = await openWatch({ site, proxies: [dead, alive] });
    await watch.runUntil(30 * minute);
    expect(await watch.stored()).toBe(20);
    const throughDead = watch.requests.filter(({ ms, proxy }) => ms >= minute && proxy === dead);
    expect(throughDead.length).toBeLessThanOrEqual(55);
    expect(watch.health.restingHosts(30 * minute).size).toBe(0);
    expect(await watch.io.store.frontier.counts()).toMatchObject({ failed: 0 });
  });

  it('does not take a host for down that one proxy does not reach', async () => {
    const [first, second_] = ['http://first.example', 'http://second.example'];
    const site = (_ms: number, _url: string, proxy: string | null) => (proxy === first ? down() : 200);
    await using watch = await openWatch({ site, proxies: [first, second_], articles: 5 });
    await watch.runUntil(5 * minute);
    expect(await watch.stored()).toBe(5);
    expect(watch.health.outages(5 * minute)).toEqual([]);
  });
});
