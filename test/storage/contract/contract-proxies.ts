import { expect, it } from 'vitest';
import { type ListedProxy, type ProxyUse, proxyIdOf } from '../../../src/model/crawl/proxy.ts';
import { at } from '../records.ts';
import type { UnderTest } from './contract.ts';

const proxy = (url: string, check: ListedProxy['check'] = null): ListedProxy => ({
  id: proxyIdOf(url),
  url,
  list: 'https://lists.example/today.txt',
  listedAt: at(1),
  check,
});
const use = (day: string, name: string, site: string, tries: number): ProxyUse => ({
  day,
  proxy: name,
  site,
  tries,
  successes: tries - 1,
  blocked: 1,
  bytes: tries * 5_000_000_000,
});

export function proxyContract(current: () => UnderTest): void {
  it('keeps listed proxies with their checks, by id, and replaces them by id', async () => {
    const { proxies } = current().store;
    const first = proxy('http://198.51.100.7:3128');
    const second = proxy('socks5://me:secret@198.51.100.8:1080', {
      at: at(5),
      fault: 'slow',
      tries: 9,
      successRate: 0.5,
      latencyMs: null,
    });
    await proxies.save([]);
    await proxies.save([second, first]);
    expect(await proxies.list()).toEqual([first, second]);
    const good = { at: at(9), fault: null, tries: 9, successRate: 1, latencyMs: 210 };
    await proxies.save([{ ...first, check: good, listedAt: at(8) }]);
    await proxies.remove([second.id, 'unknown']);
    expect(await proxies.list()).toEqual([{ ...first, check: good, listedAt: at(8) }]);
  });

  it('sums what a proxy did over the processes; each replaces its own counts', async () => {
    const { proxies } = current().store;
    await proxies.saveUses([], 'one');
    await proxies.saveUses([use('2026-11-20', 'p', 'a.example', 9), use('2026-11-21', 'p', 'a.example', 2)], 'one');
    await proxies.saveUses([use('2026-11-21', 'p', 'a.example', 3)], 'one');
    await proxies.saveUses(
      [use('2026-11-21', 'p', 'a.example', 4), use('2026-11-21', 'direct', 'b.example', 1)],
      'two',
    );
    const sum = { day: '2026-11-21', proxy: 'p', site: 'a.example', tries: 7, successes: 5, blocked: 2, bytes: 35e9 };
    expect(await proxies.usesSince('2026-11-21')).toEqual([use('2026-11-21', 'direct', 'b.example', 1), sum]);
    expect(await proxies.usesSince('2026-11-01')).toHaveLength(3);
    await proxies.forgetUses('2026-11-21');
    expect(await proxies.usesSince('2026-11-01')).toHaveLength(2);
  });
}
