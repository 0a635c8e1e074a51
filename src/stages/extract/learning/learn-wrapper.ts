import type { LearnedWrapper } from '../../../model/wrapper/learned-wrapper.ts';
import type { PageProfile } from '../../../model/wrapper/page-profile.ts';
import { withoutCopies } from './copies.ts';
import { learnExpressions } from './learn-expressions.ts';
import { learnFields } from './learn-fields.ts';
import { learnRecurring } from './learn-recurring.ts';
import { learnStyles, sharedNames, stylePages } from './learn-styles.ts';

/** Pages without corrections, at least. */
export const minLearningPages = 3;

/**
 * Learns a site's wrapper from profiles of its pages. Pure: the same pages in the same order give the same wrapper.
 * @returns null with fewer than three different articles, none of them corrected
 */
export function learnWrapper(site: string, profiles: readonly PageProfile[]): LearnedWrapper | null {
  const pages = withoutCopies(profiles);
  const correctedPages = pages.filter(({ isCorrected }) => isCorrected).length;
  if (correctedPages === 0 && pages.length < minLearningPages) return null;
  const names = sharedNames(pages);
  const styled = stylePages(pages, names);
  const formats: Record<string, number> = {};
  for (const { format } of pages) formats[format] = (formats[format] ?? 0) + 1;
  return {
    shape: 1,
    site,
    pages: pages.length,
    correctedPages,
    formats,
    names,
    styles: learnStyles(styled),
    recurring: learnRecurring(styled),
    expressions: learnExpressions(styled),
    fields: learnFields(pages),
  };
}
