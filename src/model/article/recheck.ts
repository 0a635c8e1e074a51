import { z } from 'zod';
import { record } from '../schema.ts';
import type { Article, StoredArticle } from './article.ts';
import type { DuplicateEvidence } from './story.ts';

/** An article that is stored, and whose copies are to be looked for again: others may have been stored while it was judged. */
export const recheckSchema = record({
  /** Of the article. */
  id: z.string(),
  /** Number of texts that were written when it was stored. A later write of the article makes a new recheck. */
  upTo: z.int(),
});
export type Recheck = z.infer<typeof recheckSchema>;

/** The copies that a recheck has found of one version of an article. */
export interface FoundCopies extends Pick<Article, 'joins' | 'evidence'> {
  readonly of: Pick<StoredArticle, 'revision' | 'fetchedAt'>;
}

/** `Article.comparedUpTo` of a text that was not compared with any other yet: its copies are always looked for after it is written. */
export const notCompared = -1;

/** Whether nobody has written the article since it was read. */
export const isVersion = (
  stored: Pick<StoredArticle, 'revision' | 'fetchedAt'>,
  read: Pick<StoredArticle, 'revision' | 'fetchedAt'>,
): boolean => stored.revision === read.revision && stored.fetchedAt.getTime() === read.fetchedAt.getTime();

/** Evidence of both looks, one for each copy, sorted: the same in any order of the looks. */
export function mergedEvidence(
  stored: readonly DuplicateEvidence[],
  found: readonly DuplicateEvidence[],
): DuplicateEvidence[] {
  const byCopy = new Map([...stored, ...found].map((evidence) => [evidence.of, evidence]));
  return [...byCopy.values()].sort((a, b) => (a.of < b.of ? -1 : 1));
}
