import { createHash } from 'node:crypto';
import type { Site, SiteWrapper } from './site.ts';

/** One rule of a scraper. */
export interface OwnRule {
  /** Where it stands in the scraper: `byline` of a wrapper, `fields.authors`, `waitFor`, `steps.articles`, `links` of a source. */
  readonly field: string;
  /** The selector or step; a function by the hash of its text. A rule with another one is another rule. */
  readonly what: string;
}

/** What a rule came to on one page. */
export interface OwnRuleFinding extends OwnRule {
  readonly hasMatch: boolean;
}

/** How a rule has come out on the pages that it is for. */
export interface OwnRuleTally extends OwnRule {
  readonly tried: number;
  readonly matched: number;
  readonly missesInARow: number;
  readonly lastMatchedAt: Date | null;
  readonly lastMissedAt: Date | null;
  readonly lastMissedUrl: string | null;
  /** When the present row of misses left a failure; null: it has left none. */
  readonly reportedAt: Date | null;
}

/** The tallies of one site's rules: those that were tried. */
export interface OwnRules {
  readonly site: string;
  readonly rules: readonly OwnRuleTally[];
  readonly updatedAt: Date;
}

/** A rule that does not match, of the site that it is for. */
export interface SilentRule extends OwnRuleTally {
  readonly site: string;
}

/** As often as this in a row a page may lack what the others have. */
const missesThatTell = 3;
/** A rule matched usually: at least so often, and on that share of the pages before the row of misses. */
const usual = { matched: 3, share: 0.8 } as const;

/** It matched on most pages, and does not any more. */
export const hasDrifted = ({ tried, matched, missesInARow }: OwnRuleTally): boolean =>
  missesInARow >= missesThatTell && matched >= usual.matched && matched >= usual.share * (tried - missesInARow);

/** One miss more, and it has drifted. */
export const isAboutToDrift = (tally: OwnRuleTally): boolean =>
  tally.reportedAt === null && hasDrifted({ ...tally, tried: tally.tried + 1, missesInARow: tally.missesInARow + 1 });

export const isSilent = (tally: OwnRuleTally): boolean => tally.matched === 0 || hasDrifted(tally);

/** By site and field. */
export const silentRules = (records: readonly OwnRules[]): SilentRule[] =>
  records.flatMap(({ site, rules }) => rules.filter(isSilent).map((rule) => ({ site, ...rule })));

/** `byline ".byline"` */
export const ruleText = ({ field, what }: OwnRule): string => `${field} "${what}"`;

/** A function has no name that tells it from its next version. */
const textHash = (read: unknown): string => createHash('sha256').update(String(read)).digest('hex').slice(0, 8);

/** Rules of a wrapper; `clean` takes out what may be there. */
export const wrapperRules = ({ title, body, byline, date, section }: SiteWrapper): OwnRule[] =>
  Object.entries({ title, body, byline, date, section }).flatMap(([field, what]) =>
    what === null ? [] : [{ field, what }],
  );

export const functionRules = (fields: Site['fields']): OwnRule[] =>
  Object.entries(fields).map(([field, read]) => ({ field: `fields.${field}`, what: `function ${textHash(read)}` }));
