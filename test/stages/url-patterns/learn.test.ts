import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { KnownAddress } from '../../../src/model/web/url-pattern.ts';
import { expressionFault } from '../../../src/stages/url-patterns/check-expression.ts';
import { addressClassifier } from '../../../src/stages/url-patterns/classify-address.ts';
import { learnSitePatterns } from '../../../src/stages/url-patterns/learn.ts';
import { siteOf, typedAddress } from '../../../src/stages/url-patterns/typed-address.ts';
import { gazette, known, slug } from './site-addresses.ts';

const site = 'gazette.example';
const classOf = (addresses: readonly KnownAddress[]) => {
  const classify = addressClassifier(learnSitePatterns(site, addresses));
  return (path: string) => classify(canonicalUrl(`https://www.gazette.example${path}`)).class;
};

const newAddresses = [
  ['a section that nobody saw', `/politics/${slug(91)}`, 'article'],
  ['a known section', `/world/${slug(92)}`, 'article'],
  ['a tag as long as a title', `/tag/${slug(93)}`, 'listing'],
  ['an author', '/author/jane-doe', 'other'],
  ['a section', '/world', 'listing'],
  ['a further page', '/sport?page=7', 'listing'],
  ['a subsection', '/world/europe', 'listing'],
  ['a kind of directory that nobody saw', `/gallery/${slug(94)}`, 'other'],
  ['a link with a referrer', `/world/${slug(95)}?ref=home`, 'article'],
] as const;

describe('patterns learned from labels', () => {
  const classify = classOf(gazette((label) => label));
  it.each(newAddresses)('%s: %s is %s', (_, path, expected) => expect(classify(path)).toBe(expected));

  it('learn from a plain yes or no', () => {
    const yesOrNo = classOf(gazette((label) => (label === 'article' ? 'article' : 'no-article')));
    expect(newAddresses.map(([, path]) => yesOrNo(path))).toEqual(newAddresses.map(([, , expected]) => expected));
  });

  it('bear wrong labels', () => {
    const noisy = gazette((label) => label).map(
      ({ url, label }, at) =>
        ({ url, label: at % 12 === 5 ? (label === 'article' ? 'other' : 'article') : label }) as const,
    );
    const fromNoise = classOf(noisy);
    expect(newAddresses.map(([, path]) => fromNoise(path) === 'article')).toEqual(
      newAddresses.map(([, , expected]) => expected === 'article'),
    );
  });
});

describe('patterns learned without labels', () => {
  const classify = classOf(gazette(() => null));
  it.each(newAddresses)('%s: %s is %s', (_, path, expected) => expect(classify(path)).toBe(expected));
});

describe('patterns of other systems', () => {
  const numbers = Array.from({ length: 14 }, (_, at) => 4_100_000 + at * 7_919);
  it.each<[string, KnownAddress[], string, string]>([
    [
      'numbers in the query',
      numbers.flatMap((id) => [known(`/view.php?id=${id}`, 'article'), known(`/list.php?cat=${id % 30}`, 'listing')]),
      '/view.php?id=9876543',
      'article',
    ],
    ['another script', numbers.map((id) => known(`/view.php?id=${id}`, 'article')), '/gallery.php?id=98765', 'unknown'],
    [
      'Chinese news by day',
      numbers.flatMap((id, at) => [
        known(`/gn/202401${10 + at}/${id}.shtml`, 'article'),
        known(`/gn/index_${at + 2}.shtml`, 'listing'),
      ]),
      '/cj/20250203/7654321.shtml',
      'article',
    ],
    [
      'content numbers',
      numbers.map((id, at) => known(`/a/2024-01/${10 + at}/content_${id}.htm`)),
      '/b/2025-02/03/content_123456.htm',
      'article',
    ],
    [
      'letters before a number',
      numbers.flatMap((id) => [
        known(`/en/${slug(id)}/a-${id}`, 'article'),
        known(`/en/${slug(id + 1)}/g-${id}`, 'other'),
      ]),
      `/en/${slug(5)}/g-61234567`,
      'other',
    ],
  ])('%s', (_, addresses, path, expected) => expect(classOf(addresses)(path)).toBe(expected));

  it('keep subdomains apart where they differ', () => {
    const addresses = numbers.flatMap((id) => [
      known(`/${slug(id)}`, 'article', 'https://news.gazette.example'),
      known(`/${slug(id + 3)}`, 'other', 'https://shop.gazette.example'),
    ]);
    const classify = addressClassifier(learnSitePatterns(site, addresses));
    expect(
      ['news', 'shop'].map((host) => classify(canonicalUrl(`https://${host}.gazette.example/${slug(77)}`)).class),
    ).toEqual(['article', 'other']);
  });
});

it('the classifier leaves open what is between an article and a list where nothing is known', () => {
  expect(addressClassifier(null)(canonicalUrl('https://a.example/world/three-word-name'))).toMatchObject({
    class: 'unknown',
    pattern: null,
  });
});

it('the classifier gives the same patterns for the same addresses, each with its evidence', () => {
  const [first, second] = [0, 1].map(() =>
    learnSitePatterns(
      site,
      gazette((label) => label),
    ),
  );
  expect(first).toEqual(second);
  expect(first?.patterns.find(({ class: name }) => name === 'article')).toMatchObject({
    support: 30,
    against: 0,
    labelled: 30,
    noArticleInARow: 0,
  });
  expect(first?.addresses).toEqual({ article: 30, listing: 16, other: 10, unlabelled: 0 });
});

it('the classifier counts how long no address of a pattern was an article', () => {
  const forms = Array.from({ length: 12 }, (_, at) => known(`/forms/${slug(at)}`, at === 4 ? 'article' : 'other'));
  expect(learnSitePatterns(site, forms).patterns.find(({ scope }) => scope === 'shape')).toMatchObject({
    class: 'other',
    noArticleInARow: 7,
  });
});

const segment = fc.oneof(
  fc.constantFrom(
    'world',
    'tag',
    'a',
    'story',
    '2024',
    '05',
    'index',
    'page-2',
    'content_123456',
    '%E4%BD%A0%E5%A5%BD',
    'x.y.html',
    '-_-',
    'a--b',
    '.',
    '%ff%fe',
  ),
  fc.stringMatching(/^[a-z0-9_.,~%-]{1,30}$/),
  fc.integer({ min: 0, max: 99_999_999 }).map(String),
  fc.integer({ min: 0, max: 500 }).map((seed) => slug(seed, 1 + (seed % 9))),
);
const address = fc
  .record({
    parts: fc.array(segment, { maxLength: 6 }),
    query: fc.constantFrom('', '?id=12345', '?page=2', '?q=a&b=c', '?', '?a&b&c&d&e&f'),
    host: fc.constantFrom('', 'www.', 'news.', 'a.b.'),
  })
  .map(({ parts, query, host }) => canonicalUrl(`https://${host}gazette.example/${parts.join('/')}${query}`));
const labels = fc.constantFrom('article', 'listing', 'other', 'no-article', null);

describe('every expression', () => {
  it('is anchored, matches its examples, and nests no quantifiers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ url: address, label: labels }), { minLength: 1, maxLength: 40 }),
        (addresses) => {
          for (const { expression, examples, counterExamples } of learnSitePatterns(site, addresses).patterns) {
            expect(expressionFault(expression)).toBeNull();
            for (const example of [...examples, ...counterExamples])
              expect(example).toMatch(new RegExp(expression, 'i'));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is met by all addresses of a cluster of its own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ url: address, label: labels }), { minLength: 2, maxLength: 30 }),
        (addresses) => {
          const { patterns } = learnSitePatterns(site, addresses);
          const texts = addresses.flatMap(({ url }) => typedAddress(url) ?? []);
          const shared = [...Map.groupBy(texts, ({ shape }) => shape).values()].filter(
            (group) => new Set(group.map(({ text }) => text)).size >= 2,
          );
          const unmet = shared.filter(
            (group) =>
              !group.some(({ text }) => patterns.some(({ expression }) => new RegExp(expression, 'i').test(text))),
          );
          expect(unmet.map((group) => group.map(({ text }) => text))).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('classifies any address without an error', () => {
    const classify = addressClassifier(
      learnSitePatterns(
        site,
        gazette((label) => label),
      ),
    );
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (raw) => {
        expect(['article', 'listing', 'other', 'unknown']).toContain(classify(canonicalUrl(raw)).class);
      }),
    );
    expect(siteOf(canonicalUrl('http://127.0.0.1:8080/a'))).toBe('127.0.0.1:8080');
  });
});
