import type { PageType, Provenance, TraceLine } from '../../../model/article/draft.ts';
import { isListUrl } from './list-evidence.ts';
import type { PageEvidence } from './page-evidence.ts';

/** Latin letters of the shortest article: one sentence. */
export const sentenceLength = 20;

/** Whether a headline, a date (or an author beside the whole text) and at least a sentence of unlinked text are there, or the whole text of the article's box: a short post is an article. */
export const isShortArticle = (page: PageEvidence): boolean =>
  page.hasHeadline &&
  (page.hasDate || (page.hasAuthor && page.bodyIsWhole && page.entries.count === 0)) &&
  // the excerpt of another page is all the text of its box, too
  ((page.bodyIsWhole && page.entries.withText === 0) || page.entries.hasOwnDate || page.claim === 'data') &&
  page.ownTextLength >= sentenceLength &&
  page.bodyLinkShare < 0.35 &&
  page.lock === null &&
  !isListUrl(page.url);

/** Of a short post's text: the model, which learned from whole articles, doubts a single sentence. */
const confidenceOfShort = 0.5;

/** The body's confidence, where the page's structure says more than the model: a sentence is all the text of the article's box, under a headline and a date. */
export function surerOfShort(
  provenance: Provenance,
  type: PageType,
  evidence: PageEvidence,
): { readonly provenance: Provenance; readonly trace: readonly TraceLine[] } {
  const isWhole = type === 'article' && evidence.bodyIsWhole && evidence.hasDate && isShortArticle(evidence);
  if (!isWhole || provenance.confidence >= confidenceOfShort) return { provenance, trace: [] };
  const why = `${confidenceOfShort}: the whole text of the article's box, under a headline and a date`;
  return { provenance: { ...provenance, confidence: confidenceOfShort }, trace: [{ rule: 'confidence-short', why }] };
}
