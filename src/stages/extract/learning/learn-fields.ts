import { type LearnedField, type WrapperField, wrapperFields } from '../../../model/wrapper/learned-wrapper.ts';
import type { FieldSample, PageProfile } from '../../../model/wrapper/page-profile.ts';

/** Pages with a value, at least; of corrected pages one is enough. */
const minPages = 3;
/** Share of these pages on which a selector must give the value. */
const minAgreement = 0.6;

/**
 * Wrapper induction for the fields: the selector that gives the value which the other sources agree on, on most pages; the shortest such. Corrected pages decide first.
 */
export function learnFields(pages: readonly PageProfile[]): Partial<Record<WrapperField, LearnedField>> {
  const rules: Partial<Record<WrapperField, LearnedField>> = {};
  for (const field of wrapperFields) {
    const rule = learnField(pages.flatMap(({ fields }) => fields[field] ?? []));
    if (rule !== null) rules[field] = rule;
  }
  return rules;
}

function learnField(samples: readonly FieldSample[]): LearnedField | null {
  const corrected = samples.filter(({ isCorrected }) => isCorrected);
  if (corrected.length === 0 && samples.length < minPages) return null;
  // a value that all pages share says nothing of its place
  if (samples.length >= minPages && new Set(samples.map(({ value }) => value)).size === 1) return null;
  const counts = new Map<string, { pages: number; corrected: number }>();
  for (const { places, isCorrected } of samples)
    for (const place of places) {
      const count = counts.get(place) ?? { pages: 0, corrected: 0 };
      counts.set(place, count);
      count.pages += 1;
      count.corrected += Number(isCorrected);
    }
  const ranked = [...counts].sort(
    ([a, x], [b, y]) => y.corrected - x.corrected || y.pages - x.pages || a.length - b.length || (a < b ? -1 : 1),
  );
  const [best] = ranked;
  if (best === undefined) return null;
  const [place, count] = best;
  const agreement = count.pages / samples.length;
  const isConfirmed = corrected.length > 0 && count.corrected === corrected.length;
  if (!isConfirmed && agreement < minAgreement) return null;
  const { selector, attribute } = splitPlace(place);
  return {
    selector,
    attribute,
    confidence: Math.round(Math.min(0.99, isConfirmed ? Math.max(0.9, agreement) : agreement) * 100) / 100,
    pages: count.pages,
    overrides: isConfirmed && corrected.some(({ isGeneric }) => !isGeneric),
  };
}

/** `time@datetime` is the attribute `datetime` of `time`; an `@` inside brackets belongs to the selector. */
export function splitPlace(place: string): { readonly selector: string; readonly attribute: string | null } {
  const [, selector = place, attribute = null] = /^(.*)@([a-z-]+)$/.exec(place) ?? [];
  return { selector, attribute };
}
