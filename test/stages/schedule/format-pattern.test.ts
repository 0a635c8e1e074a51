import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { formatPattern } from '../../../src/stages/schedule/format-pattern.ts';
import { urlFormats } from '../../../src/stages/schedule/url-format.ts';

const matches = (format: string, url: string) => formatPattern(format)?.test(url);

describe('the pattern of a format', () => {
  it('names pages of the format, and leaves out others', () => {
    const format = '/world/{number}/{slug}.html?id';
    expect(matches(format, 'https://gazette.example/World/17/a-story-2.html?id=4')).toBe(true);
    for (const url of [
      'https://gazette.example/world/x/a-story-2.html?id=4',
      'https://gazette.example/world/17/a-story-2xhtml?id=4',
      'https://gazette.example/world/17/more/a-story-2.html?id=4',
      'https://gazette.example/world/17/a-story-2.html',
      'https://gazette.example/en/world/17/a-story-2.html?id=4',
    ])
      expect(matches(format, url)).toBe(false);
    expect(matches('/news/{slug}', 'http://gazette.example:8080/news/a-1')).toBe(true);
    expect(matches('/news/{slug}', 'http://gazette.example/news/a-1?x=1')).toBe(false);
    expect(matches('/港/{slug}', canonicalUrl('http://gazette.example/港/a-1'))).toBe(true);
    expect(formatPattern('*')).toBeNull();
  });

  it('matches every page of which the format is made', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'news',
        '2026',
        '2026-11-21',
        'may',
        'c++',
        '(a)',
        '港口',
        'a b',
        'index.php',
        'x.html',
        '%FF',
        '{slug}',
      ),
      fc.stringMatching(/^[\w.~!$&'()*+,=:@-]{1,30}$/),
    );
    const url = fc
      .tuple(
        fc.array(segment, { minLength: 1, maxLength: 7 }),
        fc.constantFrom('', '/', '?id=1', '?a=1&b[2]=3', '#!route'),
      )
      .map(([segments, end]) => `https://gazette.example/${segments.join('/')}${end}`)
      .filter((text) => !/\/\.{1,2}(?:[/?#]|$)/.test(text));
    fc.assert(
      fc.property(url, (text) => {
        const canonical = canonicalUrl(text);
        const { fine, coarse } = urlFormats(canonical);
        expect({ canonical, fine, matches: matches(fine, canonical) }).toEqual({ canonical, fine, matches: true });
        expect({ canonical, coarse, matches: matches(coarse, canonical) }).toEqual({
          canonical,
          coarse,
          matches: true,
        });
      }),
      { numRuns: 2_000 },
    );
  });
});
