import fc from 'fast-check';
import { parseAtomFeed, parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import type { StoredArticle } from '../../../src/model/article/article.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { type FeedMeta, toFeed } from '../../../src/stages/publish/feed.ts';
import { article, at, mediaItem } from '../../storage/records.ts';
import { brokenJsonFeed, brokenRules } from '../../support/feeds/feed-rules.ts';

const stored = (id: string, given: Partial<StoredArticle> = {}): StoredArticle => {
  const { joins: _joins, ...rest } = article(id);
  const verdict = {
    status: 'published',
    cluster: id,
    canonicalId: id,
    relation: null,
    revision: 1,
    inLinks: 0,
  } as const;
  return { ...rest, ...verdict, updatedAt: at(3), ...given };
};
const base = 'https://news.example/v1/feeds/all';
const meta: FeedMeta = {
  title: 'newshawk: 港口 & <co>',
  description: 'Articles',
  homeUrl: 'https://news.example/',
  feedUrl: `${base}.rss`,
  hubs: ['https://hub.example/'],
  pages: { self: `${base}.rss?page=2`, first: `${base}.rss`, previous: `${base}.rss`, next: `${base}.rss?page=3` },
  at: at(9),
};
const allBroken = (articles: readonly StoredArticle[], of: FeedMeta = meta): string[] => [
  ...brokenRules(toFeed(articles, of, 'rss'), 'rss'),
  ...brokenRules(toFeed(articles, of, 'atom'), 'atom'),
  ...brokenJsonFeed(toFeed(articles, of, 'json')),
];

/** Control characters, emoji, right to left, ends of CDATA, entities, half surrogates, markup, other scripts. */
const hostile = fc.oneof(
  fc.constantFrom(
    ']]>',
    '<![CDATA[x]]>',
    '\u0000\u0008\u000b\u001b',
    '\ufffe\uffff',
    '\ud800',
    '👩‍👩‍👧‍👦🚢',
    '\u202eevil\u202c',
    'مرحبا بالعالم',
    '&amp;&lt;&#0;&nbsp;&unknown;',
    '<script>alert(1)</script>',
    '"\'><img src=x onerror=alert(1)>',
    '港口',
    '-->',
    '<?xml?>',
    '   ',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const hostileText = fc.array(hostile, { maxLength: 4 }).map((parts) => parts.join(''));

describe('the rules of the feed validator', () => {
  it('hold for any text that a page may have', () => {
    const record = fc.record({
      title: hostileText,
      description: fc.option(hostileText),
      authors: fc.array(hostileText, { maxLength: 2 }),
      tags: fc.array(hostileText, { maxLength: 3 }),
      body: hostileText,
      lang: fc.constantFrom('en', 'zh-Hans', 'nonsense tag', '', null),
      leadImage: fc.constantFrom('https://x.example/a b.jpg', 'data:image/png;base64,AA', '/relative.png', null),
    });
    fc.assert(
      fc.property(record, (given) => {
        expect(allBroken([stored('a1', given), stored('a2')])).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('hold for media of any kind, and those that no reader can fetch are left out', () => {
    const probe = { status: 206, magic: 'mp4', sizeBytes: 12_345, acceptsRange: true, needs: [] };
    const media = [
      {
        ...mediaItem('https://v.example/film one.mp4', { mimeType: 'video/mp4; codecs="avc1"', probe }),
        delivery: 'progressive' as const,
      },
      mediaItem('https://v.example/a.m3u8', { mimeType: 'video' }),
      mediaItem('inline:manifest', {}),
      mediaItem('mse:1', {}),
      mediaItem('data:application/x-mpegurl,x', {}),
    ];
    const articles = [stored('a1', { media })];
    expect(allBroken(articles)).toEqual([]);
    const [item] = parseRssFeed(toFeed(articles, meta, 'rss')).items ?? [];
    expect(item?.enclosures).toEqual([{ url: 'https://v.example/film%20one.mp4', type: 'video/mp4', length: 12_345 }]);
    expect(item?.media?.contents).toHaveLength(2);
  });

  it('hold for feeds without articles, as files, and in several languages', () => {
    expect(allBroken([])).toEqual([]);
    expect(allBroken([stored('a1')], { ...meta, feedUrl: null, hubs: [] })).toEqual([]);
    const languages = (...langs: string[]) =>
      parseRssFeed(
        toFeed(
          langs.map((lang, index) => stored(`a${index}`, { lang })),
          meta,
          'rss',
        ),
      ).language;
    expect(languages('zh', 'zh')).toBe('zh');
    expect(languages('zh', 'en')).toBeUndefined();
  });

  it('find what breaks them', () => {
    const rss = toFeed([stored('a1'), stored('a2')], meta, 'rss');
    const breaks: [string, string, string][] = [
      ['<guid isPermaLink="false">a2<', '<guid isPermaLink="false">a1<', 'guids are unique'],
      ['<link>http://gazette.example/a1<', '<link>/a1<', 'links are absolute'],
      [' GMT</pubDate>', '</pubDate>', 'dates are RFC 822'],
      ['<channel>', '<channel>&#8;', 'it is no XML'],
      ['rel="self"', 'rel="self" type="nothing"', 'types are media types'],
    ];
    for (const [from, to, rule] of breaks) {
      expect(rss).toContain(from);
      expect(brokenRules(rss.replace(from, to), 'rss').join('\n')).toContain(rule);
    }
    const scripted = toFeed([stored('a1', { bodyHtml: '<a href="/x">y</a><script>1</script>' })], meta, 'atom');
    expect(brokenRules(scripted, 'atom')).toHaveLength(2);
  });

  it('an update keeps the id, and moves `updated`', () => {
    const before = stored('a1', { canonicalUrl: canonicalUrl('http://gazette.example/a1') });
    const after = { ...before, revision: 2, title: 'Another headline', updatedAt: at(30) };
    const [first, second] = [before, after].map((one) => parseAtomFeed(toFeed([one], meta, 'atom')).entries?.[0]);
    expect(second?.id).toBe(first?.id);
    expect(Date.parse(second?.updated ?? '')).toBeGreaterThan(Date.parse(first?.updated ?? ''));
    const guids = [before, after].map((one) => parseRssFeed(toFeed([one], meta, 'rss')).items?.[0]?.guid?.value);
    expect(guids).toEqual(['a1', 'a1']);
  });

  it('names hubs and pages', () => {
    const links = [
      { rel: 'self', href: `${base}.rss?page=2` },
      { rel: 'hub', href: 'https://hub.example/' },
      { rel: 'first', href: `${base}.rss` },
      { rel: 'previous', href: `${base}.rss` },
      { rel: 'next', href: `${base}.rss?page=3` },
    ];
    expect(parseRssFeed(toFeed([], meta, 'rss')).atom?.links).toEqual(links);
    expect(parseAtomFeed(toFeed([], meta, 'atom')).links?.slice(0, 5)).toEqual(links);
    expect(JSON.parse(toFeed([], meta, 'json'))).toMatchObject({
      hubs: [{ type: 'WebSub', url: 'https://hub.example/' }],
      next_url: `${base}.rss?page=3`,
    });
  });
});
