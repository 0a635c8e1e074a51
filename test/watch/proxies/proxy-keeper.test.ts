import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { taskRunner } from '../../../src/crawl/run-task.ts';
import { NewshawkError } from '../../../src/errors.ts';
import { type ListedProxy, type ProxyUse, proxyIdOf } from '../../../src/model/crawl/proxy.ts';
import type { ProxyRound } from '../../../src/ports.ts';
import { defineBrowsers } from '../../../src/settings/browsers.ts';
import { proxyKeeper } from '../../../src/watch/proxies/proxy-keeper.ts';
import { crawlOf, type FakeCrawl, openCrawl } from '../../support/crawl-ports.ts';

let crawl: FakeCrawl;
const rounds: ProxyRound[] = [];
const uses: ProxyUse[] = [];
let chance = 0;

beforeEach(async () => {
  crawl = await openCrawl();
  rounds.length = uses.length = 0;
});
afterEach(() => crawl[Symbol.asyncDispose]());

function keeper(urls: readonly string[] = ['https://lists.example/all.txt'], refused: readonly string[] = []) {
  const { io } = crawl;
  const identities = {
    ...io.identities,
    proxies: ['http://93.184.216.7:1'],
    uses: () => uses,
    useProxies: async (round: ProxyRound) => void rounds.push(round),
  };
  const { proxyLists: lists } = defineBrowsers({ proxyLists: { urls: [...urls], perRound: 2 } });
  const random = () => (chance = (chance + 0.37) % 1);
  const proxyPorts = async () => ({
    ...(await io.proxyPorts()),
    random,
    lists,
    refuses: async (url: string) => (refused.includes(url) ? 'in our own network' : null),
  });
  return proxyKeeper({ ...io, identities, proxyPorts }, 'owner-1');
}

const listed = (url: string, fault: 'dead' | null): ListedProxy => ({
  id: proxyIdOf(url),
  url,
  list: 'https://lists.example/all.txt',
  listedAt: crawl.clock.now(),
  check: { at: crawl.clock.now(), fault, tries: 6, successRate: fault === null ? 1 : 0, latencyMs: 400 },
});
const good = ['http://93.184.216.11:1', 'http://93.184.216.12:1', 'http://93.184.216.13:1'];

describe('the proxies of a run', () => {
  it('are some good ones that are not refused, and others after a round', async () => {
    const keep = keeper(undefined, [good[2] ?? '']);
    await crawl.io.store.proxies.save([
      ...good.map((url) => listed(url, null)),
      listed('http://93.184.216.14:1', 'dead'),
    ]);
    await keep();
    expect(rounds.map(({ proxies }) => proxies.toSorted())).toEqual([good.slice(0, 2)]);
    crawl.clock.pass(29 * 60_000);
    await keep();
    expect(rounds).toHaveLength(1);
    crawl.clock.pass(60_000);
    await keep();
    expect(rounds).toHaveLength(2);
    expect(new Set(rounds.map(({ number }) => number)).size).toBe(2);
    crawl.clock.pass(37 * 3_600_000); // no check since: nothing is good any more
    await keep();
    expect(rounds.at(-1)?.proxies).toEqual([]);
  });

  it('wake the pages that wait for one, as soon as there is one', async () => {
    const keep = keeper();
    await keep();
    expect(rounds.at(-1)?.proxies).toEqual([]);
    const { io, run } = crawl;
    const none = new NewshawkError('no-proxy', 'no proxy of the lists is good today');
    const identities = { ...io.identities, pick: () => Promise.reject(none) };
    const runTask = taskRunner(crawlOf({ io: { ...io, identities }, run }));
    const ending = await runTask(await crawl.claim());
    expect(ending.visit).toMatchObject({
      outcome: 'deferred',
      reason: 'no-proxy',
      detail: none.message,
      identity: null,
    });
    expect(ending.next).toMatchObject({ kind: 'retry', costsAttempt: false, waitsFor: 'proxy' });
    expect(crawl.asked).toEqual([]);
    expect(await io.store.frontier.waitingFor('proxy', null)).toBe(1);
    await io.store.proxies.save([listed(good[0] ?? '', null)]);
    crawl.clock.pass(60_000);
    await keep();
    expect(await io.store.frontier.waitingFor('proxy', null)).toBe(0);
  });

  it('are counted in the store once a minute, under the name of the process', async () => {
    const keep = keeper([]);
    uses.push({ day: '2026-11-21', proxy: 'p', site: 'a.example', tries: 3, successes: 2, blocked: 1, bytes: 9 });
    await keep();
    await keep();
    expect(rounds).toEqual([]);
    expect(await crawl.io.store.proxies.usesSince('2026-11-21')).toEqual(uses);
  });
});
