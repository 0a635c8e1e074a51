import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../../src/errors.ts';
import { type ProxyUse, proxyIdOf } from '../../../../src/model/crawl/proxy.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import type { BrowsersDefinition } from '../../../../src/settings/definitions/browsers-definition.ts';
import { openIdentities } from '../../../../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { noGuard } from '../../../support/ports.ts';
import { silent } from '../local-site.ts';

const urls = ['https://lists.example/all.txt'];
const [first, second] = ['http://93.184.216.7:3128', 'http://93.184.216.8:3128'] as const;
const sites = Array.from({ length: 400 }, (_, number) => `s${number}.example`);

async function open(definition: BrowsersDefinition) {
  const time = { ms: Date.parse('2026-11-21T23:00:00Z') };
  const through = new Map<string, number>();
  const closed: string[] = [];
  const identities = await openIdentities({
    browsers: defineBrowsers({ proxyLists: { urls }, ...definition }),
    guard: {
      ...noGuard,
      routeFor: async (proxyUrl) => `http://guard/${proxyUrl ?? 'direct'}`,
      bytesThrough: (guardUrl) => through.get(guardUrl) ?? 0,
      closeRoute: async (guardUrl) => void closed.push(guardUrl),
    },
    cookies: new CookieJars(),
    clock: { now: () => new Date(time.ms), monotonicMs: () => time.ms },
    log: silent,
    chromiumVersion: '153.0.8010.0',
  });
  const proxyOf = async (site: string) => (await identities.pick(site)).proxy;
  return { time, identities, proxyOf, through, closed };
}

const use = (proxy: string, site: string, tries: number, successes: number): ProxyUse => ({
  day: '2026-11-21',
  proxy: proxyIdOf(proxy),
  site,
  tries,
  successes,
  blocked: tries - successes,
  bytes: 0,
});

describe('listed proxies', () => {
  it('are the only routes where no direct connection is allowed: without them no request leaves', async () => {
    const { identities, proxyOf } = await open({});
    const error = await identities.pick('a.example').catch((thrown: unknown) => thrown);
    expect({ kind: kindOf(error), error: String(error) }).toEqual({
      kind: 'no-proxy',
      error: expect.stringContaining('`newshawk proxies check`'),
    });
    await identities.useProxies({ number: 7, proxies: [first], uses: [] });
    expect(await proxyOf('a.example')).toBe(first);
    await identities.useProxies({ number: 8, proxies: [], uses: [] });
    await expect(proxyOf('a.example')).rejects.toThrow(/no direct connection is allowed/);
  });

  it('share the sites with direct connections where these are allowed; a site keeps its route within a round', async () => {
    const { identities, proxyOf } = await open({ allowDirect: true });
    expect(await proxyOf('a.example')).toBeNull();
    await identities.useProxies({ number: 7, proxies: [first, second], uses: [] });
    const ways = await Promise.all(sites.map(proxyOf));
    for (const way of [null, first, second]) expect(ways.filter((proxy) => proxy === way).length).toBeGreaterThan(90);
    expect(await Promise.all(sites.map(proxyOf))).toEqual(ways);
    await identities.useProxies({ number: 8, proxies: [first, second], uses: [] });
    const later = await Promise.all(sites.map(proxyOf));
    expect(later.filter((way, at) => way !== ways[at]).length).toBeGreaterThan(150);
  });

  it('are chosen by their success with the site', async () => {
    const { identities, proxyOf } = await open({});
    const uses = sites.flatMap((site) => [use(first, site, 20, 20), use(second, site, 20, 1)]);
    await identities.useProxies({ number: 7, proxies: [first, second], uses });
    const ways = await Promise.all(sites.map(proxyOf));
    // weights 21/22 and 2/22: the better one gets 91 % of the sites
    expect(ways.filter((proxy) => proxy === first).length).toBeGreaterThan(340);
    expect(ways).toContain(second);
  });

  it('blocked at one site rest there only, and a visit of a former round still counts', async () => {
    const { identities, proxyOf } = await open({});
    await identities.useProxies({ number: 7, proxies: [first, second], uses: [] });
    const route = await identities.pick('a.example');
    const elsewhere = await Promise.all(sites.map(proxyOf));
    identities.report(route, 'a.example', 'blocked');
    identities.countBytes(route, 'a.example', 900);
    expect(await proxyOf('a.example')).not.toBe(route.proxy);
    expect(await Promise.all(sites.map(proxyOf))).toEqual(elsewhere);
    await identities.useProxies({ number: 8, proxies: [], uses: [] });
    identities.report(route, 'a.example', 'ok');
    expect(identities.uses()).toEqual([{ ...use(route.proxy ?? '', 'a.example', 2, 1), blocked: 1, bytes: 900 }]);
  });

  it('that have brought their bytes rest until the next day, after a restart too', async () => {
    const { identities, proxyOf, time } = await open({ proxyBytesPerDay: 1_000 });
    const spent = { ...use(second, 'b.example', 5, 5), bytes: 1_000 };
    await identities.useProxies({ number: 7, proxies: [first, second], uses: [spent] });
    const route = await identities.pick('a.example');
    expect(route.proxy).toBe(first);
    identities.countBytes(route, 'a.example', 999);
    expect(await proxyOf('c.example')).toBe(first);
    identities.countBytes(route, 'a.example', 1);
    await expect(proxyOf('a.example')).rejects.toThrow(/bytes of the day \(proxyBytesPerDay\)/);
    time.ms += 3_600_000;
    expect(await proxyOf('a.example')).not.toBeNull();
  });

  it('count bytes outside of visits: they count for the day, and those of a visit in progress only once', async () => {
    const { identities, proxyOf, through } = await open({ proxyBytesPerDay: 1_000 });
    await identities.useProxies({ number: 7, proxies: [first], uses: [] });
    const route = await identities.pick('a.example');
    through.set(`http://guard/${first}`, 700);
    expect(identities.uses()).toEqual([{ ...use(first, '(other)', 0, 0), bytes: 700 }]);
    identities.countBytes(route, 'a.example', 600);
    expect(identities.uses().map(({ site, bytes }) => [site, bytes])).toEqual([
      ['(other)', 100],
      ['a.example', 600],
    ]);
    expect(await proxyOf('b.example')).toBe(first);
    through.set(`http://guard/${first}`, 1_000);
    await expect(proxyOf('b.example')).rejects.toThrow(/proxyBytesPerDay/);
  });

  it('of former rounds lose their route when no visit can use it any more', async () => {
    const { identities, time, closed, through } = await open({});
    await identities.useProxies({ number: 7, proxies: [first, second], uses: [] });
    through.set(`http://guard/${second}`, 50);
    time.ms += 1_800_000;
    await identities.useProxies({ number: 8, proxies: [first], uses: [] });
    time.ms += 1_800_000;
    await identities.useProxies({ number: 9, proxies: [first], uses: [] });
    expect(closed).toEqual([]);
    time.ms += 3 * 3_600_000;
    await identities.useProxies({ number: 10, proxies: [first], uses: [] });
    expect(closed).toEqual([`http://guard/${second}`]);
    expect(identities.uses().find(({ proxy }) => proxy === proxyIdOf(second))?.bytes).toBe(50);
    await identities.useProxies({ number: 11, proxies: [second], uses: [] });
    expect((await identities.pick('a.example')).proxy).toBe(second);
  });
});
