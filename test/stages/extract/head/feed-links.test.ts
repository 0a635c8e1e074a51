import { describe, expect, it } from 'vitest';
import { findFeeds } from '../../../../src/stages/extract/head/feed-links.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const page = 'https://blog.example/news/';
const feedsOf = (head: string) => findFeeds(parsePage(`<head>${head}</head><body><p>text</p></body>`).document, page);

describe('findFeeds', () => {
  it.each([
    ['RSS', '<link rel="alternate" type="application/rss+xml" href="/feed/">', 'https://blog.example/feed/'],
    ['Atom', '<link rel=alternate type=application/atom+xml href=atom.xml>', 'https://blog.example/news/atom.xml'],
    [
      'RSS 1.0',
      '<link rel="alternate" type="application/rdf+xml" href="/index.rdf">',
      'https://blog.example/index.rdf',
    ],
    ['JSON Feed', '<link rel="alternate" type="application/feed+json" href="/f.json">', 'https://blog.example/f.json'],
    [
      'any case, a charset, several relations',
      '<LINK REL="home Alternate" TYPE="Application/RSS+XML; charset=utf-8" HREF=" /feed ">',
      'https://blog.example/feed',
    ],
    [
      'a base',
      '<base href="https://cdn.blog.example/x/"><link rel=alternate type=application/rss+xml href=f.xml>',
      'https://cdn.blog.example/x/f.xml',
    ],
    [
      'a section of opinion articles',
      '<link rel="alternate" type="application/rss+xml" title="Commentary" href="/commentary/feed/">',
      'https://blog.example/commentary/feed/',
    ],
    [
      'another host: the crawl decides whether it is the same site',
      '<link rel="alternate" type="application/rss+xml" href="https://feeds.feedburner.com/blog">',
      'https://feeds.feedburner.com/blog',
    ],
  ])('takes %s', (_, head, feed) => {
    expect(feedsOf(head)).toEqual([feed]);
  });

  it.each([
    ['another language of the page', '<link rel="alternate" hreflang="de" href="/de/">'],
    ['another layout of the page', '<link rel="alternate" media="handheld" type="text/html" href="/m/">'],
    ['an API', '<link rel="alternate" type="application/json" href="/wp-json/wp/v2/pages/2">'],
    ['oEmbed', '<link rel="alternate" type="application/json+oembed" href="/oembed?url=x">'],
    ['a style sheet', '<link rel="alternate stylesheet" type="application/rss+xml" href="/x">'],
    ['no alternate', '<link rel="self" type="application/rss+xml" href="/feed">'],
    ['no address', '<link rel="alternate" type="application/rss+xml" href=" ">'],
    ['no http', '<link rel="alternate" type="application/rss+xml" href="feed:abc">'],
    ['comments by their path', '<link rel="alternate" type="application/rss+xml" href="/comments/feed/">'],
    ['comments by their query', '<link rel="alternate" type="application/rss+xml" href="/?feed=comments-rss2">'],
    [
      'comments of one page by their title',
      '<link rel="alternate" type="application/rss+xml" title="Blog » Kommentar-Feed zu Harbour" href="/harbour/feed/">',
    ],
    ['a link of the text', '<a rel="alternate" type="application/rss+xml" href="/feed">RSS</a>'],
  ])('leaves out %s', (_, head) => {
    expect(feedsOf(head)).toEqual([]);
  });

  it('gives each once, in document order, at most twenty', () => {
    const link = (n: number) => `<link rel="alternate" type="application/rss+xml" href="/feed-${n}">`;
    const feeds = feedsOf([2, 1, 2, ...Array.from({ length: 50 }, (_, n) => n + 3)].map(link).join(''));
    expect({ feedCount: feeds.length, firstFeed: feeds[0], secondFeed: feeds[1] }).toEqual({
      feedCount: 20,
      firstFeed: 'https://blog.example/feed-2',
      secondFeed: 'https://blog.example/feed-1',
    });
  });
});
