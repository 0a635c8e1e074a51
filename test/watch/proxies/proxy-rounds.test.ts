import { afterEach, beforeEach, expect, it } from 'vitest';
import { proxyIdOf } from '../../../src/model/crawl/proxy.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import type { ProxyClient } from '../../../src/stages/fetch/proxy-client.ts';
import { proxyRounds } from '../../../src/watch/proxies/proxy-rounds.ts';
import { type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

let crawl: FakeCrawl;
/** Addresses of lists that were fetched. */
const fetched: string[] = [];
let ended = Promise.withResolvers<void>();

beforeEach(async () => {
  crawl = await openCrawl();
  fetched.length = 0;
});
afterEach(() => crawl[Symbol.asyncDispose]());

/** Rounds over one list. @param answer what the list contains */
function roundsOver(urls: readonly string[], answer: () => string): () => void {
  const { io } = crawl;
  const client: ProxyClient = {
    acceptsConnection: async () => true,
    fetch: async (url) => {
      fetched.push(url);
      const body = new TextEncoder().encode(answer());
      return { url, status: 200, headers: {}, body, wireBytes: body.length, elapsedMs: 1 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const log = {
    ...io.log,
    info: () => {},
    warn: (event: string) => void (event === 'proxies.failed' && ended.resolve()),
  };
  const proxyPorts = async () => ({
    ...(await io.proxyPorts()),
    log: { ...log, info: (event: string) => void (event === 'proxies.judged' && ended.resolve()) },
    lists: defineBrowsers({ proxyLists: { urls: [...urls] } }).proxyLists,
    openClient: async () => client,
  });
  return proxyRounds({ clock: io.clock, log, proxyPorts });
}

it('proxyRounds collects and checks proxies once a day; a failure is logged and retried after an hour', async () => {
  const { store } = crawl.io;
  const round = roundsOver(['https://lists.example/all.txt'], () => '93.184.216.7:3128');
  // no page is stored yet that a proxy could be checked with: the round fails
  round();
  await ended.promise;
  expect(fetched).toHaveLength(1);
  const id = proxyIdOf('http://93.184.216.7:3128');
  expect(await store.proxies.list()).toMatchObject([{ id, check: null }]);
  crawl.clock.pass(59 * 60_000);
  round();
  expect(fetched).toHaveLength(1);
  ended = Promise.withResolvers();
  crawl.clock.pass(60_000);
  round();
  await ended.promise;
  expect(fetched).toHaveLength(2);
});

it('proxyRounds checks no proxies before a day is over, nor without a list', async () => {
  const { store } = crawl.io;
  const looks = { count: 0 };
  const isSeen = Promise.withResolvers<void>();
  const list = store.proxies.list.bind(store.proxies);
  const check = { at: crawl.clock.now(), fault: 'dead', tries: 2, successRate: 0, latencyMs: null } as const;
  await store.proxies.save([{ id: 'p', url: 'http://93.184.216.7:1', list: 'x', listedAt: crawl.clock.now(), check }]);
  store.proxies.list = async () => {
    looks.count += 1;
    queueMicrotask(isSeen.resolve);
    return list();
  };
  crawl.clock.pass(23 * 3_600_000);
  roundsOver(['https://lists.example/all.txt'], () => '')();
  await isSeen.promise;
  roundsOver([], () => '')();
  expect({ count: looks.count, fetched }).toEqual({ count: 1, fetched: [] });
});
