import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import type { AddressVerdict, SitePatterns, UrlPattern } from '../../model/web/url-pattern.ts';
import { likeliest } from './samples.ts';
import { type ClassShares, foreignDirectories, structureOf } from './structure.ts';
import { lackOf } from './traits.ts';
import { type TypedAddress, typedAddress } from './typed-address.ts';

/** Below this confidence a pattern has no clear class: the form of the address decides. */
const patternBar = 0.6;
/** Below this confidence the form is no answer either. */
const structureBar = 0.6;

/** Classifies the addresses of one site. Expressions are compiled once. */
export function addressClassifier(patterns: SitePatterns | null): (url: CanonicalUrl) => AddressVerdict {
  const compiled = (patterns?.patterns ?? []).map((pattern) => ({
    pattern,
    expression: new RegExp(pattern.expression, 'i'),
  }));
  return (url) => {
    const address = typedAddress(url);
    if (address === null)
      return { class: 'other', confidence: 0.9, pattern: null, why: 'too long or too deep for a page' };
    const pattern = compiled.find(({ expression }) => expression.test(address.text))?.pattern ?? null;
    const isUncertain = pattern?.class === 'article' && (pattern.scope === 'ending' || pattern.labelled === 0);
    const isUnlike = isUncertain && patterns !== null && lackOf(address, patterns.traits).loss > 0;
    if (pattern === null || pattern.confidence < patternBar || isUnlike) return byForm(address, patterns, pattern);
    const foreign =
      pattern.class === 'article'
        ? foreignDirectories(address).filter((name) => !patterns?.traits.storyDirectories.includes(name))
        : [];
    return foreign.length === 0 ? byPattern(pattern) : againstPattern(address, pattern, foreign);
  };
}

function byPattern(pattern: UrlPattern): AddressVerdict {
  const { confidence, support, against, labelled, scope } = pattern;
  const what = {
    section: 'a section above known articles',
    shape: 'the shape of known addresses',
    ending: 'ends like known articles',
  }[scope];
  const ofThem = labelled > 0 ? `${labelled} of them labelled` : 'none of them labelled, by their form';
  return {
    class: pattern.class,
    confidence,
    pattern,
    why: `${what}: ${support} for ${pattern.class}, ${against} against, ${ofThem}`,
  };
}

/** Where the pattern says article, and a name in the address says that there are none below it. */
function againstPattern(address: TypedAddress, pattern: UrlPattern, foreign: readonly string[]): AddressVerdict {
  const { listing, other } = structureOf(address).shares;
  const name = listing >= other ? 'listing' : 'other';
  return {
    class: name,
    confidence: 0.7,
    pattern,
    why: `it has the shape of articles, but no known article stands below /${foreign[0]}/`,
  };
}

function byForm(address: TypedAddress, patterns: SitePatterns | null, pattern: UrlPattern | null): AddressVerdict {
  const { shares, signs } = structureOf(address);
  const { loss, lacks } = patterns === null ? { loss: 0, lacks: [] } : lackOf(address, patterns.traits);
  const judged = lowered(shares, loss);
  const name = likeliest(judged);
  const share = judged[name];
  const basis =
    pattern?.class === 'article'
      ? 'it resembles known articles'
      : pattern !== null
        ? 'its pattern has pages of several classes'
        : patterns === null || patterns.patterns.length === 0
          ? 'nothing is known of the site'
          : 'no pattern matches';
  const reasons = [...signs, ...lacks.map((lack) => `unlike the site's articles without ${lack}`)].join(', ');
  return {
    class: share >= structureBar ? name : 'unknown',
    confidence: Math.round(share * 1_000) / 1_000,
    pattern,
    why: `${basis}; by its form${reasons === '' ? '' : `: ${reasons}`}`,
  };
}

/** With the log odds of an article lowered. */
function lowered({ article, listing, other }: ClassShares, loss: number): ClassShares {
  const odds = (article / Math.max(1 - article, 1e-6)) * Math.exp(-loss);
  const left = odds / (1 + odds);
  const rest = (1 - left) / Math.max(listing + other, 1e-6);
  return { article: left, listing: listing * rest, other: other * rest };
}
