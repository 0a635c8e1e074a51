import type { StoredArticle } from '../../model/article/article.ts';
import { valueText } from '../../model/data/data-value.ts';

/** The columns: each name, and how its value is read from an article. */
const columns: readonly (readonly [name: string, read: (article: StoredArticle) => string])[] = [
  ['id', ({ id }) => id],
  ['url', ({ canonicalUrl }) => canonicalUrl],
  ['site', ({ site }) => site],
  ['title', ({ title }) => title],
  ['authors', ({ authors }) => authors.join('; ')],
  ['published', ({ publishedAt }) => publishedAt?.value ?? ''],
  ['modified', ({ modifiedAt }) => modifiedAt?.value ?? ''],
  ['lang', ({ lang }) => lang ?? ''],
  ['section', ({ section }) => section ?? ''],
  ['topics', ({ topics }) => topics.flatMap(({ topic, kept }) => (kept ? [topic] : [])).join('; ')],
  ['status', ({ status }) => status],
  ['cluster', ({ cluster }) => cluster],
  ['canonicalId', ({ canonicalId }) => canonicalId],
  ['leadImage', ({ leadImage }) => leadImage ?? ''],
  ['media', ({ media }) => media.map(({ url }) => url).join(' ')],
  ['body', ({ body }) => body],
  ['updated', ({ updatedAt }) => updatedAt.toISOString()],
  ['category', ({ category }) => category?.label ?? ''],
];

/** The first line of a CSV file, with its line break. @param dataNames fields of sites' own data that any of the articles has */
export const csvHeader = (dataNames: readonly string[] = []): string =>
  csvLine([...columns.map(([name]) => name), ...dataNames.map((name) => `data.${name}`)]);

/** One article as a CSV record (RFC 4180), with its line break. */
export const toCsvLine = (article: StoredArticle, dataNames: readonly string[] = []): string =>
  csvLine([...columns.map(([, read]) => read(article)), ...dataNames.map((name) => valueText(article.data[name]))]);

/** A CSV record, with its line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Quotes a cell. A spreadsheet would run text that begins like a formula: an apostrophe prevents it (OWASP, CSV injection). */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
