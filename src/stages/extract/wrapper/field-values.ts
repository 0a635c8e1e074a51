import type { WrapperField } from '../../../model/wrapper/learned-wrapper.ts';
import { wordTokens } from '../../../text/likeness.ts';
import { organisationsIn } from '../authors/names.ts';
import { type DateContext, parseDate } from '../dates/date-parse.ts';
import type { Element } from '../dom/tree.ts';
import { foldSpace } from '../page/blocks.ts';

/** What is needed to compare the values of a page's fields. */
export interface PageValueContext {
  readonly dates: DateContext;
  /** Against which relative addresses are resolved. */
  readonly baseUrl: string;
}

/** Attributes that hold a field's value, in the order in which they are tried; then comes the text. */
export const valueAttributes: Readonly<Record<WrapperField, readonly string[]>> = {
  title: [],
  authors: [],
  publishedAt: ['datetime', 'content'],
  section: [],
  source: [],
  leadImage: ['src', 'data-src'],
  nextPage: ['href'],
};

/** Fields whose value is an address in an attribute, never text. */
const addresses: ReadonlySet<WrapperField> = new Set(['leadImage', 'nextPage']);
/** Characters of an element's text, at most: a longer one is no value. */
const maxValueLength = 400;

/** The text of a field at an element; null where it has none. @param attribute null: the text */
export function rawValue(element: Element, attribute: string | null): string | null {
  const raw = attribute === null ? element.textContent : element.getAttribute(attribute);
  if (raw === null || raw.length > maxValueLength * 4) return null;
  const text = foldSpace(raw);
  return text === '' || text.length > maxValueLength ? null : text;
}

/** A value in the form in which two spellings of it are equal; null where the text is no value of the field. */
export function comparableValue(
  field: WrapperField,
  text: string,
  { dates, baseUrl }: PageValueContext,
): string | null {
  if (addresses.has(field)) return URL.canParse(text, baseUrl) ? new URL(text, baseUrl).href : null;
  if (field === 'publishedAt') return parseDate(text, dates)?.value.slice(0, 10) ?? null;
  const words = field === 'authors' ? organisationsIn(text).flatMap(wordTokens).sort() : wordTokens(text);
  return words.length === 0 ? null : words.join(' ');
}
