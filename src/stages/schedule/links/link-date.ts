import type { Link } from '../../../model/web/link.ts';
import { isListAddress } from './article-links.ts';

/** A date in a path, from the segment of its year on: `/2025/11/03/`, `/2025-11-03-title`, `/20251103/`, `/2025/11/`. A year alone may be a title. */
const pathDate = /\/((?:19|20)\d\d)[/_-]?(0[1-9]|1[0-2])(?:[/_-]?(0[1-9]|[12]\d|3[01]))?(?=[/_.-]|$)/;
/** The path of a year's archive: `/2024/`, `/archives/2024/`. */
const yearPath = /\/((?:19|20)\d\d)\/?$/;

/** ms. A date without a time zone may have ended half a day later in UTC. */
const zoneMs = 12 * 3_600_000;

/**
 * The latest time at which the page behind a link may have been published, by the date of its feed or sitemap, of its teaser on a list, or in its address.
 * @returns null: no date is known
 */
export function latestDateOf({ url, publishedAt, teaserDate = '' }: Link): Date | null {
  // a teaser links to its tags and author too
  const text = publishedAt ?? (isListAddress(url) ? '' : teaserDate);
  const given = text === '' ? Number.NaN : Date.parse(text);
  if (!Number.isNaN(given)) return new Date(given + marginOf(text));
  const { pathname } = new URL(url);
  const [, year, month, day] = pathDate.exec(pathname) ?? yearPath.exec(pathname) ?? [];
  if (year === undefined) return null;
  const [y, m, d] = [Number(year), Number(month ?? 12), day === undefined ? null : Number(day)];
  // the first moment after the day or month
  const end = d === null ? Date.UTC(y, m, 1) : Date.UTC(y, m - 1, d + 1);
  return new Date(end + zoneMs);
}

/** Whether the page behind a link was published before `since`. A link without a date may be new. */
export function isOlder(link: Link, since: Date): boolean {
  const latest = latestDateOf(link);
  return latest !== null && latest < since;
}

/** How much later it may be: a day lasts until its end, and a time without zone may be of any. */
function marginOf(text: string): number {
  if (/^\d{4}-\d\d-\d\d(?:T00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)?)?$/.test(text)) return 24 * 3_600_000 + zoneMs;
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? 0 : zoneMs;
}

/** With fewer dated links, or a smaller share of them, a list says nothing of its order. */
const minDated = { links: 3, share: 0.5 };

/** Whether the entries of a list are older than `since`: then its further pages hold still older ones. Its links to other lists, such as archives by month, do not count. */
export function isAllOlder(links: readonly Link[], since: Date): boolean {
  const entries = links.filter(({ url, region }) => region === 'content' && !isListAddress(url));
  const dated = entries.filter((link) => latestDateOf(link) !== null);
  const isDated = dated.length >= Math.max(minDated.links, minDated.share * entries.length);
  return isDated && dated.every((link) => isOlder(link, since));
}
