import type { AddressClass, UrlPattern } from '../../model/web/url-pattern.ts';
import { type AddressSample, countClasses, likeliest, smoothed } from './samples.ts';
import type { ClassShares } from './structure.ts';

/** An expression with what its cluster suggests, before its addresses are counted. */
export interface PatternDraft extends Pick<UrlPattern, 'expression' | 'scope'> {
  readonly shares: ClassShares;
  /** Narrow patterns are tried first. */
  readonly narrowness: number;
}

/** Examples of each sort that are kept with a pattern. */
const maxExamples = 3;
/** How much a cluster's own estimate counts beside the addresses that its expression meets, in labels. */
const draftStrength = 2;

/** Counts for each pattern the addresses that it is the first to match, and decides its class by them. Patterns that decide nothing are left out. */
export function tallyPatterns(drafts: readonly PatternDraft[], samples: readonly AddressSample[]): UrlPattern[] {
  const expressions = drafts.map(({ expression }) => new RegExp(expression, 'i'));
  const firsts = Map.groupBy(samples, ({ address }) =>
    expressions.findIndex((expression) => expression.test(address.text)),
  );
  return drafts.flatMap((draft, at) => {
    const met = firsts.get(at) ?? [];
    // an ending is for directories that nobody saw: it is kept without addresses
    return met.length === 0 && draft.scope !== 'ending' ? [] : [patternOf(draft, met)];
  });
}

function patternOf({ expression, scope, shares: expected }: PatternDraft, met: readonly AddressSample[]): UrlPattern {
  const shares = scope === 'shape' ? expected : smoothed(countClasses(met), expected, draftStrength);
  const name = likeliest(shares);
  const [supporting, against] = [
    met.filter((sample) => speaksFor(name, sample)),
    met.filter((sample) => !speaksFor(name, sample)),
  ];
  const labelled = met.filter(({ label }) => label !== null);
  const lastArticle = labelled.findLastIndex(({ label }) => label === 'article');
  return {
    expression,
    class: name,
    confidence: Math.round(shares[name] * 1_000) / 1_000,
    support: supporting.length,
    against: against.length,
    labelled: labelled.length,
    listings: labelled.filter(({ label }) => label === 'listing').length,
    noArticleInARow: labelled.length - 1 - lastArticle,
    scope,
    examples: examplesOf(supporting),
    counterExamples: examplesOf(against),
  };
}

const speaksFor = (name: AddressClass, { label, shares }: AddressSample): boolean => {
  if (label === null) return likeliest(shares) === name;
  return label === name || (label === 'no-article' && name !== 'article');
};

const examplesOf = (samples: readonly AddressSample[]): string[] =>
  samples
    .map(({ address }) => address.text)
    .sort()
    .slice(0, maxExamples);
