import type { AddressClass, AddressLabel, KnownAddress } from '../../model/web/url-pattern.ts';
import { type ClassShares, structureOf } from './structure.ts';
import { type TypedAddress, typedAddress } from './typed-address.ts';

/** A known address with all that learning needs of it. */
export interface AddressSample {
  readonly address: TypedAddress;
  readonly label: AddressLabel;
  /** What its form alone suggests. */
  readonly guess: ClassShares;
  /** Its class as evidence: the label, not quite believed; without one, the guess. */
  readonly shares: ClassShares;
  readonly weight: number;
}

/** Weighted number of samples of each class. */
export type ClassCounts = ClassShares;

/** Of ten labels, up to one is wrong. */
const labelTrust = 0.96;
/** Share of what the form suggests in the evidence of a labelled address: few labels then split a cluster as their forms do. */
const guessShare = 0.15;
/** Weight of an address without label, where the site has labels and where it has none. A label has the weight 1. */
const unlabelledWeight = { besideLabels: 0.1, alone: 0.5 };

/** Types the addresses and weighs their labels. The order stays; of an address with several labels the most frequent one counts. */
export function samplesOf(known: readonly KnownAddress[]): AddressSample[] {
  const typed = known.flatMap(({ url, label }) => {
    const address = typedAddress(url);
    return address === null ? [] : [{ address, label }];
  });
  const groups = Map.groupBy(typed, ({ address }) => address.text);
  const merged = [...groups.values()].flatMap((group) => {
    const newest = group.at(-1);
    return newest === undefined
      ? []
      : [{ address: newest.address, label: mostFrequent(group.map(({ label }) => label)) }];
  });
  const hasLabels = merged.some(({ label }) => label !== null);
  return merged.map(({ address, label }) => {
    const guess = structureOf(address).shares;
    const weight = label !== null ? 1 : hasLabels ? unlabelledWeight.besideLabels : unlabelledWeight.alone;
    return { address, label, guess, shares: label === null ? guess : mixed(sharesOf(label, guess), guess), weight };
  });
}

const mixed = (labelled: ClassShares, guess: ClassShares): ClassShares => ({
  article: (1 - guessShare) * labelled.article + guessShare * guess.article,
  listing: (1 - guessShare) * labelled.listing + guessShare * guess.listing,
  other: (1 - guessShare) * labelled.other + guessShare * guess.other,
});

/** The newest of the most frequent. */
function mostFrequent(labels: readonly AddressLabel[]): AddressLabel {
  const counts = new Map<AddressLabel, number>();
  for (const label of labels) if (label !== null) counts.set(label, (counts.get(label) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return labels.findLast((label) => label !== null && counts.get(label) === most) ?? null;
}

function sharesOf(label: AddressLabel, guess: ClassShares): ClassShares {
  if (label === null) return guess;
  const rest = (1 - labelTrust) / 2;
  if (label !== 'no-article')
    return {
      article: label === 'article' ? labelTrust : rest,
      listing: label === 'listing' ? labelTrust : rest,
      other: label === 'other' ? labelTrust : rest,
    };
  const listing = guess.listing / Math.max(guess.listing + guess.other, Number.MIN_VALUE);
  return { article: 1 - labelTrust, listing: labelTrust * listing, other: labelTrust * (1 - listing) };
}

/** The classes of samples, counted. */
export function countClasses(samples: readonly AddressSample[]): ClassCounts {
  const counts = { article: 0, listing: 0, other: 0 };
  for (const { shares, weight } of samples) for (const name of classNames) counts[name] += shares[name] * weight;
  return counts;
}

export const classNames = ['article', 'listing', 'other'] as const satisfies readonly AddressClass[];

export const totalOf = ({ article, listing, other }: ClassCounts): number => article + listing + other;

/** Shares of the classes as they were counted, drawn towards what was expected: few samples move it little. */
export function smoothed(counts: ClassCounts, expected: ClassShares, strength: number): ClassShares {
  const total = totalOf(counts) + strength;
  const share = (name: AddressClass): number => (counts[name] + strength * expected[name]) / total;
  return { article: share('article'), listing: share('listing'), other: share('other') };
}

/** The mean of what the forms of the addresses suggest. */
export function meanGuess(samples: readonly AddressSample[]): ClassShares {
  const mean = (name: AddressClass): number =>
    samples.reduce((sum, { guess }) => sum + guess[name], 0) / Math.max(1, samples.length);
  return { article: mean('article'), listing: mean('listing'), other: mean('other') };
}

/** The class with the largest share. */
export function likeliest(shares: ClassShares): AddressClass {
  if (shares.article >= shares.listing && shares.article >= shares.other) return 'article';
  return shares.listing >= shares.other ? 'listing' : 'other';
}
