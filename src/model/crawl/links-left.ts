import { z } from 'zod';

/** Why links of a page become no tasks: the words that visits and the table at the end of a run use. */
export const linksLeftReasons = {
  limit: 'beyond a limit',
  urlPattern: 'no articles by their URL patterns',
  place: 'no articles come from their places on lists',
} as const;

export type LinksLeftReason = keyof typeof linksLeftReasons;

/** Number of links that became no tasks, by reason. A reason without links is absent. */
export const linksLeftBySchema = z
  .partialRecord(z.enum(Object.keys(linksLeftReasons) as LinksLeftReason[]), z.number())
  .readonly();
export type LinksLeftBy = z.infer<typeof linksLeftBySchema>;

/** The reasons with their counts, in a fixed order. */
export const linksLeftEntries = (by: LinksLeftBy): (readonly [LinksLeftReason, number])[] =>
  (Object.keys(linksLeftReasons) as LinksLeftReason[]).flatMap((reason) => {
    const count = by[reason] ?? 0;
    return count > 0 ? [[reason, count] as const] : [];
  });

/** All links of all reasons. */
export const linksLeftTotal = (by: LinksLeftBy): number =>
  linksLeftEntries(by).reduce((total, [, count]) => total + count, 0);
