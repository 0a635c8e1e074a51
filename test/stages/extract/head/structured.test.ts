import { describe, expect, it } from 'vitest';
import { parseLoose } from '../../../../src/stages/extract/head/json-ld.ts';
import { readStructured } from '../../../../src/stages/extract/head/structured.ts';
import { parsePage } from '../../../../src/stages/extract/page/parse.ts';

const read = (html: string) => readStructured(parsePage(html));
const ld = (value: unknown) =>
  `<script type="application/ld+json">${typeof value === 'string' ? value : JSON.stringify(value)}</script>`;

describe('parseLoose', () => {
  it.each([
    ['{"a": "x",}', { a: 'x' }],
    ['{"a": [1, 2,],}', { a: [1, 2] }],
    ['{"a": "two\nlines"}', { a: 'two\nlines' }],
    ['<!-- {"a": 1} -->', { a: 1 }],
    ['{"a": "keeps ,} in strings"};', { a: 'keeps ,} in strings' }],
  ])('repairs %s', (text, value) => expect(parseLoose(text)).toEqual(value));

  it('gives null for invalid JSON', () => expect(parseLoose('{a: b c')).toBeNull());
});

describe('readStructured', () => {
  it('finds the article in a graph and resolves references', () => {
    const { article } = read(
      ld({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebSite', '@id': '#site', name: 'The Gazette' },
          {
            '@type': ['NewsArticle'],
            headline: 'Bridge &amp; ferry',
            author: [{ '@id': '#ada' }],
            publisher: { '@id': '#site' },
            datePublished: '2026-11-20T09:00:00Z',
            image: { url: '/b.jpg' },
          },
          { '@type': 'Person', '@id': '#ada', name: 'Ada Marsh' },
        ],
      }),
    );
    expect(article).toMatchObject({
      headline: 'Bridge & ferry',
      authors: ['Ada Marsh'],
      publisher: 'The Gazette',
      images: ['/b.jpg'],
    });
  });

  it('takes the article with the headline of the page, and none from a list', () => {
    const html = `<title>Second story</title>${ld([
      { '@type': 'Article', headline: 'First story' },
      { '@type': 'Article', headline: 'Second story' },
    ])}`;
    expect(read(html).article?.headline).toBe('Second story');
    const list = read(ld({ '@type': 'ItemList', itemListElement: [{ '@type': 'NewsArticle', headline: 'Other' }] }));
    expect(list.article).toBeNull();
    expect([...list.types]).toEqual(['ItemList']);
  });

  it('prefers persons to organisations', () => {
    const { article } = read(
      ld({
        '@type': 'NewsArticle',
        author: [
          { '@type': 'Organization', name: 'Gazette' },
          { '@type': 'Person', name: 'Ada Marsh' },
        ],
      }),
    );
    expect(article?.authors).toEqual(['Ada Marsh']);
  });

  it('reads VideoObject if there is no article', () => {
    const { article } = read(ld({ '@type': 'VideoObject', name: 'The bridge', uploadDate: '2026-11-20' }));
    expect(article).toMatchObject({ headline: 'The bridge', published: '2026-11-20' });
  });

  it('reads all kinds of meta elements, and continues after a broken script', () => {
    const { meta, article } = read(
      `${ld('{broken')}${ld({ '@type': 'NewsArticle', headline: 'H' })}<meta property="og:title" content="A &amp;amp; B"><meta name="DC.Date.Issued" content="2026-11-20"><link rel="canonical" href="/x">`,
    );
    expect(article?.headline).toBe('H');
    expect(meta.first('og:title')).toBe('A & B');
    expect(meta.first('dc.date.issued')).toBe('2026-11-20');
    expect(meta.canonical).toBe('/x');
  });
});
