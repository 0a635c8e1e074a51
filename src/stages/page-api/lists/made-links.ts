import type { ListPlace } from '../../../model/page/list-api.ts';
import { type CanonicalUrl, tryWebAddress, type WebAddress } from '../../../model/web/canonical-url.ts';
import type { Link } from '../../../model/web/link.ts';
import { valuesAt } from '../../../text/answer-data.ts';
import { fillUrl } from '../make-request.ts';

/** Items of one answer that are read. */
const maxItems = 500;
/** Letters of a title that are kept. */
const maxTitle = 500;

/** The address of an item's page; null where a value is missing, or it is no web address. @throws RangeError for a malformed template */
export function addressOfItem(template: string, item: unknown, pageUrl: string): WebAddress | null {
  const sources = { address: new URL(pageUrl), shellValue: () => null, answers: [], item };
  const address = fillUrl(template, sources, 'path');
  return address === null || address === '' ? null : tryWebAddress(address, pageUrl);
}

/** The items at a path: `data.items[]`. */
export const itemsAt = (data: unknown, path: string): readonly unknown[] => valuesAt(data, path).slice(0, maxItems);

/** The links in the data of an answer, each address once, in their order. @throws RangeError for a malformed template or path */
export function madeLinks(data: unknown, place: ListPlace, pageUrl: CanonicalUrl): readonly Link[] {
  const links = new Map<CanonicalUrl, Link>();
  for (const item of itemsAt(data, place.path)) {
    const address = addressOfItem(place.address, item, pageUrl);
    if (address === null || links.has(address.url)) continue;
    const title = place.title === null ? undefined : valuesAt(item, place.title)[0];
    const date = place.publishedAt === null ? undefined : valuesAt(item, place.publishedAt)[0];
    links.set(address.url, {
      ...address,
      foundOn: pageUrl,
      anchorText: typeof title === 'string' ? titleText(title) : '',
      context: '',
      region: 'content',
      publishedAt: instantOf(date)?.toISOString() ?? null,
    });
  }
  return [...links.values()];
}

/** A title without tags, as one line. */
export const titleText = (title: string): string =>
  title
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxTitle)
    .toWellFormed();

/** The moment that a value names: ISO 8601 with a time zone, or seconds or milliseconds since 1970. Null: anything else; a time zone is not guessed. */
export function instantOf(value: unknown): Date | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{10}(?:\d{3})?$/.test(value))) {
    const number = Number(value);
    const ms = number < 1e11 ? number * 1_000 : number;
    return ms >= 9e11 && ms < 4e12 ? new Date(ms) : null;
  }
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
