import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../../../src/errors.ts';
import { canonicalUrl } from '../../../../src/model/web/canonical-url.ts';
import type { HttpClient, HttpRequest, IdentityRoute } from '../../../../src/ports.ts';
import { type BrowsersDefinition, defineBrowsers } from '../../../../src/settings/browsers.ts';
import { openIdentities } from '../../../../src/stages/fetch/identity/identities.ts';
import { CookieJars } from '../../../../src/stages/fetch/identity/identity-cookies.ts';
import { isWall } from '../../../../src/stages/fetch/page-status.ts';
import { openRobots } from '../../../../src/stages/fetch/robots.ts';
import { silent } from '../local-site.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const guard = { routeFor: async (proxyUrl: string | null) => `http://guard/${proxyUrl ?? 'direct'}` };

function setUp(proxies: BrowsersDefinition['proxies'], profiles: BrowsersDefinition['profiles'] = []) {
  const time = { ms: start };
  const clock = { monotonicMs: () => time.ms };
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

describe('robots', () => {
  type Answer = { status: number; text?: string } | NewshawkError;
  async function robotsWith(answer: Answer, policy: 'obey' | 'ignore' = 'obey') {
    const asked: string[] = [];
    const answers = { next: answer };
    const http: HttpClient = {
      async fetch({ url }: HttpRequest) {
        asked.push(url);
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (answers.next instanceof NewshawkError) throw answers.next;
        const body = Buffer.from(answers.next.text ?? '');
        return { url, status: answers.next.status, headers: {}, body, wireBytes: body.length, elapsedMs: 1 };
      },
      async [Symbol.asyncDispose]() {},
    };
    const { clock, time, open } = setUp([]);
    const robots = openRobots({ http, userAgent: 'newshawk', clock, policy });
    const identity = await (await open()).pick('a.example');
    const check = (path: string, id = identity.id) =>
      robots.check({ url: canonicalUrl(`https://a.example${path}`), site: 'a.example' }, { ...identity, id });
    const sitemaps = () => robots.sitemaps('https://a.example/news', identity);
    return { check, sitemaps, asked, time, answers };
  }

  it('obeys the rules for us, and shares one request among concurrent checks', async () => {
    const text = 'User-agent: *\nDisallow: /\nUser-agent: newshawk\nDisallow: /private\nCrawl-delay: 2.5\n';
    const { check, asked, time } = await robotsWith({ status: 200, text });
    const all = await Promise.all(['/news', '/private/x', '/news'].map((path) => check(path)));
    expect(all.map(({ allowed }) => allowed)).toEqual([true, false, true]);
    expect(all[0]?.crawlDelayMs).toBe(2500);
    expect(asked).toEqual(['https://a.example/robots.txt']);
    time.ms += 25 * 3_600_000;
    await Promise.all(['/news', '/news'].map((path) => check(path)));
    expect(asked.length).toBe(2);
  });

  it('lists the sitemaps, also when the rules are not obeyed, without another request', async () => {
    const text = 'Sitemap: https://a.example/s.xml\nUser-agent: *\nDisallow: /\nsitemap: /news.xml # two\n';
    const obeying = await robotsWith({ status: 200, text });
    await obeying.check('/');
    expect(await obeying.sitemaps()).toEqual(['https://a.example/s.xml', '/news.xml']);
    expect(obeying.asked).toHaveLength(1);
    expect(await (await robotsWith({ status: 200, text }, 'ignore')).sitemaps()).toHaveLength(2);
    expect(await (await robotsWith({ status: 404 })).sitemaps()).toEqual([]);
    expect(await (await robotsWith({ status: 503 })).sitemaps()).toEqual([]);
  });

  it.each([
    ['/index.php?title=Special:', '/index.php?title=Special:Search'],
    ['/index.php?title=Special%3A', '/index.php?title=Special:Search'],
    ['/?q=admin/', '/?q=admin/users'],
    ['/search?from=(x)', '/search?from=(x)'],
  ])('obeys %s, however the address is spelled', async (rule, path) => {
    const { check } = await robotsWith({ status: 200, text: `User-agent: *\nDisallow: ${rule}\n` });
    expect((await check(path)).allowed).toBe(false);
    expect((await check('/index.php?title=News')).allowed).toBe(true);
  });

  it.each([{ status: 404 }, { status: 403 }, new NewshawkError('too-large', 'x')])(
    'takes %o as leave to fetch',
    async (answer) => {
      expect((await (await robotsWith(answer)).check('/')).allowed).toBe(true);
    },
  );

  it.each([{ status: 503 }, { status: 429 }, new NewshawkError('timed-out', 'x')])(
    'puts off the page on %o, and does not drop it as forbidden',
    async (answer) => {
      await expect((await robotsWith(answer)).check('/')).rejects.toMatchObject({
        kind: 'unreachable',
        message: expect.stringContaining('https://a.example/robots.txt does not answer'),
      });
    },
  );

  it('requests again after a failure, and passes on errors of our side', async () => {
    const { check, answers } = await robotsWith({ status: 500 });
    // the host's pauses limit how often it is requested while nothing may be fetched
    await expect(check('/')).rejects.toMatchObject({ kind: 'unreachable', fault: 'host' });
    answers.next = { status: 404 };
    expect((await check('/')).allowed).toBe(true);
    const broken = await robotsWith(new NewshawkError('proxy', 'dead'));
    await expect(broken.check('/')).rejects.toThrow('dead');
    broken.answers.next = { status: 404 };
    expect((await broken.check('/')).allowed).toBe(true);
  });

  it('keeps the last rules while the site does not answer, and none after a month', async () => {
    const { check, time, answers } = await robotsWith({ status: 200, text: 'User-agent: *\nDisallow: /private' });
    await check('/');
    answers.next = new NewshawkError('timed-out', 'x');
    const dayMs = 24 * 3_600_000;
    for (let day = 1; day <= 20; day++) {
      time.ms += dayMs;
      expect([(await check('/')).allowed, (await check('/private')).allowed]).toEqual([true, false]);
    }
    time.ms += 12 * dayMs;
    expect((await check('/private')).allowed).toBe(true);
    answers.next = { status: 200, text: 'User-agent: *\nDisallow: /' };
    time.ms += dayMs;
    expect((await check('/')).allowed).toBe(false);
    const never = await robotsWith({ status: 500 });
    await expect(never.check('/')).rejects.toMatchObject({ kind: 'unreachable' });
    never.time.ms += 31 * dayMs;
    expect((await never.check('/')).allowed).toBe(true);
  });

  it('reads the first half megabyte, rules in odd characters, and no absurd delays', async () => {
    const long = `User-agent: *\nDisallow: /first\n${'# filler\n'.repeat(60_000)}\nDisallow: /last\n`;
    const half = await robotsWith({ status: 200, text: long });
    expect([(await half.check('/first')).allowed, (await half.check('/last')).allowed]).toEqual([false, true]);
    const text = '\ufeffUser-Agent: *\rCrawl-delay: -3\rDisallow: /[path]/\rDisallow: /新闻\rDisallow: /*.pdf$\r';
    const odd = await robotsWith({ status: 200, text });
    const allowed = async (path: string) => (await odd.check(path)).allowed;
    expect(await Promise.all(['/[path]/x', '/新闻/1', '/a.pdf', '/a.pdf?x=1', '/ok'].map(allowed))).toEqual([
      ...[false, false, false, true, true],
    ]);
    expect((await odd.check('/ok')).crawlDelayMs).toBe(null);
    const page = await robotsWith({ status: 200, text: '<!doctype html><title>Not found</title><p>Disallow: no</p>' });
    expect((await page.check('/')).allowed).toBe(true);
  });

  it('obeys nothing with the policy "ignore"', async () => {
    const { check, asked } = await robotsWith({ status: 200, text: 'User-agent: *\nDisallow: /' }, 'ignore');
    expect(await check('/')).toEqual({ allowed: true, crawlDelayMs: null });
    expect(asked).toEqual([]);
  });
});

describe('isWall', () => {
  it('distinguishes a challenge from an article about one', () => {
    expect(isWall('<h1>Attention Required!</h1><p>Please complete the captcha')).toBe(true);
    expect(isWall('<h1>安全验证</h1>')).toBe(true);
    expect(isWall(`<h1>How captcha works</h1>${'<p>A long article about it. '.repeat(100)}`)).toBe(false);
    expect(isWall('<p>A short notice.')).toBe(false);
  });
});
