import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NewshawkError } from '../../../src/errors.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { HttpClient, HttpRequest } from '../../../src/ports.ts';
import { openRobots } from '../../../src/stages/fetch/robots.ts';
import { identityOf } from './local-site.ts';

describe('robots', () => {
  type RobotsResponse = { status: number; text?: string; headers?: Record<string, string> } | NewshawkError;
  async function robotsWith(answer: RobotsResponse, policy: 'obey' | 'ignore' = 'obey') {
    const requested: string[] = [];
    const answers = { next: answer };
    const http: HttpClient = {
      async fetch({ url }: HttpRequest) {
        requested.push(url);
        await nextTurn(); // so that checks come while the request is under way
        if (answers.next instanceof NewshawkError) throw answers.next;
        const body = Buffer.from(answers.next.text ?? '');
        const { status, headers = {} } = answers.next;
        return { url, status, headers, body, wireBytes: body.length, elapsedMs: 1 };
      },
      async [Symbol.asyncDispose]() {},
    };
    const time = { ms: 0 };
    const clock = { now: () => new Date(time.ms), monotonicMs: () => time.ms };
    const robots = openRobots({ http, userAgent: 'newshawk', clock, policy });
    const identity = identityOf('http://guard/direct');
    const check = (path: string, id = identity.id) =>
      robots.check({ url: canonicalUrl(`https://a.example${path}`), site: 'a.example' }, { ...identity, id });
    const sitemaps = () => robots.sitemaps('https://a.example/news', identity);
    return { check, sitemaps, requested, time, answers };
  }

  it('obeys the rules for us, and shares one request among concurrent checks', async () => {
    const text = 'User-agent: *\nDisallow: /\nUser-agent: newshawk\nDisallow: /private\nCrawl-delay: 2.5\n';
    const { check, requested, time } = await robotsWith({ status: 200, text });
    const all = await Promise.all(['/news', '/private/x', '/news'].map((path) => check(path)));
    expect(all.map(({ allowed }) => allowed)).toEqual([true, false, true]);
    expect(all[0]?.crawlDelayMs).toBe(2500);
    expect(requested).toEqual(['https://a.example/robots.txt']);
    time.ms += 25 * 3_600_000;
    await Promise.all(['/news', '/news'].map((path) => check(path)));
    expect(requested.length).toBe(2);
  });

  it('lists the sitemaps, also when the rules are not obeyed, without another request', async () => {
    const text = 'Sitemap: https://a.example/s.xml\nUser-agent: *\nDisallow: /\nsitemap: /news.xml # two\n';
    const obeying = await robotsWith({ status: 200, text });
    await obeying.check('/');
    expect(await obeying.sitemaps()).toEqual(['https://a.example/s.xml', '/news.xml']);
    expect(obeying.requested).toHaveLength(1);
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

  it.each([{ status: 503 }, { status: 500 }, new NewshawkError('timed-out', 'x')])(
    'puts off the page on %o, and does not drop it as forbidden',
    async (answer) => {
      await expect((await robotsWith(answer)).check('/')).rejects.toMatchObject({
        kind: 'unreachable',
        message: expect.stringContaining('https://a.example/robots.txt does not answer'),
      });
    },
  );

  it.each([
    { status: 429, headers: { 'retry-after': '3600' } },
    { status: 503, headers: { 'retry-after': '3600' } },
  ])('asks nobody before the end of a Retry-After: %o', async (answer) => {
    const { check, time, answers, requested } = await robotsWith(answer);
    await expect(check('/a')).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3_600_000 });
    time.ms += 600_000;
    await expect(check('/b')).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3_000_000 });
    expect(requested).toHaveLength(1);
    time.ms += 3_000_000;
    answers.next = { status: 200, text: 'User-agent: *\nDisallow: /private' };
    expect((await check('/b')).allowed).toBe(true);
    // rules that are in force do not make a page sooner
    answers.next = answer;
    time.ms += 25 * 3_600_000;
    await expect(check('/b')).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 3_600_000 });
    time.ms += 3_600_000;
    answers.next = { status: 503 };
    expect([(await check('/b')).allowed, (await check('/private')).allowed]).toEqual([true, false]);
  });

  it('slows down for a 429 without a time, and counts it as missing after a month', async () => {
    const { check, time } = await robotsWith({ status: 429 });
    await expect(check('/')).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 0 });
    time.ms += 31 * 24 * 3_600_000;
    expect((await check('/')).allowed).toBe(true);
  });

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
    const { check, requested } = await robotsWith({ status: 200, text: 'User-agent: *\nDisallow: /' }, 'ignore');
    expect(await check('/')).toEqual({ allowed: true, crawlDelayMs: null });
    expect(requested).toEqual([]);
  });
});
