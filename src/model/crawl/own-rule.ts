import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type DataRule, type DataRules, dataFieldName, recordFieldName } from '../data/data-field.ts';
import { count, listOf, record } from '../schema.ts';
import type { Site, SiteWrapper } from './site.ts';

const ownRule = {
  /** Its place in the scraper: `byline` of a wrapper, `fields.authors`, `waitFor`, `steps.articles`, `links` of a source. */
  field: z.string(),
  /** The selector or step; for a function, the hash of its source text. A changed value makes another rule. */
  what: z.string(),
};

/** One rule of a scraper. */
const ownRuleSchema = record(ownRule);
export type OwnRule = z.infer<typeof ownRuleSchema>;

/** Result of a rule on one page. */
export interface OwnRuleFinding extends OwnRule {
  readonly hasMatch: boolean;
}

/** Results of a rule on all pages that it applies to. */
const ownRuleTallySchema = record({
  ...ownRule,
  tried: count,
  matched: count,
  missesInARow: count,
  lastMatchedAt: z.date().nullable(),
  lastMissedAt: z.date().nullable(),
  lastMissedUrl: z.string().nullable(),
  /** When the present row of misses was reported as a failure; null: not reported. */
  reportedAt: z.date().nullable(),
});
export type OwnRuleTally = z.infer<typeof ownRuleTallySchema>;

/** The tallies of one site's rules; rules never tried have no tally. */
export const ownRulesSchema = record({
  site: z.string(),
  rules: listOf(ownRuleTallySchema),
  updatedAt: z.date(),
});
export type OwnRules = z.infer<typeof ownRulesSchema>;

/** A rule that never matched or no longer matches, with its site. */
export const silentRuleSchema = record({ ...ownRuleTallySchema.unwrap().shape, site: z.string() });
export type SilentRule = z.infer<typeof silentRuleSchema>;

/** Misses in a row that count as drift: fewer may be pages that lack the field. */
const missesBeforeDrift = 3;
/** A rule usually matches when it matched at least this often, and on this share of the pages before the row of misses. */
const usuallyMatches = { matched: 3, share: 0.8 } as const;

/** Whether the rule used to match and no longer does. */
export const hasDrifted = ({ tried, matched, missesInARow }: OwnRuleTally): boolean =>
  missesInARow >= missesBeforeDrift &&
  matched >= usuallyMatches.matched &&
  matched >= usuallyMatches.share * (tried - missesInARow);

/** Whether one more miss makes it a drift that is not reported yet. */
export const isAboutToDrift = (tally: OwnRuleTally): boolean =>
  tally.reportedAt === null && hasDrifted({ ...tally, tried: tally.tried + 1, missesInARow: tally.missesInARow + 1 });

/** Whether the rule never matched, or no longer matches. */
export const isSilent = (tally: OwnRuleTally): boolean => tally.matched === 0 || hasDrifted(tally);

/** The silent rules of all sites. */
export const silentRules = (records: readonly OwnRules[]): SilentRule[] =>
  records.flatMap(({ site, rules }) => rules.filter(isSilent).map((rule) => ({ site, ...rule })));

/** A rule as text: `byline ".byline"`. */
export const ruleText = ({ field, what }: OwnRule): string => `${field} "${what}"`;

/** The rules of fields for which none of them matches. */
export function unmatchedRules(findings: readonly OwnRuleFinding[]): OwnRuleFinding[] {
  const matched = new Set(findings.filter(({ hasMatch }) => hasMatch).map(({ field }) => field));
  return findings.filter(({ field }) => !matched.has(field));
}

/** Identifies a version of a function by its source text. */
const textHash = (read: unknown): string => createHash('sha256').update(String(read)).digest('hex').slice(0, 8);

/** Rules of a wrapper. `clean` selectors are left out: they need not match. */
export const wrapperRules = ({ title, body, byline, date, section, tags, image }: SiteWrapper): OwnRule[] =>
  Object.entries({ title, body, byline, date, section, tags, image }).flatMap(([field, what]) =>
    what === null ? [] : [{ field, what }],
  );

/** A rule of a declared field as text: `.stars@title`, `json-ld:offers.price`, `function 1a2b3c4d`. */
export function dataRuleText(rule: DataRule): string {
  if (rule.by === 'function') return `function ${textHash(rule.read)}`;
  const match = rule.match === null ? '' : ` ${rule.match}`;
  if (rule.by !== 'css') return `${rule.by}:${rule.path}${match}`;
  return `${rule.selector}${rule.attribute === null ? '' : `@${rule.attribute}`}${match}`;
}

/** Rules of a site's own data and records. */
export const dataRules = ({ data, records }: Pick<Site, 'data' | 'records'>): OwnRule[] => [
  ...rulesOfFields(data.rules, dataFieldName),
  ...records.flatMap(({ kind, region, rules }) => [
    ...(region === null ? [] : [{ field: recordFieldName(kind), what: region }]),
    ...rulesOfFields(rules, (name) => recordFieldName(kind, name)),
  ]),
];

const rulesOfFields = (rules: DataRules, fieldOf: (name: string) => string): OwnRule[] =>
  Object.entries(rules).flatMap(([name, ofField]) =>
    ofField.map((rule) => ({ field: fieldOf(name), what: dataRuleText(rule) })),
  );

/** Whether a rule is of the site's own data or records: it may match on pages that are no articles. */
export const isOfData = ({ field }: OwnRule): boolean => /^(?:data|records)\./.test(field);

/** Rules of a site's functions. */
export const functionRules = (fields: Site['fields']): OwnRule[] =>
  Object.entries(fields).map(([field, read]) => ({ field: `fields.${field}`, what: `function ${textHash(read)}` }));
