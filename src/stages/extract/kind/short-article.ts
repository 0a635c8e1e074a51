import { isListUrl } from './list-evidence.ts';
import type { PageEvidence } from './page-evidence.ts';

/** Latin letters of the shortest article: one sentence. */
export const sentenceLength = 20;

/** Whether a headline, a date (or an author beside the whole text) and at least a sentence of unlinked text are there, or the whole text of the article's box: a short post is an article. */
export const isShortArticle = (page: PageEvidence): boolean =>
  page.hasHeadline &&
  (page.hasDate || (page.hasAuthor && page.bodyIsWhole && page.entries.count === 0)) &&
  (page.bodyIsWhole || page.entries.hasOwnDate || page.claim === 'data') &&
  page.ownTextLength >= sentenceLength &&
  page.bodyLinkShare < 0.35 &&
  page.lock === null &&
  !isListUrl(page.url);
