import { describe, expect, it } from 'vitest';
import type { SearchEngine } from '../../../../src/model/seed/search.ts';
import { parseSearchEngines } from '../../../../src/settings/search-engines.ts';
import { readSearchAnswer } from '../../../../src/stages/discover/search/read-results.ts';
import { searchAddress } from '../../../../src/stages/discover/search/search-address.ts';

const [searxng, rss] = parseSearchEngines(
  'searxng:https://search.example/meta, rss:https://news.example/rss?q={query}&hl={language}&a=1,2',
) as [SearchEngine, SearchEngine];

describe('search engines of the configuration', () => {
  it('are a list; a comma may be part of an address', () => {
    expect({ searxng, rss }).toEqual({
      searxng: { name: 'search.example', kind: 'searxng', address: 'https://search.example/meta' },
      rss: { name: 'news.example', kind: 'rss', address: 'https://news.example/rss?q={query}&hl={language}&a=1,2' },
    });
    expect(parseSearchEngines('')).toEqual([]);
    const twice = parseSearchEngines('searxng:https://a.example,rss:https://a.example/rss?q={query}');
    expect(twice.map(({ name }) => name)).toEqual(['a.example', 'a.example (2)']);
  });

  it.each([
    'search.example',
    'searxng:search.example',
    'bing:https://news.example/',
    'rss:https://',
    'searxng:ftp://a.example',
  ])('refuses %s and says what to write', (text) => {
    expect(() => parseSearchEngines(text)).toThrow(/searxng:https:\/\//);
  });

  it('refuses a template without its query', () => {
    expect(() => parseSearchEngines('rss:https://news.example/rss')).toThrow('needs {query}');
  });
});

describe('the address of a question', () => {
  it('has the documented parameters of SearXNG; those of the configuration win', () => {
    expect(searchAddress(searxng, 'harbour & ferry', 'de')).toBe(
      'https://search.example/meta/search?categories=news&time_range=month&language=de&q=harbour+%26+ferry&format=json',
    );
    const own = { ...searxng, address: 'https://search.example/search?categories=science&language=fr' };
    expect(searchAddress(own, 'tide', 'de')).toBe(
      'https://search.example/search?categories=science&language=fr&time_range=month&q=tide&format=json',
    );
    expect(searchAddress(searxng, 'tide', null)).not.toContain('language');
  });

  it('is the filled template', () => {
    expect(searchAddress(rss, 'harbour & ferry', 'en')).toBe(
      'https://news.example/rss?q=harbour%20%26%20ferry&hl=en&a=1,2',
    );
    expect(searchAddress(rss, 'tide', null)).toBe('https://news.example/rss?q=tide&hl=&a=1,2');
  });
});

describe('the answer of SearXNG', () => {
  const read = (answer: unknown) => readSearchAnswer(searxng, JSON.stringify(answer), 'https://search.example/search');

  it('gives its results in order, and the engines that did not answer it', () => {
    const answer = read({
      query: 'harbour',
      results: [
        {
          url: 'https://gazette.example/a',
          title: 'Harbour &amp; <b>bridge</b>',
          content: 'It reopens.',
          publishedDate: '2026-11-20T10:00:00',
          score: 3,
          engines: ['x'],
        },
        { url: 'https://herald.example/b', title: null, content: 7 },
        { url: 'javascript:alert(1)', title: 'no page' },
        'no result',
      ],
      unresponsive_engines: [['other', 'timeout']],
    });
    expect(answer).toEqual({
      results: [
        {
          url: 'https://gazette.example/a',
          title: 'Harbour & bridge',
          snippet: 'It reopens.',
          publishedAt: '2026-11-20T10:00:00.000Z',
        },
        { url: 'https://herald.example/b', title: '', snippet: '', publishedAt: null },
      ],
      notes: ['search.example: no answer from other timeout'],
    });
  });

  it.each(['<!doctype html><title>Search</title>', '{"error":"x"}', '[]', 'null', ''])('is not %s', (body) => {
    expect(() => readSearchAnswer(searxng, body, 'https://search.example/search')).toThrow(/NEWSHAWK_SEARCH_ENGINES/);
  });
});

describe('the answer of an RSS engine', () => {
  const feed = (items: string) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items}</channel></rss>`;
  const urlsOf = (items: string) =>
    readSearchAnswer(rss, feed(items), 'https://www.news.example/rss').results.map(({ url }) => url);

  it('gives the pages themselves: links, parameters of redirects, else the publisher', () => {
    const items = [
      '<item><title>A</title><link>https://gazette.example/a</link></item>',
      '<item><title>B</title><link>https://news.example/click?tid=1&amp;url=https%3a%2f%2fherald.example%2fb</link></item>',
      '<item><title>C</title><link>https://news.example/articles/CBMi</link><source url="https://courier.example">Courier</source></item>',
      '<item><title>D</title><link>https://news.example/articles/own</link></item>',
      '<item><title>E</title><link>https://post.example/e?ref=https://ads.example/</link></item>',
    ];
    expect(urlsOf(items.join(''))).toEqual([
      'https://gazette.example/a',
      'https://herald.example/b',
      'https://courier.example/',
      'https://news.example/articles/own',
      'https://post.example/e?ref=https://ads.example/',
    ]);
  });

  it('is an error that quotes what came instead', () => {
    expect(() => readSearchAnswer(rss, '<html>captcha</html>', 'https://news.example/rss')).toThrow(/captcha/);
  });
});
