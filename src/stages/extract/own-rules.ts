import type { OwnRule, OwnRuleFinding } from '../../model/crawl/own-rule.ts';
import type { RequiredField } from '../../model/crawl/site.ts';
import type { SiteFields } from './site-rules.ts';

/** The article field that a rule fills, whether the rule is a wrapper's selector or a function. */
export type OwnField = 'title' | 'body' | 'authors' | 'publishedAt' | 'section' | 'tags' | 'leadImage';

/** A rule, and whether it gave a usable value: a byline without a name is no match. */
export interface FieldRule extends OwnRuleFinding {
  readonly articleField: OwnField;
}

/** Rules with other names than their fields. */
const fieldNames = new Map<string, OwnField>([
  ['byline', 'authors'],
  ['date', 'publishedAt'],
  ['image', 'leadImage'],
]);

const articleFieldOf = ({ field }: OwnRule): OwnField => {
  const name = field.replace(/^fields\./, '');
  return fieldNames.get(name) ?? (name as OwnField);
};

/** The site's own rules of a page, each with whether it matched. @param isUsable whether a set of site fields has a usable value for the field */
export const ruleFindings = (
  siteFields: readonly SiteFields[],
  isUsable: (fields: SiteFields, articleField: OwnField) => boolean,
): FieldRule[] =>
  siteFields.flatMap((fields) =>
    fields.rules.map(({ field, what }) => {
      const articleField = articleFieldOf({ field, what });
      return { field, what, articleField, hasMatch: isUsable(fields, articleField) };
    }),
  );

/** All rules of a field if no one of them matches; else an empty list. */
export function rulesWithoutMatch(field: RequiredField, rules: readonly FieldRule[]): readonly FieldRule[] {
  const ofField = rules.filter(({ articleField }) => articleField === field);
  return ofField.some(({ hasMatch }) => hasMatch) ? [] : ofField;
}
