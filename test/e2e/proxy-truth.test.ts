import { describe, expect, it } from 'vitest';
import type { Visit } from '../../src/model/crawl/visit.ts';
import { openProxyFarm, subresources } from '../support/proxies/proxy-farm.ts';
import { castOf, crawlThrough, liesOf, readersOf } from '../support/proxies/proxy-truth.ts';

// What a visit record names as its proxy is the address that the target saw, for pages and all that they ask for (`npm run bench:proxies` for 200 in the browser).

const byUrl = (visits: readonly Visit[]): readonly Visit[][] => [...Map.groupBy(visits, ({ url }) => url).values()];

describe('200 identities over 20 proxies, one dead and one sick', () => {
  it('leave each by its own proxy, share no cookies, and only the tasks of the two are tried twice', async () => {
    await using farm = await openProxyFarm({ proxies: 20, dead: [3], sick: [14] });
    const cast = await castOf(farm, { perProxy: 10, extraHosts: 10 });
    const ill = new Set([3, 14].map((index) => `http://${farm.proxies[index]}`));
    const hosts = [...cast.hosts.keys()];
    const visits = await crawlThrough({ cast, render: 'static', hosts, concurrency: 12 });

    expect(cast.looks.size).toBe(200);
    expect(liesOf(farm, cast, visits)).toEqual([]);
    const pages = byUrl(visits);
    expect(pages.length).toBe(hosts.length);
    for (const newestFirst of pages) {
      const [last, ...earlier] = newestFirst;
      expect(last?.outcome).not.toMatch(/failed|deferred/);
      expect(ill).not.toContain(last?.proxy);
      for (const { reason, outcome, proxy } of earlier)
        expect({ reason, outcome, isIll: ill.has(proxy ?? '') }).toEqual({
          reason: 'proxy',
          outcome: 'deferred',
          isIll: true,
        });
    }
    const retried = pages.filter(({ length }) => length > 1);
    expect(retried.length).toBeGreaterThan(1);
    const readers = [...readersOf(farm).values()];
    expect(readers.length).toBeGreaterThan(5);
    expect(readers.filter(({ size }) => size !== 1)).toEqual([]);
  });
});

describe('identities in the browser', () => {
  it('leave each by its own proxy with every sub-resource, more of them than contexts', async () => {
    await using farm = await openProxyFarm({ proxies: 4, dead: [1] });
    const cast = await castOf(farm, { perProxy: 3, extraHosts: 2, browsers: { maxContexts: 4 } });
    const hosts = [...cast.hosts.keys()];
    const visits = await crawlThrough({ cast, render: 'browser', hosts, concurrency: 4 });
    expect(cast.looks.size).toBe(12);
    expect(liesOf(farm, cast, visits)).toEqual([]);
    const dead = `http://${farm.proxies[1]}`;
    for (const visit of visits) expect(visit.reason === 'proxy').toBe(visit.proxy === dead);
    for (const path of subresources) {
      const asked = new Set(farm.seen.filter((one) => one.path === path).map(({ peer }) => peer));
      expect(`${path} ${asked.size}`).toBe(`${path} ${new Set(farm.seen.map(({ peer }) => peer)).size}`);
    }
    expect([...readersOf(farm).values()].filter(({ size }) => size !== 1)).toEqual([]);
  });
});
