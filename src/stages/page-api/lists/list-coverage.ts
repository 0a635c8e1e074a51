import type { Link } from '../../../model/web/link.ts';

/** The address format of a page. */
export type FormatOf = (url: Link['url']) => string;

/** What the links of one list are among the content links of its page. */
export interface ListCoverage {
  /** Links of the list. */
  readonly own: number;
  /** Links of the page that look like those of the list, its own included: the same address format, or a text as long. */
  readonly alike: number;
  /** Links of the page that stand between those of the list, look like them, and are not in the list. */
  readonly missing: readonly Link['url'][];
}

/** @param made the addresses of the list @param links of the page's content, in its order @returns null where the page has none of the list's links */
export function listCoverage(
  made: ReadonlySet<Link['url']>,
  links: readonly Link[],
  formatOf: FormatOf,
): ListCoverage | null {
  const own = links.filter(({ url }) => made.has(url));
  if (own.length === 0) return null;
  const formats = new Set(own.map(({ url }) => formatOf(url)));
  const lengths = own.map(({ anchorText }) => anchorText.length).sort((a, b) => a - b);
  // sections and authors have short texts
  const headline = Math.max(1, (lengths[Math.floor(lengths.length / 2)] ?? 0) / 2);
  const isAlike = ({ url, anchorText }: Link) => anchorText.length >= headline || formats.has(formatOf(url));
  const [from, to] = [links.indexOf(own[0] as Link), links.indexOf(own.at(-1) as Link)];
  const others = links.filter((link) => !made.has(link.url) && isAlike(link));
  const missing = others.filter((link) => links.indexOf(link) > from && links.indexOf(link) < to);
  return { own: own.length, alike: own.length + others.length, missing: missing.map(({ url }) => url) };
}

/** Share of a list's links that may differ from the rendered page: a new entry may come between two requests. */
const maxDifferent = 0.1;

/** What differs between a list's links by its API and its rendered page, in words; empty: nothing that counts. */
export function listDifference(byApi: readonly Link[], rendered: readonly Link[], formatOf: FormatOf): string {
  const made = new Set(byApi.map(({ url }) => url));
  const coverage = listCoverage(made, rendered, formatOf);
  if (coverage === null) return 'the rendered page has none of the links';
  const { own, alike, missing } = coverage;
  if (made.size - own > made.size * maxDifferent)
    return `${made.size - own} of ${made.size} links are not on the rendered page`;
  if (missing.length > made.size * maxDifferent)
    return `the rendered list has ${missing.length} more links, such as ${missing[0]}`;
  return own * 2 > alike ? '' : `${own} of the rendered page's ${alike} links`;
}
