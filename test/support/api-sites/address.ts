import type { SiteStory } from './stories.ts';

/** Values of the slots of an address pattern. */
export type AddressParts = Readonly<Record<string, string>>;

/** What in a page's address names the article: `none`: only the static HTML knows the article's id. */
export type AddressKind = 'id' | 'slug' | 'date' | 'query' | 'none';

/** Patterns of page addresses by kind: `{name}` is a slot. */
export const pagePatterns: Readonly<Record<AddressKind, readonly string[]>> = {
  id: [
    '/news/{slug}-{id}',
    '/{section}/{slug}-{id}.html',
    '/a/{id}/{slug}',
    '/{section}/art{id}',
    '/story/{slug}/{id}/',
  ],
  slug: ['/{section}/{slug}', '/stories/{slug}', '/{slug}.html', '/read/{section}/{slug}/'],
  date: [
    '/{year}/{month}/{day}/{slug}',
    '/{section}/{year}-{month}-{day}/{slug}',
    '/archive/{year}{month}{day}/{slug}.html',
  ],
  query: ['/story?id={id}', '/read.html?nr={id}&s={section}', '/view?article={id}&section={section}'],
  none: ['/{section}/{slug}', '/{year}/{month}/{slug}.html', '/stories/{slug}/'],
};

const slots: Readonly<Record<string, string>> = {
  id: '\\d+',
  uid: '[0-9a-f]{32}',
  // a slug in the site's own script is percent-encoded
  slug: '[a-z%][a-zA-Z0-9%-]*',
  section: '[a-z]+',
  year: '\\d{4}',
  month: '\\d{2}',
  day: '\\d{2}',
};

/** The slots' values of a story. */
export function partsOf({ id, uid, slug, section, publishedAt }: SiteStory): AddressParts {
  const [year = '', month = '', day = ''] = publishedAt.toISOString().slice(0, 10).split('-');
  return { id: String(id), uid, slug, section: section[0], year, month, day };
}

/** The address that a pattern makes of its slots' values. @throws RangeError where a value is missing */
export function filledPattern(pattern: string, parts: AddressParts): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const value = parts[slot];
    if (value === undefined) throw new RangeError(`the pattern ${pattern} has no value for ${slot}`);
    return encodeURIComponent(value);
  });
}

/** Matches whole addresses of a pattern (path and query), the slots as named groups. */
export function patternRegex(pattern: string): RegExp {
  const source = pattern
    .split(/(\{\w+\})/)
    .map((piece) => {
      const [, slot] = /^\{(\w+)\}$/.exec(piece) ?? [];
      return slot === undefined
        ? piece.replaceAll(/[.?+*()[\]\\/|^$]/g, '\\$&')
        : `(?<${slot}>${slots[slot] ?? '[^/?&]+'})`;
    })
    .join('');
  return new RegExp(`^${source}$`);
}

/** The slots' values of an address, decoded; null where the address has another pattern. */
export function slotsOfAddress(address: string, pattern: string): AddressParts | null {
  const groups = patternRegex(pattern).exec(address)?.groups;
  if (groups === undefined) return null;
  return Object.fromEntries(Object.entries(groups).map(([slot, value]) => [slot, decodeURIComponent(value)]));
}

/** JavaScript that makes an address of `parts`, an object with the slots' values. */
export const patternScript = (pattern: string): string =>
  `\`${pattern.replaceAll('`', '').replaceAll(/\{(\w+)\}/g, (_, slot: string) => `\${encodeURIComponent(parts.${slot})}`)}\``;
