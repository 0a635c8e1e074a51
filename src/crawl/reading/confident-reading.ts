import type { Reading } from '../../model/article/draft.ts';
import type { ArticleDemands } from '../../model/crawl/site.ts';

/**
 * The reading without its draft if its body is probably wrong: the page then fails as `low-confidence`. Generic bodies are judged, also those that a learned
 * wrapper has changed; not those of the site's own rules, which a person chose. A page that needs no body passes: a video's, or one of a site that does not
 * require the body.
 */
export function confidentReading(reading: Reading, { minConfidence, required }: ArticleDemands): Reading {
  const { draft, trace } = reading;
  const body = draft?.provenance.body;
  const needsBody = draft?.pageType === 'article' && required.includes('body');
  const isGeneric = body?.by === 'generic' || body?.by === 'learned';
  if (!needsBody || !isGeneric || body.confidence >= (minConfidence ?? 0)) return reading;
  const doubts = trace.findLast(({ rule }) => rule === 'confidence')?.why ?? body.confidence.toFixed(2);
  const detail = `the body is probably wrong: its confidence is below ${minConfidence} (${doubts})`;
  return { ...reading, draft: null, reason: 'low-confidence', detail, nextPage: null };
}
