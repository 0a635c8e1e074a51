import type { OwnRule, OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { RequiredField } from '../../model/crawl/site.ts';
import type { SiteFields } from './site-rules.ts';

/** The field that a rule is for: the same of wrappers and functions. */
export type OwnField = 'title' | 'body' | 'authors' | 'publishedAt' | 'section';

/** A rule, and whether what it found is of use: a byline without a name is no match. */
export interface FieldRule extends OwnRuleFinding {
  readonly of: OwnField;
}

/** The name of a rule leads to its field. */
const articleFieldOf = ({ field }: OwnRule): OwnField => {
  const name = field.replace(/^fields\./, '');
  return name === 'byline' ? 'authors' : name === 'date' ? 'publishedAt' : (name as OwnField);
};

/** What each of a site's own rules came to. `isOfUse`: whether one set of them gives a field. */
export const ruleFindings = (
  own: readonly SiteFields[],
  isOfUse: (fields: SiteFields, of: OwnField) => boolean,
): FieldRule[] =>
  own.flatMap((fields) =>
    fields.rules.map(({ field, what }) => {
      const of = articleFieldOf({ field, what });
      return { field, what, of, hasMatch: isOfUse(fields, of) };
    }),
  );

/** The rules of a field, where there are some and none matches; else none. */
export function rulesWithoutMatch(field: RequiredField, rules: readonly FieldRule[]): readonly FieldRule[] {
  const ofField = rules.filter(({ of }) => of === field);
  return ofField.some(({ hasMatch }) => hasMatch) ? [] : ofField;
}
