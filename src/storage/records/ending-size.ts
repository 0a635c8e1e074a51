import { NewshawkError } from '../../errors.ts';
import type { VisitResult } from '../port.ts';

/** Limit of one commit in both stores, without its links, bytes. A MongoDB document has at most 16 MB, and an article's holds its text twice: once folded, for the search. */
export const maxEndingBytes = 14 * 1024 * 1024;

/** @throws NewshawkError too-large, before anything is written */
export function refuseTooLarge({ links: _, ...ending }: VisitResult): void {
  // nearly every ending is small: the bound shows it without the encoding of each text
  if (bytesOf(ending, mostBytes) + bytesOf(ending.article?.body, mostBytes) <= maxEndingBytes) return;
  const bytes = bytesOf(ending) + bytesOf(ending.article?.body);
  if (bytes <= maxEndingBytes) return;
  const sizes = Object.entries({ ...ending, ...ending.article })
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .filter(({ name }) => name !== 'article')
    .sort((a, b) => b.bytes - a.bytes);
  throw new NewshawkError(
    'too-large',
    `the page's records have ${megabytes(bytes)}, at most ${megabytes(maxEndingBytes)} can be stored (largest field ${sizes[0]?.name}: ${megabytes(sizes[0]?.bytes ?? 0)})`,
  );
}

/** The same ending without content, as failed: for a page whose content can not be stored. Its source goes on. */
export const withoutContent = (ending: VisitResult, detail: string): VisitResult => ({
  ...ending,
  visit: {
    ...ending.visit,
    outcome: 'failed',
    reason: 'too-large',
    detail,
    changed: null,
    articleId: null,
    mediaItems: 0,
    newLinks: 0,
  },
  article: null,
  media: [],
  links: [],
  alsoVisited: [],
  pointsTo: [],
  pageState: null,
  format: null,
  ownRules: null,
  records: null,
  seen: null,
  failure: null,
  next: { kind: 'failed' },
});

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** UTF-8 has at most three bytes for a UTF-16 unit. */
const mostBytes = (text: string): number => 3 * text.length;

/** Estimated size of a record, bytes: texts as UTF-8, each field's name, 8 per number and date. */
function bytesOf(value: unknown, textBytes: (text: string) => number = Buffer.byteLength): number {
  if (typeof value === 'string') return textBytes(value) + 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null || value instanceof Date) return 8;
  let sum = 8;
  if (Array.isArray(value)) for (const item of value) sum += bytesOf(item, textBytes) + 8;
  else
    for (const name of Object.keys(value))
      sum += name.length + 2 + bytesOf((value as Readonly<Record<string, unknown>>)[name], textBytes);
  return sum;
}
