import type { Provenance } from '../../../model/article/draft.ts';
import { type LearnedWrapper, type WrapperField, wrapperFields } from '../../../model/wrapper/learned-wrapper.ts';
import type { Document } from '../dom/document.ts';
import { rawValue } from './field-values.ts';

/** A field's text by a learned selector. */
export interface LearnedValue {
  readonly texts: readonly string[];
  readonly confidence: number;
  /** It counts more than the page's own metadata. */
  readonly overrides: boolean;
}

export type LearnedValues = Readonly<Partial<Record<WrapperField, LearnedValue>>>;

/** The fields that a site's learned selectors give on a page; a field without match is absent. Selectors are checked when a wrapper is loaded. */
export function readLearnedFields(document: Document, wrapper: LearnedWrapper | null): LearnedValues {
  const values: { -readonly [Field in keyof LearnedValues]: LearnedValues[Field] } = {};
  for (const field of wrapperFields) {
    const rule = wrapper?.fields[field];
    if (rule === undefined) continue;
    const elements =
      field === 'authors' ? document.querySelectorAll(rule.selector) : [document.querySelector(rule.selector)];
    const texts = elements.flatMap((element) => (element === null ? [] : (rawValue(element, rule.attribute) ?? [])));
    if (texts.length > 0) values[field] = { texts, confidence: rule.confidence, overrides: rule.overrides };
  }
  return values;
}

/** A finding with its provenance, as all fields have it. */
interface Found<T> {
  readonly value: T;
  readonly provenance: Provenance;
}

/**
 * The learned value where a correction has shown that the page's own is wrong, or where the page has none; else the page's own.
 * @param read the field's value in a text; null: the text has none
 */
export function withLearned<T>(
  own: Found<T> | null,
  learned: LearnedValue | undefined,
  read: (texts: readonly string[]) => T | null,
): Found<T> | null {
  if (learned === undefined || (own !== null && !learned.overrides)) return own;
  const value = read(learned.texts);
  return value === null ? own : { value, provenance: { by: 'learned', confidence: learned.confidence } };
}
