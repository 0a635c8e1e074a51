import { z } from 'zod';
import type { Draft } from '../model/article/draft.ts';
import type { ContentHash } from '../model/page/snapshot.ts';
import { count, listOf, record, textOf } from '../model/schema.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import type { WrapperText } from '../ports.ts';
import type { LearningPorts } from './learn-site.ts';
import { wordCount } from './score-reading.ts';
import { readStored } from './stored-site.ts';

const fieldChangeSchema = record({
  field: z.enum(['title', 'authors', 'publishedAt']),
  /** Empty: there is no value. */
  before: z.string(),
  after: z.string(),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

/** What another wrapper changes in the reading of a stored page. */
export const pageChangeSchema = record({
  url: textOf<CanonicalUrl>(),
  /** Words of the body before. */
  words: count,
  addedWords: count,
  removedWords: count,
  addedLines: listOf(z.string()),
  removedLines: listOf(z.string()),
  fields: listOf(fieldChangeSchema),
});
export type PageChange = z.infer<typeof pageChangeSchema>;

interface StoredPage {
  readonly url: CanonicalUrl;
  readonly snapshot: ContentHash;
}

/** Lines that are shown of a page, and letters of each. */
const [maxLines, maxLetters] = [20, 300] as const;

/**
 * Reads a stored page with both wrappers, as a crawl would.
 * @returns null where its snapshot is gone, or it can't be read: the latter is logged
 */
export async function changeOf(
  io: LearningPorts,
  page: StoredPage,
  { before, after }: { readonly before: WrapperText | null; readonly after: WrapperText | null },
): Promise<PageChange | null> {
  return await readStored(io, page, async (snapshot) => {
    const [old, present] = await Promise.all([
      io.reader.read(snapshot, { draftAlways: true, learned: before }),
      io.reader.read(snapshot, { draftAlways: true, learned: after }),
    ]);
    return compareDrafts(page.url, old.draft, present.draft);
  });
}

export const hasPageChanged = ({ addedWords, removedWords, fields }: PageChange): boolean =>
  addedWords + removedWords + fields.length > 0;

/** The lines that only one of two drafts has, and the fields that differ. */
export function compareDrafts(url: CanonicalUrl, before: Draft | null, after: Draft | null): PageChange {
  const [old, present] = [linesOf(before), linesOf(after)];
  const [added, removed] = [without(present, old), without(old, present)];
  const count = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + wordCount(line), 0);
  return {
    url,
    words: count(old),
    addedWords: count(added),
    removedWords: count(removed),
    addedLines: shown(added),
    removedLines: shown(removed),
    fields: fieldChanges(before, after),
  };
}

const linesOf = (draft: Draft | null): string[] => (draft?.body ?? '').split(/\n+/).filter((line) => line !== '');

/** The lines of a list that another does not have as often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0;
  });
}

const shown = (lines: readonly string[]): string[] =>
  lines.slice(0, maxLines).map((line) => (line.length > maxLetters ? `${line.slice(0, maxLetters)}…` : line));

function fieldChanges(before: Draft | null, after: Draft | null): FieldChange[] {
  const values = (draft: Draft | null) => ({
    title: draft?.title ?? '',
    authors: draft?.authors.join(', ') ?? '',
    publishedAt: draft?.publishedAt?.value ?? '',
  });
  const [old, present] = [values(before), values(after)];
  return (['title', 'authors', 'publishedAt'] as const).flatMap((field) =>
    old[field] === present[field] ? [] : [{ field, before: old[field], after: present[field] }],
  );
}
