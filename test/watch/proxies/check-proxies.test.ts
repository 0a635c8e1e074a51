import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListedProxy, proxyIdOf } from '../../../src/model/crawl/proxy.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Reader } from '../../../src/ports.ts';
import { openReader } from '../../../src/reader/reader.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import { listedProxyCheck } from '../../../src/stages/fetch/guard/listed-proxy.ts';
import { openProxyClient } from '../../../src/stages/fetch/proxy-client.ts';
import { checkProxies } from '../../../src/watch/proxies/check-proxies.ts';
import { collectProxies } from '../../../src/watch/proxies/collect-proxies.ts';
import type { ProxyPorts } from '../../../src/watch/proxies/proxy-ports.ts';
import { openLocalSite, silent } from '../../stages/fetch/local-site.ts';
import { ending, visit } from '../../storage/records.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';
import { openProxyZoo, type ProxyZoo } from '../../support/proxies/proxy-zoo.ts';

const latencyLimitMs = 4_000;
let crawl: FakeCrawl;
let zoo: ProxyZoo;
let reader: Reader;

beforeAll(async () => {
  crawl = await openCrawl();
  zoo = await openProxyZoo(() => crawl.clock.pass(latencyLimitMs + 1));
  reader = await openReader({ workers: 1, sites: { files: [] } });
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await zoo[Symbol.asyncDispose]();
  await crawl[Symbol.asyncDispose]();
});

const portsFor = (lists: Parameters<typeof defineBrowsers>[0]['proxyLists'], allow = ['127.0.0.0/8']): ProxyPorts => {
  const { locale, timeZone, viewport, proxyLists } = defineBrowsers({ proxyLists: lists });
  const network = {
    allow: ['127.0.0.0/8'],
    connectTo: zoo.connectTo,
    allowPorts: ['1-65535'],
    proxyDns: 'auto',
  } as const;
  const client = { ...network, log: silent, ca: zoo.ca, userAgent: 'test', locale, timeZone, viewport };
  return {
    store: crawl.io.store,
    clock: crawl.io.clock,
    log: silent,
    random: () => 0.4,
    reader,
    lists: proxyLists,
    openClient: (proxyUrl) => openProxyClient(proxyUrl, client),
    ownWays: [null],
    refuses: listedProxyCheck(allow, async (host) => (host === 'gate.example' ? ['10.0.0.9'] : [])),
  };
};

async function storeVisits(urls: readonly string[]): Promise<void> {
  const { store } = crawl.io;
  for (const url of urls) {
    const task = await crawl.claim({ url: canonicalUrl(url) });
    const site = new URL(url).hostname;
    await store.commit(
      ending(task, { visit: { ...visit(task), site, via: 'static', status: 200, outcome: 'stored' } }),
    );
  }
}

const listed = (url: string): ListedProxy => ({
  id: proxyIdOf(url),
  url,
  list: 'https://lists.example/all.txt',
  listedAt: crawl.clock.now(),
  check: null,
});

describe('collecting proxies', () => {
  it('stores what the lists name, without our own network, and keeps checks', async () => {
    await using lists = await openLocalSite({
      '/list.txt': '93.184.216.7:3128\n10.0.0.1:8080\nhttp://gate.example:80\nhttp://printer.local:1\nnonsense',
      '/table': '<table><tr><td>93.184.216.7</td><td>3128</td></tr><tr><td>93.184.216.8</td><td>81</td></tr></table>',
    });
    const io = portsFor(
      {
        urls: [
          `${lists.origin}/list.txt?key=secret`,
          { url: `${lists.origin}/table`, scheme: 'socks5' },
          `${lists.origin}/gone`,
        ],
      },
      [],
    );
    const check = { at: crawl.clock.now(), fault: null, tries: 6, successRate: 1, latencyMs: 300 };
    await io.store.proxies.save([{ ...listed('http://93.184.216.7:3128'), check }]);
    const report = await collectProxies(io);
    expect(report).toMatchObject({ added: 2, removed: 0, total: 3 });
    expect(report.lists).toEqual([
      { list: `${lists.origin}/list.txt`, proxies: 1, unreadable: 1, refused: 3, error: null },
      { list: `${lists.origin}/table`, proxies: 2, unreadable: 0, refused: 0, error: null },
      expect.objectContaining({ list: `${lists.origin}/gone`, proxies: 0, error: 'it answers 404' }),
    ]);
    const stored = await io.store.proxies.list();
    expect(stored.map(({ url }) => url).sort()).toEqual([
      'http://93.184.216.7:3128',
      'socks5://93.184.216.7:3128',
      'socks5://93.184.216.8:81',
    ]);
    expect(stored.find(({ url }) => url === 'http://93.184.216.7:3128')?.check).toEqual(check);
    crawl.clock.pass(8 * 24 * 3_600_000);
    const later = await collectProxies({ ...io, lists: { ...io.lists, urls: [`${lists.origin}/table`] } });
    expect(later).toMatchObject({ added: 1, removed: 2, total: 2 });
    await io.store.proxies.remove((await io.store.proxies.list()).map(({ id }) => id));
  });

  it('needs a list', async () => {
    await expect(collectProxies(portsFor({}))).rejects.toThrow(/proxyLists: \{ urls/);
  });
});

describe('checking proxies', () => {
  it('needs a page to compare with', async () => {
    const io = portsFor({});
    await io.store.proxies.save([listed(zoo.urls.good)]);
    await expect(checkProxies(io)).rejects.toThrow(/crawl` some sites first/);
  });

  it('keeps good proxies and names the faults of the others', async () => {
    await storeVisits(zoo.pages);
    const io = portsFor({ pages: 2, triesPerPage: 2, maxLatencyMs: latencyLimitMs, checksAtOnce: 1 });
    await io.store.proxies.save(Object.values(zoo.urls).map(listed));
    const report = await checkProxies(io);
    expect([...report.pages].sort()).toEqual([...zoo.pages].sort());
    const checks = new Map((await io.store.proxies.list()).map(({ url, check }) => [url, check]));
    const faults = Object.entries(zoo.urls).map(([name, url]) => [name, checks.get(url)?.fault]);
    expect(Object.fromEntries(faults)).toEqual({
      good: null,
      socks5: null,
      credentialed: null,
      refusing: 'refuses-us',
      slow: 'slow',
      dead: 'dead',
      lying: 'rewrites-pages',
      injecting: 'rewrites-pages',
      mitm: 'breaks-tls',
      flaky: 'unreliable',
    });
    for (const [, check] of checks) expect(check?.why === undefined).toBe(check?.fault === null);
    expect(report).toMatchObject({ good: 3, faults: { dead: 1, 'breaks-tls': 1 } });
    expect(checks.get(zoo.urls.good)).toMatchObject({ tries: 4, successRate: 1 });
    expect(new Set(zoo.peers)).toEqual(new Set(['127.0.0.1', '127.0.0.77']));
    await io.store.proxies.remove((await io.store.proxies.list()).map(({ id }) => id));
  });

  it('calls a proxy slow that accepts connections and does not answer in time', async () => {
    const sockets = new Set<Socket>();
    const hanging = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const io = portsFor({ pages: 1, triesPerPage: 2, maxLatencyMs: 1, checksAtOnce: 2 });
    await io.store.proxies.save([url, zoo.urls.dead].map(listed));
    await checkProxies(io);
    const checks = new Map((await io.store.proxies.list()).map((proxy) => [proxy.url, proxy.check]));
    expect(checks.get(url)).toMatchObject({
      fault: 'slow',
      why: expect.stringMatching(/2 of 2 pages did not come in time/),
    });
    expect(checks.get(zoo.urls.dead)).toMatchObject({ fault: 'dead', why: expect.stringMatching(/ECONNREFUSED/) });
    for (const socket of sockets) socket.destroy();
    hanging.close();
  });
});
