import { type AddressSample, countClasses, meanGuess, smoothed } from './samples.ts';
import type { TypedAddress } from './typed-address.ts';

/** The place of the subdomain; segments count from 0. */
export const subdomainAt = -1;

/** A yes-or-no question that splits addresses of one shape. Each has its form as an expression (expression.ts). */
export type AddressTest =
  | { readonly kind: 'text'; readonly at: number; readonly values: ReadonlySet<string> }
  | { readonly kind: 'prefix'; readonly at: number; readonly prefix: string }
  | { readonly kind: 'words' | 'length'; readonly at: number; readonly least: number };

export function passes(test: AddressTest, { segments, subdomain }: TypedAddress): boolean {
  const segment = segments[test.at];
  if (test.kind === 'text') return test.values.has(test.at === subdomainAt ? subdomain : (segment?.text ?? ''));
  if (segment === undefined) return false;
  if (test.kind === 'prefix') return segment.text.startsWith(test.prefix);
  return (test.kind === 'words' ? segment.words : segment.text.length) >= test.least;
}

/** Constants in one expression, at most. */
const maxConstants = 40;
const wordSteps = [2, 3, 4, 5, 6, 7];
const lengthSteps = [4, 6, 8, 12, 16, 20, 26, 32];
/** How much the form of addresses counts beside their labels, in labels, where it is decided what a constant is. */
const formStrength = 1.5;

/** All questions that may split these addresses. They have one shape. */
export function testsFor(samples: readonly AddressSample[]): AddressTest[] {
  const [first] = samples;
  if (first === undefined) return [];
  const tests = textTests(samples, subdomainAt, ({ subdomain }) => subdomain);
  for (const [at, { kind }] of first.address.segments.entries()) {
    const isLast = at === first.address.segments.length - 1;
    const textAt = ({ segments }: TypedAddress): string => segments[at]?.text ?? '';
    if (kind === 'name') tests.push(...textTests(samples, at, textAt, isLast ? 2 : 1));
    if (kind === 'code' || (isLast && kind === 'slug-number')) tests.push(...prefixTests(samples, at));
    if (kind === 'name' || kind === 'slug-number' || kind === 'slug-token' || kind === 'number-slug')
      tests.push(...wordSteps.map((least) => ({ kind: 'words', at, least }) as const));
    if (['name', 'number', 'code', 'token'].includes(kind))
      tests.push(...lengthSteps.map((least) => ({ kind: 'length', at, least }) as const));
  }
  return tests;
}

/**
 * Constants of one place. Sections are constants too, and new ones appear: where several constants hold articles, only those that don't are named, so a new one counts
 * as one more section. Where one holds all articles, that one is named.
 * @param least addresses that a constant without articles has: the name of a single page is no constant
 */
function textTests(
  samples: readonly AddressSample[],
  at: number,
  textOf: (address: TypedAddress) => string,
  least = 1,
): AddressTest[] {
  const groups = Map.groupBy(samples, ({ address }) => textOf(address));
  if (groups.size < 2) return [];
  const ranked = [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const good: string[] = [];
  const bad: string[] = [];
  for (const [text, group] of ranked) {
    const { article } = smoothed(countClasses(group), meanGuess(group), formStrength);
    if (article < 0.5 && group.length >= least) bad.push(text);
    else if (article >= 0.5 && group.length >= 2) good.push(text);
  }
  const sets: string[][] = ranked.slice(0, 12).flatMap(([text, group]) => (group.length >= 2 ? [[text]] : []));
  if (bad.length > 0) sets.push(bad.slice(0, maxConstants));
  if (good.length === 1 && bad.length >= 3) sets.push(good);
  return sets.map((values) => ({ kind: 'text', at, values: new Set(values) }));
}

/** The letters before a number (`a123`, `video-123`), where several addresses have them. */
function prefixTests(samples: readonly AddressSample[], at: number): AddressTest[] {
  const prefixOf = ({ address }: AddressSample): string =>
    /^[a-z]+[_.-]?/.exec(address.segments[at]?.text ?? '')?.[0] ?? '';
  return [...Map.groupBy(samples, prefixOf)]
    .filter(([prefix, group]) => prefix !== '' && group.length >= 2)
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .slice(0, 12)
    .map(([prefix]) => ({ kind: 'prefix', at, prefix }));
}
