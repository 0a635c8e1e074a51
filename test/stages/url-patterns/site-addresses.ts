import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { AddressLabel, KnownAddress } from '../../../src/model/web/url-pattern.ts';

const words = 'ferry orchard bridge council harvest library meadow tram festival reservoir lantern quarry'.split(' ');

/** A title's slug, the same for the same number. */
export const slug = (seed: number, count = 6): string =>
  Array.from(
    { length: count },
    (_, at) => words[(Math.imul(seed * 31 + at * 17 + 7, 2_654_435_761) >>> 16) % words.length],
  ).join('-');

export const known = (
  path: string,
  label: AddressLabel = null,
  origin = 'https://www.gazette.example',
): KnownAddress => ({
  url: canonicalUrl(`${origin}${path}`),
  label,
});

/** Addresses of a paper whose sections hold articles, with tags, authors and pagers. */
export function gazette(label: (name: 'article' | 'listing' | 'other') => AddressLabel): KnownAddress[] {
  const sections = ['world', 'sport', 'culture'];
  const ten = Array.from({ length: 10 }, (_, at) => at);
  return [
    ...sections.flatMap((section, s) => ten.map((at) => known(`/${section}/${slug(s * 10 + at)}`, label('article')))),
    ...sections.flatMap((section) => [
      known(`/${section}`, label('listing')),
      known(`/${section}?page=2`, label('listing')),
    ]),
    ...ten.map((at) => known(`/tag/${slug(at, 1 + (at % 5))}`, label('listing'))),
    ...ten.map((at) => known(`/author/${slug(at, 2)}`, label('other'))),
  ];
}
