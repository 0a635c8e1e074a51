import type { Ending } from '../port.ts';

/** What an older version wrote to the journal lacks these fields. */
type Added = 'alsoVisited' | 'pointsTo' | 'format' | 'ownRules' | 'records' | 'seen';
export type JournaledEnding = Omit<Ending, Added> & Partial<Pick<Ending, Added>>;

export const readJournal = (journaled: JournaledEnding): Ending => ({
  ...journaled,
  article: journaled.article && { ...journaled.article, comparedUpTo: journaled.article.comparedUpTo ?? null },
  alsoVisited: journaled.alsoVisited ?? [],
  pointsTo: journaled.pointsTo ?? [],
  format: journaled.format ?? null,
  ownRules: journaled.ownRules ?? null,
  records: journaled.records ?? null,
  seen: journaled.seen ?? null,
});
