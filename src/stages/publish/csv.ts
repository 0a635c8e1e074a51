import type { StoredArticle } from '../../model/article/article.ts';

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

/** The first line of a CSV file, with its line break. */
export const csvHeader = `${columns.map(([name]) => name).join(',')}\r\n`;

/** One article as a CSV record (RFC 4180), with its line break. */
export const toCsvLine = (article: StoredArticle): string =>
  `${columns.map(([, read]) => csvCell(read(article))).join(',')}\r\n`;

/** A whole CSV file: header and one record per article. */
export const toCsv = (articles: readonly StoredArticle[]): string =>
  [csvHeader, ...articles.map((article) => toCsvLine(article))].join('');

/** Quotes a cell. A spreadsheet would run text that begins like a formula: an apostrophe prevents it (OWASP, CSV injection). */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
