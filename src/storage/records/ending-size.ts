import { NewshawkError } from '../../errors.ts';
import type { Ending } from '../port.ts';

/** What both stores take in one commit, links of the frontier apart: MongoDB's records end at 16 MB, and an article's holds its text once more, for the search. */
export const maxEndingBytes = 14 * 1024 * 1024;

/** @throws NewshawkError too-large, before anything is written */
export function refuseTooLarge({ links: _, ...ending }: Ending): void {
  const bytes = bytesOf(ending) + bytesOf(ending.article?.body);
  if (bytes <= maxEndingBytes) return;
  const sizes = Object.entries({ ...ending, ...ending.article })
    .map(([name, value]) => ({ name, bytes: bytesOf(value) }))
    .filter(({ name }) => name !== 'article')
    .sort((a, b) => b.bytes - a.bytes);
  throw new NewshawkError(
    'too-large',
    `what is to be stored of the page has ${megabytes(bytes)} where ${megabytes(maxEndingBytes)} is the most (${sizes[0]?.name}: ${megabytes(sizes[0]?.bytes ?? 0)})`,
  );
}

/** The ending of a page whose content can not be stored: it failed, and its source goes on. */
export const withoutContent = (ending: Ending, detail: string): Ending => ({
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
  failure: null,
  next: { kind: 'failed' },
});

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** About as many as its record takes: texts as UTF-8, names once each, numbers and dates as 8. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 8;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null || value instanceof Date) return 8;
  let sum = 8;
  if (Array.isArray(value)) for (const item of value) sum += bytesOf(item) + 8;
  else for (const [name, item] of Object.entries(value)) sum += name.length + 2 + bytesOf(item);
  return sum;
}
