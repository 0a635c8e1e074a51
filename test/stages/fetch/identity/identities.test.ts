import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IdentityRoute } from '../../../../src/ports.ts';
import { defineBrowsers } from '../../../../src/settings/browsers.ts';
import type { BrowsersDefinition } from '../../../../src/settings/definitions/browsers-definition.ts';
import { openIdentities } from '../../../../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { noGuard } from '../../../support/ports.ts';
import { silent } from '../local-site.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const guard = {
  ...noGuard,
  routeFor: async (proxyUrl: string | null) => `http://guard/${proxyUrl ?? 'direct'}`,
  bytesThrough: () => 0,
  closeRoute: async () => {},
};

function setUp(proxies: BrowsersDefinition['proxies'], profiles: BrowsersDefinition['profiles'] = []) {
  const time = { ms: start };
  const clock = { now: () => new Date(time.ms), monotonicMs: () => time.ms };
  const browsers = defineBrowsers({ proxies, profiles });
  const cookies = new CookieJars();
  const options = { browsers, guard, cookies, clock, log: silent, chromiumVersion: '153.0.8010.0' };
  return { time, clock, cookies, open: () => openIdentities(options) };
}

describe('identities', () => {
  it('are one per proxy, direct only where that is permitted, and show no password', async () => {
    const identities = await setUp(['http://me:secret@proxy.example:8080']).open();
    const route = await identities.pick('a.example');
    expect(route).toMatchObject({ proxy: 'http://proxy.example:8080', locale: 'en-GB' });
    expect(route.userAgent).toContain('Chrome/153.0.0.0');
    expect(`${route.id}${route.proxy}`).not.toContain('secret');
    expect((await (await setUp([]).open()).pick('a.example')).proxy).toBeNull();
  });

  it('keep their site; only the sites of a pausing one move', async () => {
    const proxies = ['http://p1:1', 'http://p2:1', 'http://p3:1', 'http://p4:1'];
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.domain(), { minLength: 5, maxLength: 30 }), async (sites) => {
        const { open } = setUp(proxies);
        const identities = await open();
        const before = await Promise.all(sites.map((site) => identities.pick(site)));
        const [ill] = before;
        identities.report(ill!, sites[0]!, 'proxy-failed');
        const after = await Promise.all(sites.map((site) => identities.pick(site)));
        for (const [index, route] of after.entries()) {
          if (before[index]!.id === ill!.id) expect(route.id).not.toBe(ill!.id);
          else expect(route.id).toBe(before[index]!.id);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('pause ten minutes at a site that blocked them, one minute everywhere when the proxy failed', async () => {
    const { open, time } = setUp(['http://p1:1', 'http://p2:1']);
    const identities = await open();
    const first = await identities.pick('a.example');
    identities.report(first, 'a.example', 'blocked');
    expect((await identities.pick('a.example')).id).not.toBe(first.id);
    time.ms += 10 * 60_000 + 1;
    expect((await identities.pick('a.example')).id).toBe(first.id);
    identities.report(first, 'b.example', 'proxy-failed');
    expect((await identities.pick('a.example')).id).not.toBe(first.id);
    time.ms += 60_001;
    expect((await identities.pick('a.example')).id).toBe(first.id);
  });

  it('differ by profile and by session name, and a proxy may be limited to some profiles', async () => {
    const paris = {
      name: 'paris',
      locale: 'fr-FR',
      timeZone: 'Europe/Paris',
      viewport: { widthPx: 390, heightPx: 844 },
    };
    const sessions = ['http://user-s1:pw@gate.example:1', 'http://user-s2:pw@gate.example:1'];
    const { open } = setUp(
      [...sessions, { url: 'http://fr.example:2', profiles: ['paris'] }],
      [{ name: 'plain' }, paris],
    );
    const identities = await open();
    const routes = new Map<string, IdentityRoute>();
    for (let site = 0; site < 200; site++) {
      const route = await identities.pick(`s${site}.example`);
      routes.set(route.id, route);
    }
    expect(routes.size).toBe(5);
    const french = [...routes.values()].filter(({ proxy }) => proxy === 'http://fr.example:2');
    expect(french).toMatchObject([{ ...paris, name: undefined }].map(({ name: _, ...settings }) => settings));
    expect(new Set([...routes.values()].map((route) => identities.proxyUrlOf(route))).size).toBe(3);
    expect([...routes.keys()].join()).not.toContain('pw');
  });

  it('of a failed proxy pause together', async () => {
    const identities = await setUp(['http://p1:1', 'http://p2:1'], [{ name: 'a' }, { name: 'b' }]).open();
    const first = await identities.pick('a.example');
    identities.report(first, 'b.example', 'proxy-failed');
    for (let site = 0; site < 20; site++)
      expect((await identities.pick(`s${site}.example`)).proxy).not.toBe(first.proxy);
  });

  it("that were blocked are replaced by another proxy first, then by another profile, and lose the site's cookies", async () => {
    const { open, cookies } = setUp(['http://p1:1', 'http://p2:1'], [{ name: 'a' }, { name: 'b' }]);
    const identities = await open();
    const tried: IdentityRoute[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const route = await identities.pick('a.example');
      tried.push(route);
      await cookies.of(route.id).keep('who=me; path=/', 'http://www.a.example/');
      await cookies.of(route.id).keep('who=me; path=/', 'http://b.example/');
      identities.report(route, 'a.example', 'blocked');
    }
    expect(new Set(tried.map(({ id }) => id)).size).toBe(4);
    expect(tried[1]?.proxy).not.toBe(tried[0]?.proxy);
    for (const { id } of tried) {
      expect(await cookies.of(id).header('http://www.a.example/')).toBe('');
      expect(await cookies.of(id).header('http://b.example/')).toBe('who=me');
      expect(cookies.of(id).generation).toBe(1);
    }
  });

  it('pause twice as long with each further failure of their proxy, at most half an hour; a success resets this', async () => {
    const { open, time } = setUp(['http://p1:1', 'http://p2:1']);
    const identities = await open();
    const first = await identities.pick('a.example');
    const restMs = async (): Promise<number> => {
      const since = time.ms;
      for (const site of ['a.example', 'b.example']) identities.report(first, site, 'proxy-failed');
      while ((await identities.pick('a.example')).id !== first.id) time.ms += 1_000;
      return Math.round((time.ms - since) / 60_000);
    };
    const rests: number[] = [];
    for (let turn = 0; turn < 7; turn++) rests.push(await restMs());
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30]);
    identities.report(first, 'a.example', 'ok');
    expect(await restMs()).toBe(1);
  });

  it('leave a proxy after timeouts at three sites without a success between them', async () => {
    const identities = await setUp(['http://p1:1', 'http://p2:1']).open();
    const first = await identities.pick('a.example');
    for (const site of ['a.example', 'a.example', 'b.example']) identities.report(first, site, 'timed-out');
    identities.report(first, 'c.example', 'ok');
    for (const site of ['a.example', 'b.example', 'b.example']) identities.report(first, site, 'timed-out');
    expect((await identities.pick('a.example')).id).toBe(first.id);
    identities.report(first, 'c.example', 'timed-out');
    expect((await identities.pick('a.example')).id).not.toBe(first.id);
  });

  it('never connect directly when all proxies pause', async () => {
    const { open } = setUp(['http://p1:1']);
    const identities = await open();
    identities.report(await identities.pick('a.example'), 'a.example', 'proxy-failed');
    expect((await identities.pick('a.example')).proxy).toBe('http://p1:1');
  });
});
