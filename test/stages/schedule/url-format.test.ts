import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import { sourceFormat, urlFormats } from '../../../src/stages/schedule/url-format.ts';

const formats = (path: string) => urlFormats(canonicalUrl(path, 'https://gazette.example'));
const fine = (path: string): string => formats(path).fine;

describe('urlFormats', () => {
  it.each([
    ['/', '/'],
    ['/world', '/{word}'],
    ['/World/', '/{word}/'],
    ['/world/latest/', '/world/{word}/'],
    ['/list/?page=2', '/list/?page'],
    ['/world/2026/11/21/a-long-title', '/world/{number}/{number}/{number}/{slug}'],
    ['/world/2026/nov/21/other-title', '/world/{number}/{month}/{number}/{slug}'],
    ['/uk-news/harbour.html', '/{slug}/{word}.html'],
    ['/2026-11-21/t20261121_10011.htm', '/{date}/{slug}.htm'],
    ['/story/5f3a9c0e', '/story/{slug}'],
    ['/news/12345.shtml', '/news/{number}.shtml'],
    ['/%E6%B8%AF%E5%8F%A3/%E5%A4%AA', '/{slug}/{slug}'],
    ['/watch?v=abc&list=1', '/watch?list&v'],
    ['/index.php?id=3', '/index.php?id'],
    ['/list.php?id=3', '/list.php?id'],
    ['/article.php', '/article.php'],
    ['/a.jsp;jsessionid=0F', '/a.jsp'],
    ['/x?a[0]=1&%E6%B8%AF=2&9f=3', '/x?{name}&{name}&{name}'],
    ['/#!/story/3', '/#!'],
    ['/v1.2/page', '/{slug}/{word}'],
    ['/%FF%FE/page', '/{slug}/{word}'],
    ['/a/b/c/d/e/f/g/h/i/some-title', '/a/b/c/d/e/f/g/{slug}'],
  ])('%s -> %s', (path, format) => expect(fine(path)).toBe(format));

  it('keeps hosts apart, ports too', () => {
    expect(formats('https://m.gazette.example:8443/a').host).toBe('m.gazette.example:8443');
  });

  it('has one format for the pages of one template', () => {
    const id = fc.integer({ min: 0, max: 10 ** 9 });
    const title = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 2, maxLength: 9 });
    const day = fc.date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true });
    const page = fc.tuple(id, title, day, id).map(([number, words, date, value]) => {
      const path = date.toISOString().slice(0, 10).replaceAll('-', '/');
      return `/news/${path}/${words.join('-')}-${number}.html?ref=${value}`;
    });
    fc.assert(fc.property(page, page, (a, b) => fine(a) === fine(b)));
  });

  it('says the same of every spelling, is short, and takes any address', () => {
    const path = fc.webPath({ size: 'small' });
    const query = fc.webQueryParameters({ size: 'small' });
    fc.assert(
      fc.property(path, query, (some, parameters) => {
        const url = canonicalUrl(`https://gazette.example/${some}?${parameters}`);
        const one = urlFormats(url);
        expect(urlFormats(canonicalUrl(url))).toEqual(one);
        expect(urlFormats(canonicalUrl(`${url.replace('https://', 'https://user@')}#part`))).toEqual(one);
        expect(one.fine.length).toBeLessThan(600);
      }),
    );
  });

  it('has few coarse formats, whatever a host makes up', () => {
    const segment = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    const path = fc.array(segment, { minLength: 1, maxLength: 12 }).map((parts) => `/${parts.join('/')}`);
    const seen = new Set(fc.sample(path, { numRuns: 600, seed: 1 }).map((one) => formats(one).coarse));
    expect(seen.size).toBeLessThanOrEqual(8 * 4);
    expect(formats('/alice/posts/a-title.html?x=1').coarse).toBe('/*/*/{slug}.html?*');
    expect(formats('/alice/photo.raw').coarse).toBe('/*/{word}.*');
  });

  it('keeps the evidence of each source apart from that of pages', () => {
    const [a, b] = ['/world', '/world?page=2'].map((path) =>
      sourceFormat(canonicalUrl(path, 'https://gazette.example')),
    );
    expect({ aFine: a?.fine, bFine: b?.fine, coarse: a?.coarse }).toEqual({
      aFine: 'source /world',
      bFine: 'source /world?page=2',
      coarse: 'source /world',
    });
  });
});
