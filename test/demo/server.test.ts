import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { articlesAt, lastEdition } from '../../demo/articles.ts';
import { deriveExpected, type Expected, urlOf } from '../../demo/expected.ts';
import { type Demo, startDemo } from '../../demo/server.ts';
import { type Answer, ask } from './ask.ts';

const expected = JSON.parse(readFileSync(new URL('../../demo/expected.json', import.meta.url), 'utf8')) as Expected;
const harbour = 'http://harbour-gazette.example';
const binhai = 'http://binhai-ribao.example';
const northlight = 'http://northlight.example';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());
beforeEach(() => demo.setEdition(0));

const get = (url: string, headers?: Record<string, string>): Promise<Answer> => ask(demo.port, url, headers);
const text = async (url: string): Promise<string> => {
  const { headers, body } = await get(url);
  return iconv.decode(body, url.startsWith(binhai) && headers['content-type'] === 'text/html' ? 'gbk' : 'utf8');
};
/** Canonical addresses of articles that a list, a feed or a sitemap names. */
const named = async (list: string, pattern: RegExp): Promise<Set<string>> =>
  new Set([...(await text(list)).matchAll(pattern)].map(([, address = '']) => new URL(address, list).href));
const published = (site: string, edition: number): string[] =>
  articlesAt(edition)
    .filter((article) => article.site === site)
    .map(urlOf)
    .sort();

describe('the ground truth', () => {
  it('is what the articles say (npm run demo:expected writes it)', () => {
    expect(expected).toEqual(deriveExpected());
  });

  it('has the variety that the demo is for', () => {
    const first = expected.articles.filter(({ edition }) => edition === 0);
    const count = (status: string) => first.filter((article) => article.status === status).length;
    expect(count('published') + count('off-topic')).toBeGreaterThanOrEqual(60);
    expect(count('off-topic')).toBeGreaterThanOrEqual(10);
    expect(count('duplicate') + count('twin')).toBeGreaterThanOrEqual(8);
    expect(first.filter(({ lang }) => lang === 'zh').length).toBeGreaterThanOrEqual(18);
    expect(expected.articles.length - first.length).toBeGreaterThanOrEqual(9);
    expect(new Set(expected.media.map(({ delivery }) => delivery))).toEqual(new Set(['progressive', 'hls', 'dash']));
    expect(new Set(expected.articles.map(({ url }) => url)).size).toBe(expected.articles.length);
  });

  it('has bodies of the length of news', () => {
    for (const { slug, lang, paragraphs, video, copyOf } of articlesAt(lastEdition)) {
      if (video !== null || copyOf !== null) continue;
      const body = paragraphs.join(' ');
      const length = lang === 'zh' ? body.length : body.split(' ').length;
      expect(length, slug).toBeGreaterThanOrEqual(lang === 'zh' ? 250 : 120);
      expect(length, slug).toBeLessThanOrEqual(lang === 'zh' ? 600 : 350);
    }
  });
});

describe('pages', () => {
  it('answers every expected article with its headline', async () => {
    demo.setEdition(lastEdition);
    for (const { url, title } of expected.articles) {
      const isShell = url.startsWith(northlight);
      const { status } = await get(url);
      const page = await text(isShell ? url.replace('/story/', '/api/stories/').concat('.json') : url);
      expect({
        url,
        status,
        hasTitle: page.replaceAll('&#39;', "'").includes(title) || page.includes(JSON.stringify(title)),
      }).toEqual({
        url,
        status: 200,
        hasTitle: true,
      });
    }
  });

  it('serves a shell without the story where a script renders it', async () => {
    const [story] = articlesAt(0).filter(({ site }) => site === 'northlight');
    if (story === undefined) throw new Error('northlight has no story');
    expect(await text(urlOf(story))).not.toContain(story.title);
    expect((await get(urlOf(story))).headers.etag).toBeUndefined();
    expect((await get(`${northlight}/story/no-such-story`)).status).toBe(404);
  });

  it('sends GBK bytes under a gb2312 meta tag, with characters that GB2312 lacks', async () => {
    const { headers, body } = await get(`${binhai}/gangkou/202609/t20260902_10011.htm`);
    expect(headers['content-type']).toBe('text/html');
    expect(body.toString('latin1')).toContain('charset=gb2312');
    expect(iconv.decode(body, 'gbk')).toContain('王晓堃');
    expect(body.toString('utf8')).not.toContain('港口');
  });

  it('keeps its bytes from one edition to the next unless it was edited', async () => {
    const edited = new Set(expected.edits.map(({ url }) => url));
    const pages = articlesAt(0)
      .map(urlOf)
      .filter((url) => !url.startsWith(northlight));
    const before = await Promise.all(pages.map(async (url) => (await get(url)).headers.etag));
    demo.setEdition(lastEdition);
    const after = await Promise.all(pages.map(async (url) => (await get(url)).headers.etag));
    expect(pages.filter((_, index) => before[index] !== after[index]).sort()).toEqual(
      pages.filter((url) => edited.has(url)).sort(),
    );
  });

  it('answers by the name for people, and nobody else', async () => {
    expect((await get('http://harbour-gazette.localhost/')).status).toBe(200);
    expect((await get('http://elsewhere.example/')).status).toBe(421);
    expect((await ask(demo.port, `${harbour}/`, {}, 'POST')).status).toBe(405);
    expect(demo.connectTo).toContain(`northlight.example:80=127.0.0.1:${demo.port}`);
  });
});

describe('lists', () => {
  it.each([0, 1, lastEdition])('name exactly the articles of edition %i', async (edition) => {
    demo.setEdition(edition);
    const sitemap = await named(`${harbour}/sitemap-news.xml`, /<loc>([^<]+)/g);
    expect([...sitemap].sort()).toEqual(published('harbour', edition));
    const main = /<h3><a href="([^"]+)"/g;
    const pages = [`${harbour}/latest/`, `${harbour}/latest/page/2`, `${harbour}/latest/page/3`];
    const latest = await Promise.all(pages.map((page) => named(page, main)));
    expect(latest.flatMap((page) => [...page]).sort()).toEqual(published('harbour', edition));
    const channels = await Promise.all(
      ['gangkou', 'nengyuan', 'zonghe'].map((channel) => named(`${binhai}/${channel}/`, /href="(\/[^"]+_\d+\.htm)/g)),
    );
    expect([...new Set(channels.flatMap((page) => [...page]))].sort()).toEqual(published('binhai', edition));
    const front = await named(`${northlight}/api/front.json`, /"path":"([^"]+)"/g);
    expect([...front].sort()).toEqual(published('northlight', edition));
  });

  it('feeds carry the newest first', async () => {
    const newest = published('harbour', 0).length;
    expect(newest).toBeGreaterThan(15);
    const rss = await text(`${harbour}/feed.xml`);
    expect(rss.match(/<item>/g)).toHaveLength(15);
    expect(rss).toContain('shipping-movements-week-45?utm_source=rss&amp;utm_medium=feed');
    expect((await text(`${binhai}/atom.xml`)).match(/<entry>/g)).toHaveLength(10);
  });

  it('bring two or three new articles with an edition, and edits', () => {
    for (let edition = 1; edition < lastEdition; edition++)
      expect(expected.articles.filter((article) => article.edition === edition).length).toBeGreaterThanOrEqual(2);
    expect(expected.edits.map(({ edition }) => edition).sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('HTTP', () => {
  it('answers 304 until something changes', async () => {
    for (const url of [`${harbour}/feed.xml`, `${harbour}/2026/10/20/ferry-to-skell-goes-electric`, `${binhai}/`]) {
      demo.setEdition(0);
      const { etag = '', 'last-modified': since = '' } = (await get(url)).headers;
      expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
      expect((await get(url, { 'if-modified-since': since })).status).toBe(304);
      demo.setEdition(1);
      const changed = await get(url, { 'if-none-match': etag });
      expect(changed.status).toBe(200);
      expect(Date.parse(changed.headers['last-modified'] ?? '')).toBeGreaterThan(Date.parse(since));
    }
    expect(await text(`${harbour}/2026/10/20/ferry-to-skell-goes-electric`)).toContain('2,150 passengers');
  });

  it('serves every medium, whole and in ranges', async () => {
    for (const { url } of expected.media) expect((await get(url)).status, url).toBe(200);
    const clip = `${harbour}/media/pilot.mp4`;
    const whole = (await get(clip)).body;
    const part = await get(clip, { range: 'bytes=4-7' });
    expect(part.status).toBe(206);
    expect(part.body.toString('latin1')).toBe('ftyp');
    expect(part.headers['content-range']).toBe(`bytes 4-7/${whole.length}`);
    expect((await get(clip, { range: 'bytes=-10' })).body).toEqual(whole.subarray(-10));
    expect((await get(clip, { range: `bytes=${whole.length}-` })).status).toBe(416);
  });

  it('serves the children of both manifests and the real players', async () => {
    for (const list of ['carriers/v0.m3u8', 'carriers/v1.m3u8', 'seagrass/index.m3u8']) {
      const playlist = await text(`${harbour}/media/${list}`);
      for (const [segment] of playlist.matchAll(/^[^#\s].*$/gm)) {
        const { status, body } = await get(new URL(segment, `${harbour}/media/${list}`).href);
        expect({ status, firstBody: body[0] }).toEqual({ status: 200, firstBody: 0x47 }); // MPEG-TS sync byte
      }
    }
    expect((await get(`${harbour}/media/blade/init-stream0.m4s`)).status).toBe(200);
    expect(await text(`${harbour}/vendor/hls.min.js`)).toContain('EXT-X-STREAM-INF');
    expect((await get(`${harbour}/vendor/dash.all.min.js`)).status).toBe(200);
    expect((await get(`${harbour}/media/../package.json`)).status).toBe(404);
    expect((await get(`${harbour}/media/%2e%2e/server.ts`)).status).toBe(404);
  });

  it('has a page gone, one moved, one without a body, and one forbidden', async () => {
    for (const { url, reason } of expected.drops)
      expect((await get(url)).status, url).toBe(reason === 'gone' ? 404 : 200);
    for (const { url, to } of expected.redirects) {
      const { status, headers } = await get(url);
      expect({ status, href: new URL(headers.location ?? '', url).href }).toEqual({ status: 301, href: to });
    }
    expect(await text(`${harbour}/robots.txt`)).toContain('Disallow: /subscribers/');
    expect(await text(`${harbour}/2026/11/03/ferry-timetable-consultation`)).toMatch(/story-body"><!--[^>]*--><\/div>/);
    const front = await text(`${harbour}/`);
    for (const { url } of [...expected.failures, ...expected.drops, ...expected.redirects])
      expect(front).toContain(`href="${new URL(url).pathname}"`);
  });

  it('hangs in the middle of a page, and is cut where a time is given', async () => {
    const short = await startDemo({ hungMs: 60 });
    try {
      const hung = expected.failures.find(({ reason }) => reason === 'timed-out')?.url ?? '';
      await expect(ask(short.port, hung)).rejects.toThrow(/aborted|hang up|ECONNRESET/);
      expect(short.requests).toEqual([
        { host: 'harbour-gazette.example', path: new URL(hung).pathname, method: 'GET', status: 200 },
      ]);
    } finally {
      await short.close();
    }
  });

  it('closes although an answer hangs', async () => {
    const asked = Promise.withResolvers<void>();
    const other = await startDemo({ onRequest: asked.resolve });
    const hung = expected.failures.find(({ reason }) => reason === 'timed-out')?.url ?? '';
    const waiting = ask(other.port, hung);
    const ended = expect(waiting).rejects.toThrow();
    await asked.promise;
    await other.close();
    await ended;
  });
});
