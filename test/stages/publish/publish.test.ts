import fc from 'fast-check';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { toJsonLine } from '../../../src/cli/store/export-content.ts';
import type { StoredArticle } from '../../../src/model/article/article.ts';
import { csvHeader, toCsvLine } from '../../../src/stages/publish/csv.ts';
import { toFeed } from '../../../src/stages/publish/feed.ts';
import { article, at, mediaItem } from '../../storage/records.ts';

const stored = (given: Partial<StoredArticle> = {}): StoredArticle => {
  const { joins: _joins, ...rest } = article('a1');
  const verdict = {
    status: 'published',
    cluster: 'c1',
    canonicalId: 'a1',
    relation: null,
    revision: 1,
    inLinks: 0,
  } as const;
  return { ...rest, ...verdict, updatedAt: at(3), ...given };
};
const meta = {
  title: 'A & <B>',
  description: 'said',
  homeUrl: 'http://127.0.0.1/',
  feedUrl: 'http://127.0.0.1/f',
  at: at(9),
};
const hostile = 'Bread & <b>"butter"</b> ]]> \u0000\u0008\ud800 港口';

describe('toFeed', () => {
  it('writes RSS that says what the article says, media included', () => {
    const media = [mediaItem('http://cdn.example/v.m3u8'), mediaItem('http://cdn.example/ad.mp4', { role: 'ad' })];
    const { title, items } = parseRssFeed(toFeed([stored({ title: hostile, media })], meta, 'rss'));
    expect(title).toBe('A & <B>');
    expect(items?.[0]?.title).toBe('Bread & <b>"butter"</b> ]]> 港口');
    expect(items?.[0]?.link).toBe('http://gazette.example/a1');
    expect(items?.[0]?.guid).toEqual({ value: 'a1', isPermaLink: false });
    expect(new Date(items?.[0]?.pubDate ?? '').toISOString()).toBe('2026-11-20T10:00:00.000Z');
    expect(items?.[0]?.media?.contents?.map(({ url }) => url)).toEqual(['http://cdn.example/v.m3u8']);
    expect(items?.[0]?.dc?.creators).toEqual(['Ada Example']);
    expect(items?.[0]?.categories?.map(({ name }) => name)).toEqual(['energy', 'business', 'a']);
  });

  it('says of a medium what is known of it, and makes nothing up', () => {
    const probe = { status: 206, magic: 'mp4', sizeBytes: 1_234_567, acceptsRange: true, needs: [] };
    const file = { delivery: 'progressive' } as const;
    const blank = { mimeType: null, variants: [], expiresAt: null };
    const media = [
      { ...mediaItem('http://cdn.example/film', { ...blank, probe }), ...file },
      mediaItem('http://cdn.example/list.m3u8', { ...blank, probe: { ...probe, magic: null, sizeBytes: 900 } }),
      { ...mediaItem('http://cdn.example/unknown', blank), ...file },
    ];
    const known = { url: 'http://cdn.example/film', type: 'video/mp4' };
    const hls = { url: 'http://cdn.example/list.m3u8', type: 'application/vnd.apple.mpegurl' };
    const unknown = { url: 'http://cdn.example/unknown' };
    const rss = parseRssFeed(toFeed([stored({ media })], meta, 'rss')).items?.[0];
    expect(rss?.enclosures).toEqual([{ ...known, length: 1_234_567 }]);
    expect(rss?.media?.contents).toEqual([{ ...known, fileSize: 1_234_567 }, hls, unknown]);
    const atom = parseAtomFeed(toFeed([stored({ media })], meta, 'atom')).entries?.[0];
    const links = atom?.links?.filter(({ rel }) => rel === 'enclosure').map(({ rel: _, ...link }) => link);
    expect(links).toEqual([
      { href: known.url, type: known.type, length: 1_234_567 },
      { href: hls.url, type: hls.type },
      { href: unknown.url },
    ]);
    const json = parseJsonFeed(JSON.parse(toFeed([stored({ media })], meta, 'json'))).items?.[0];
    expect(json?.attachments).toEqual([
      { url: known.url, mime_type: known.type, size_in_bytes: 1_234_567 },
      { url: hls.url, mime_type: hls.type },
    ]);
  });

  it('writes Atom with the time of the update, and never invents a date', () => {
    const { entries } = parseAtomFeed(toFeed([stored({ publishedAt: null, authors: [] })], meta, 'atom'));
    expect(entries?.[0]?.id).toBe('urn:newshawk:a1');
    expect(new Date(entries?.[0]?.updated ?? '').getTime()).toBe(at(3).getTime());
    expect(entries?.[0]?.published).toBeUndefined();
    expect(entries?.[0]?.authors).toEqual([{ name: 'gazette.example' }]);
  });

  it('writes JSON Feed', () => {
    const feed = parseJsonFeed(JSON.parse(toFeed([stored()], meta, 'json')));
    expect(feed.feed_url).toBe('http://127.0.0.1/f');
    expect(feed.items?.[0]).toMatchObject({
      id: 'a1',
      title: 'Title of a1',
      language: 'en',
      tags: ['energy', 'business', 'a'],
    });
  });

  it.each(['rss', 'atom', 'json'] as const)('writes a feed without articles (%s)', (format) => {
    expect(toFeed([], meta, format)).toContain('http://127.0.0.1/');
  });

  it('gives back any title in RSS and Atom', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), (title) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML can't hold
        const said = title.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
        fc.pre(said.trim() === said && said !== '' && !/[\r\n\t]|&[#\w]+;|\p{Cf}|\p{Zs}|\p{Cc}/u.test(said));
        const rss = parseRssFeed(toFeed([stored({ title: `x${title}` })], meta, 'rss'));
        expect(rss.items?.[0]?.title).toBe(`x${said}`);
      }),
      { numRuns: 50 },
    );
  });
});

/** RFC 4180, for the test only. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('csv', () => {
  it('has a header and one record an article', () => {
    const names = ['rating', 'tickers', 'price'];
    const rows = parseCsv(
      [
        csvHeader(names),
        toCsvLine(stored(), names),
        toCsvLine(stored({ data: { price: { amount: 1.5, currency: 'EUR' } } }), names),
      ].join(''),
    );
    expect(rows).toHaveLength(3);
    expect(rows[0]?.slice(-3)).toEqual(['data.rating', 'data.tickers', 'data.price']);
    expect(rows.slice(1).map((row) => row.slice(-3))).toEqual([
      ['4.5', 'ABC', ''],
      ['', '', '1.5 EUR'],
    ]);
    expect(rows[0]?.slice(0, 4)).toEqual(['id', 'url', 'site', 'title']);
    expect(rows[1]?.[3]).toBe('Title of a1');
  });

  it('makes a formula text: a spreadsheet would run it', () => {
    const [cells] = parseCsv(toCsvLine(stored({ title: '=HYPERLINK("http://evil.example")', authors: ['@SUM(1)'] })));
    expect(cells?.[3]).toBe(`'=HYPERLINK("http://evil.example")`);
    expect(cells?.[4]).toBe("'@SUM(1)");
    expect(cells?.at(-1)).toBe('business');
  });

  it('gives back any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const [cells] = parseCsv(toCsvLine(stored({ title: `t${text}`, body: `b,"${text}\n` })));
        expect(cells?.[3]).toBe(`t${text}`);
        expect(cells?.[15]).toBe(`b,"${text}\n`);
      }),
    );
  });
});

describe('toJsonLine', () => {
  it('is one line, whatever the text holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = toJsonLine(stored({ title: `${text}\u2028\u2029\n` }));
        expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(JSON.parse(line).title).toBe(`${text}\u2028\u2029\n`);
      }),
    );
  });
});
