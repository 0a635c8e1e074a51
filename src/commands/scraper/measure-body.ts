import { bodySelectors, cleanSelectors } from '../../stages/extract/own-selectors/body-selectors.ts';
import { likeness, wordTokens } from '../../text/likeness.ts';
import type { ProposedRule, StudiedPage } from './site-study.ts';
import type { Trial } from './trial.ts';

/** F1 of the body's words with those of the generic extractor: on each page, and the mean. Counters and shares differ less. */
const sameBody = { each: 0.93, mean: 0.975 } as const;
/** A selector of an inner element is as good as another with this much more F1. */
const asGood = 0.01;
/** F1 above which nothing is left to remove. */
const cleanEnough = 0.99;
/** Selectors of elements to remove, at most. */
const maxClean = 8;

interface Measured {
  readonly selector: string;
  readonly clean: readonly string[];
  readonly mean: number;
  readonly least: number;
}

/** The selector of the body, and what is to be removed from it, as far as the pages' text stays the same. @param decisions gets a sentence where a person has to decide */
export async function measureBody(
  trial: Trial,
  pages: readonly StudiedPage[],
  decisions: string[],
): Promise<{ readonly body: ProposedRule | null; readonly clean: readonly string[] }> {
  const bodies = withoutRecurring(pages.map(({ reading }) => reading.draft.body));
  const articles = pages.map(({ snapshot }, at) => ({ html: snapshot.html, body: bodies[at] ?? '' }));
  const measure = (selector: string, clean: readonly string[] = []) => measured(trial, bodies, selector, clean);
  const candidates: Measured[] = [];
  for (const selector of bodySelectors(articles)) candidates.push(await measure(selector));
  const best = bestOf(candidates);
  if (best === undefined) {
    decisions.push(
      'body: no selector holds the text of all pages; the generic extractor reads it. Has the site several layouts?',
    );
    return { body: null, clean: [] };
  }
  const parts = best.mean > cleanEnough ? [] : cleanSelectors(articles, best.selector).toSorted().slice(0, maxClean);
  const cleaned = parts.length === 0 ? best : await measure(best.selector, parts);
  const chosen = cleaned.mean > best.mean ? cleaned : best;
  const { selector, clean, mean, least } = chosen;
  const scores = `F1 ${mean.toFixed(2)}, ${least.toFixed(2)} on the worst page`;
  if (!isSame(chosen)) {
    decisions.push(
      `body: '${selector}' gives another text than the generic extractor (${scores}). Look at a page and decide; without it the generic extractor reads the body.`,
    );
    return { body: null, clean: [] };
  }
  return {
    body: {
      selector,
      evidence: `body: on ${trial.count} of ${trial.count} pages as the generic extractor (${scores})`,
    },
    clean,
  };
}

/** Paragraphs that stand on another page as well are no part of the text: an offer, a note of the editors. Where nothing else is left, they stay. */
function withoutRecurring(bodies: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const body of bodies)
    for (const line of new Set(body.split('\n\n'))) counts.set(line, (counts.get(line) ?? 0) + 1);
  return bodies.map((body) => {
    const own = body.split('\n\n').filter((line) => (counts.get(line) ?? 0) < 2);
    return own.length === 0 ? body : own.join('\n\n');
  });
}

/** @param bodies of the generic extractor, page by page */
async function measured(
  trial: Trial,
  bodies: readonly string[],
  selector: string,
  clean: readonly string[],
): Promise<Measured> {
  const readings = await trial.read({ body: selector, clean });
  const scores = readings.map(({ trial: own }, at) =>
    own === null ? 0 : likeness(wordTokens(bodies[at] ?? ''), wordTokens(own.body)),
  );
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  return { selector, clean, mean, least: Math.min(...scores) };
}

const isSame = ({ mean, least }: Measured): boolean => mean >= sameBody.mean && least >= sameBody.each;

/** The first, which is that of the innermost element, among those that are nearly as good as the best. */
function bestOf(candidates: readonly Measured[]): Measured | undefined {
  const most = Math.max(0, ...candidates.map(({ mean }) => mean));
  return candidates.find(({ mean }) => mean >= most - asGood);
}
