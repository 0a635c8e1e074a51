import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl, tryWebAddress } from '../../../src/model/web/canonical-url.ts';

const page = 'http://a.example/list';
const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

describe('canonicalUrl keeps the bytes of a query', () => {
  it.each([
    ['GBK', 'word=%B1%B1%BE%A9'],
    ['Windows-1251', 'q=%EC%EE%F1%EA%E2%E0'],
    ['half a UTF-8 letter', 'q=%E5%8C'],
    ['no form at all', '12345'],
    ['a path', '/news/5'],
    ['an empty value', 'a='],
    ['a name without value beside one', 'a&b=1'],
    ['plus', 'q=a+b'],
    ['space', 'q=a%20b'],
    ['encoded plus', 'q=a%2Bb'],
    ['semicolons', 'a=1;b=2'],
    ['encoded semicolon', 'a=1%3Bb'],
    ['reserved signs', 'u=http://b.example/x,y:z@w!$*()'],
    ['a lonely per cent sign', 'q=100%'],
    ['several equal signs', 'a==b=c'],
    ['repeated keys in their order', 'a=2&a=1&a=3'],
    ['brackets', 'f[]=2&f[]=1'],
  ])('%s', (_, query) => {
    expect(queryOf(canonicalUrl(`${page}?${query}`))).toBe(query);
  });

  it('does not tell spellings apart that RFC 3986 calls equal', () => {
    expect(canonicalUrl(`${page}?word=%b1%b1&x=%7E%41`)).toBe(`${page}?word=%B1%B1&x=~A`);
    expect(canonicalUrl('http://A.example:80/%7ex/%e5?b=2&a=1#top')).toBe('http://a.example/~x/%E5?a=1&b=2');
  });

  it('sorts a form by names only, and leaves the order of what is no form', () => {
    expect(queryOf(canonicalUrl(`${page}?b=1&a=2&b=0`))).toBe('a=2&b=1&b=0');
    expect(queryOf(canonicalUrl(`${page}?view&article=5`))).toBe('view&article=5');
  });

  it('drops what names a campaign, empty pieces and a lonely question mark', () => {
    expect(canonicalUrl(`${page}?utm_source=x&12345&fbclid=y`)).toBe(`${page}?12345`);
    expect(canonicalUrl(`${page}?&a=1&&`)).toBe(`${page}?a=1`);
    expect(canonicalUrl(`${page}?utm%5Fsource=x`)).toBe(page);
    expect(canonicalUrl(`${page}?`)).toBe(page);
  });
});

const byte = fc.integer({ min: 0, max: 255 }).map((code) => `%${code.toString(16).padStart(2, '0')}`);
const sign = fc.constantFrom(...'abzAZ019-._~+;:@!$*(),/?[]^|`{}%'.split(''));
const word = fc.array(fc.oneof(byte, sign), { maxLength: 8 }).map((parts) => parts.join(''));
const piece = fc.oneof(
  word,
  fc.tuple(word, word).map(([name, value]) => `${name}=${value}`),
);
const query = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('&'));
const tracking = fc.constantFrom('utm_source=a', 'fbclid=%B1', 'gclid', 'UTM_medium=x+y', 'spm=1.2');

/** What RFC 3986 calls equal, undone. */
const plain = (text: string): string =>
  text.replace(/(?<!%|%[0-9a-f])%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w\-.~]/.test(char) ? char : escaped.toUpperCase();
  });

describe('canonicalUrl of any query', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(query, (text) => {
        const once = canonicalUrl(`${page}?${text}`);
        expect(canonicalUrl(once)).toBe(once);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the pieces of the query, byte for byte, and no others', () => {
    fc.assert(
      fc.property(query, (text) => {
        const written = queryOf(new URL(`${page}?${text}`).href);
        const kept = plain(written)
          .split('&')
          .filter((one) => one !== '');
        expect(
          queryOf(canonicalUrl(`${page}?${text}`))
            .split('&')
            .sort(),
        ).toEqual((kept.length === 0 ? [''] : kept).sort());
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same with tracking parameters anywhere', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), tracking, fc.nat(), (pieces, extra, at) => {
        const with_ = pieces.toSpliced(at % (pieces.length + 1), 0, extra);
        expect(canonicalUrl(`${page}?${with_.join('&')}`)).toBe(canonicalUrl(`${page}?${pieces.join('&')}`));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('tryWebAddress', () => {
  it('has the address as it was written, where that is not the key', () => {
    expect(tryWebAddress('?b=%b1&a=1&utm_source=x#top', page)).toEqual({
      url: `${page}?a=1&b=%B1`,
      asWritten: `${page}?b=%b1&a=1&utm_source=x`,
    });
    expect(tryWebAddress('/%7Ejoe', page)).toEqual({
      url: 'http://a.example/~joe',
      asWritten: 'http://a.example/%7Ejoe',
    });
  });

  it('has none where both are one: credentials and fragments are never sent', () => {
    expect(tryWebAddress('http://joe:secret@A.example./x?a=1#y')).toEqual({ url: 'http://a.example/x?a=1' });
    expect(tryWebAddress('mailto:joe@a.example')).toBeNull();
  });
});
