/** The type of a path segment. */
export type SegmentKind =
  | 'uuid'
  | 'year'
  | 'month'
  | 'day'
  | 'date'
  | 'number'
  | 'index'
  | 'page'
  | 'code'
  | 'slug-number'
  | 'number-slug'
  | 'slug-token'
  | 'token'
  | 'name';

const monthNames =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december';

/**
 * The expression of each kind, without flags for case: addresses are compared in lower case. No quantifier stands inside another, and what follows a repeated class
 * is not in it, or the repetition is bounded by the segment: matching takes linear time.
 */
export const kindSources: Readonly<Record<SegmentKind, string>> = {
  uuid: '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  year: '(?:19|20)\\d\\d',
  month: `(?:0?[1-9]|1[0-2]|${monthNames})`,
  day: '(?:0?[1-9]|[12]\\d|3[01])',
  date: '(?:19|20)\\d\\d[-_.]?(?:0[1-9]|1[0-2])(?:[-_.]?[0-3]\\d)?',
  number: '\\d[\\d_-]*',
  index: '(?:index|default|home|list|liebiao)[_-]?\\d*',
  page: '(?:page|seite|pagina|p)[-_]?\\d{1,3}',
  code: '[a-z]+[_.]?\\d{3}[\\d_-]*',
  'slug-number': '[^/?#]*[_.,~-]\\d{5}[^/?#]*',
  'number-slug': '\\d{4}\\d*[_.,~-]+[^/?#]*[^/?#\\d_.,~-][^/?#]*',
  'slug-token': '[^/?#]+[_.,~-](?=[a-z\\d]{6})(?=[a-z]*\\d)[a-z\\d]+',
  token: '(?=\\d*[a-z])(?=[a-z]*\\d[a-z]*\\d)[a-z\\d]{7}[a-z\\d]*',
  name: '[^/?#]+',
};

/** The first that matches decides; `month` and `day` only after a year. */
const order: readonly SegmentKind[] = [
  'uuid',
  'year',
  'date',
  'number',
  'index',
  'page',
  'code',
  'number-slug',
  'slug-number',
  'slug-token',
  'token',
  'name',
];

const anchored = (kind: SegmentKind): RegExp => new RegExp(`^${kindSources[kind]}$`);
const expressions = new Map(order.map((kind) => [kind, anchored(kind)]));
const monthOrDay = { month: anchored('month'), day: anchored('day') };

/** @param text in lower case, without extension @param before the segment before it */
export function kindOfSegment(
  text: string,
  before: { readonly kind: SegmentKind; readonly text: string } | undefined,
): SegmentKind {
  if (before?.kind === 'year' && monthOrDay.month.test(text)) return 'month';
  const isDayNext = before?.kind === 'month' || (before?.kind === 'date' && /^\d{4}[-_.]?\d\d$/.test(before.text));
  if (isDayNext && monthOrDay.day.test(text)) return 'day';
  return order.find((kind) => expressions.get(kind)?.test(text)) ?? 'name';
}

/** A name is no number, no further page, and has no id: with this before it, the expression of a last segment matches names only. */
export const nameAhead = `(?!(?:\\d[\\d_-]*|${kindSources.page})(?:[./?#]|$)|[^/?#]*[_.,~-]\\d{5})`;
/** The same for a directory. */
export const directoryAhead = '(?!\\d[\\d_-]*/)';

/** How much a kind narrows a segment: patterns of narrow kinds are tried first, in the order in which kinds are recognised. */
export const narrowness = (kind: SegmentKind): number =>
  kind === 'month' || kind === 'day' ? order.length : order.length - order.indexOf(kind);

const wordBreak = /[_-]+(?=[^_-])/g;

/** Number of words that hyphens and underscores separate. */
export const segmentWordCount = (text: string): number =>
  /^[_-]/.test(text) ? 1 : 1 + (text.match(wordBreak)?.length ?? 0);

/** Matches where a segment begins with at least this many words. Unrolled, since a group that repeats would nest quantifiers. */
export const wordsSource = (count: number): string => `${'[^/?#_-]+[_-]+'.repeat(count - 1)}[^/?#_-][^/?#]*`;
