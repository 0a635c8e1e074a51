import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Link, LinkRegion } from '../../../src/model/web/link.ts';
import { listHash, listingLinks } from '../../../src/stages/discover/source-links.ts';

const home = canonicalUrl('https://gazette.example/');
const link = (path: string, region: LinkRegion = 'content', anchorText = path): Link => ({
  url: canonicalUrl(path, home),
  foundOn: home,
  anchorText,
  context: '',
  region,
  publishedAt: null,
});
const paths = (links: readonly Link[]): string[] => links.map(({ url }) => new URL(url).pathname);

describe('listingLinks', () => {
  it('takes the content of a listing and leaves menus and footers', () => {
    const links = [link('/menu', 'navigation'), link('/a'), link('/b'), link('/c'), link('/imprint', 'footer')];
    expect(paths(listingLinks(links))).toEqual(['/a', '/b', '/c']);
  });

  it('takes menus too where the content was not recognised, footers never', () => {
    const links = [link('/a', 'navigation'), link('/b', 'navigation'), link('/c'), link('/imprint', 'footer')];
    expect(paths(listingLinks(links))).toEqual(['/a', '/b', '/c']);
  });

  it('takes what stands in a place from which articles came, whatever the structure says', () => {
    const at = (path: string, region: LinkRegion, place: string) => ({ ...link(path, region), places: [place] });
    const links = [
      at('/menu', 'navigation', 'a<nav.menu'),
      at('/story', 'navigation', 'a<ul.menu-news'),
      at('/late', 'footer', 'a<ul.menu-news'),
      ...['/a', '/b', '/c'].map((path) => at(path, 'content', 'a<h3')),
    ];
    expect(paths(listingLinks(links))).toEqual(['/a', '/b', '/c']);
    expect(paths(listingLinks(links, new Set(['a<ul.menu-news'])))).toEqual(['/story', '/late', '/a', '/b', '/c']);
  });

  it('names an address once, by its headline and not by its picture, and never the page itself', () => {
    const links = [link('/a', 'content', ''), link('/a', 'content', 'The headline'), link('/'), link('/b'), link('/c')];
    const found = listingLinks(links);
    expect(paths(found)).toEqual(['/a', '/b', '/c']);
    expect(found[0]?.anchorText).toBe('The headline');
  });
});

describe('contentHash', () => {
  it('does not depend on order, repetition or wording, but on every entry', () => {
    const some = fc.uniqueArray(fc.stringMatching(/^\/[a-z]{1,6}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(some, fc.string(), (given, wording) => {
        const links = given.map((path) => link(path));
        const hash = listHash(links);
        expect(
          listHash(
            [...links]
              .reverse()
              .concat(links)
              .map((one) => ({ ...one, anchorText: wording })),
          ),
        ).toBe(hash);
        expect(listHash([...links, link('/one-that-is-new-here')])).not.toBe(hash);
      }),
    );
  });
});
