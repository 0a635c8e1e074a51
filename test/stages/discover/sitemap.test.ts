import { describe, expect, it } from 'vitest';
import { readSitemapText } from '../../../src/stages/discover/sitemap.ts';

const base = 'https://gazette.example/sitemap.xml';
const urlset = (entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${entries}</urlset>`;
const urls = (text: string): string[] => readSitemapText(text, base, 50_000).links.map(({ url }) => url);

describe('readSitemapText', () => {
  it('reads a urlset: entities in addresses, lastmod as a date, one entry or many', () => {
    const { links } = readSitemapText(
      urlset('<url><loc> https://gazette.example/a?x=1&amp;copy=2 </loc><lastmod>2026-11-21</lastmod></url>'),
      base,
      50_000,
    );
    expect(links).toEqual([
      {
        url: 'https://gazette.example/a?copy=2&x=1',
        asWritten: 'https://gazette.example/a?x=1&copy=2',
        foundOn: base,
        anchorText: '',
        context: '',
        region: 'content',
        publishedAt: '2026-11-21',
      },
    ]);
    expect(urls(urlset('<url><loc>/a</loc></url><url><loc>/b</loc></url><url><loc>/a</loc></url>'))).toHaveLength(2);
  });

  it('reads the news extension, and is not confused by pictures', () => {
    const entry =
      '<url><loc>https://gazette.example/a</loc><lastmod>2026-11-22</lastmod><image:image><image:loc>https://gazette.example/a.jpg</image:loc><image:title>A ship</image:title></image:image><news:news><news:publication><news:name>G</news:name></news:publication><news:publication_date>2026-11-21T10:00:00+08:00</news:publication_date><news:title>Port &amp; storm</news:title></news:news></url>';
    expect(readSitemapText(urlset(entry), base, 50_000).links).toMatchObject([
      { url: 'https://gazette.example/a', anchorText: 'Port & storm', publishedAt: '2026-11-21T02:00:00.000Z' },
    ]);
  });

  it('reads an index: the newest last', () => {
    const index =
      '<sitemapindex><sitemap><loc>/new.xml</loc><lastmod>2026-11-21</lastmod></sitemap><sitemap><loc>/undated.xml.gz</loc></sitemap><sitemap><loc>/old.xml</loc><lastmod>2020-01-01</lastmod></sitemap></sitemapindex>';
    const { links, sitemaps } = readSitemapText(index, base, 50_000);
    expect(links).toEqual([]);
    expect(sitemaps.map((url) => new URL(url).pathname)).toEqual(['/undated.xml.gz', '/old.xml', '/new.xml']);
  });

  it('reads plain lines and feeds, as the protocol allows', () => {
    expect(urls('https://gazette.example/a\r\nhttps://gazette.example/b\n\n')).toHaveLength(2);
    expect(
      urls('<rss version="2.0"><channel><title>t</title><item><title>A</title><link>/a</link></item></channel></rss>'),
    ).toEqual(['https://gazette.example/a']);
  });

  it('saves the whole entries of one that is cut off', () => {
    expect(
      urls(`${urlset('<url><loc>/a</loc></url><url><loc>/b</loc></url>').slice(0, -9)}<url><loc>https://gaz`),
    ).toEqual(expect.arrayContaining(['https://gazette.example/a', 'https://gazette.example/b']));
  });

  it('expands no entities and opens no files', () => {
    const hostile =
      '<!DOCTYPE u [<!ENTITY e SYSTEM "file:///etc/hostname">]><urlset><url><loc>https://gazette.example/&e;</loc></url></urlset>';
    expect(urls(hostile)).toEqual(['https://gazette.example/&e;']);
  });

  it('says what it got instead', () => {
    for (const text of ['<!doctype html><html></html>', 'Not found', '', '<xml/>']) {
      expect(() => readSitemapText(text, base, 50_000), text).toThrow(/sitemap\.xml is no sitemap/);
    }
  });

  it('takes the newest entries of a long sitemap, and counts the others', () => {
    const day = (n: number) => `2026-0${1 + (n % 9)}-11`;
    const many = (count: number, filler = '') =>
      Array.from({ length: count }, (_, n) => `<url><loc>/${n}</loc><lastmod>${day(n)}</lastmod>${filler}</url>`).join(
        '',
      );
    const small = readSitemapText(urlset(many(90)), base, 10);
    expect(small.links.map(({ publishedAt }) => publishedAt)).toEqual(Array(10).fill('2026-09-11'));
    expect(small.left).toBe(80);
    // a document that is not built as a tree: the protocol's limit is 50,000
    const huge = readSitemapText(urlset(many(200_000)), base, 1_000);
    expect({ linkCount: huge.links.length, left: huge.left }).toEqual({ linkCount: 1_000, left: 199_000 });
    expect(new Set(huge.links.map(({ publishedAt }) => publishedAt))).toEqual(new Set(['2026-09-11']));
    expect(huge.links[0]?.url).toBe('https://gazette.example/8');
    const news = ['2026-03-01', '2026-03-09', '2026-03-05'].map(
      (date, n) =>
        `<url><loc>/${n}</loc><news:news><news:publication_date>${date}</news:publication_date></news:news></url>`,
    );
    expect(readSitemapText(urlset(news.join('')), base, 1).links[0]?.publishedAt).toContain('2026-03-09');
    const undated = readSitemapText(urlset('<url><loc>/a</loc></url><url><loc>/b</loc></url>'), base, 1);
    expect({ url: undated.links[0]?.url, left: undated.left }).toEqual({ url: 'https://gazette.example/a', left: 1 });
    const lines = Array.from({ length: 30 }, (_, n) => `https://gazette.example/${n}`).join('\n');
    expect(readSitemapText(lines, base, 10)).toMatchObject({ left: 20, links: { length: 10 } });
  });
});
