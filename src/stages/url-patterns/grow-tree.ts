import { type AddressTest, passes, testsFor } from './address-tests.ts';
import {
  type AddressSample,
  type ClassCounts,
  classNames,
  countClasses,
  meanGuess,
  smoothed,
  totalOf,
} from './samples.ts';
import type { ClassShares } from './structure.ts';

export interface TestResult {
  readonly test: AddressTest;
  readonly passed: boolean;
}

/** Addresses of one shape that answer some questions in the same way. */
export interface Cluster {
  readonly samples: readonly AddressSample[];
  readonly results: readonly TestResult[];
  readonly shares: ClassShares;
}

/** A split must explain this much more of the classes, in nats, so that single wrong labels don't split clusters; more, where many questions were tried. */
const minGain = 2.2;
const gainPerTest = 0.15;
/** Weight of the samples on each side, at least. */
const minSide = 0.9;
const maxDepth = 8;
/** How much a cluster is drawn towards the one that it was split from, in labels. */
const smoothing = 1.5;

/** Splits addresses of one shape until each cluster has one class, or no question helps. */
export function addressClusters(samples: readonly AddressSample[]): Cluster[] {
  const shares = smoothed(countClasses(samples), meanGuess(samples), smoothing);
  return split({ samples, results: [], shares });
}

function split(cluster: Cluster): Cluster[] {
  const best = cluster.results.length < maxDepth ? bestTest(cluster.samples) : null;
  if (best === null) return [cluster];
  return [true, false].flatMap((passed) => {
    const samples = cluster.samples.filter(({ address }) => passes(best, address) === passed);
    const shares = smoothed(countClasses(samples), cluster.shares, smoothing);
    return split({ samples, shares, results: [...cluster.results, { test: best, passed }] });
  });
}

/** The question that explains most; of equal ones the first. */
function bestTest(samples: readonly AddressSample[]): AddressTest | null {
  const all = countClasses(samples);
  const whole = logLikelihood(all);
  if (whole > -minGain) return null; // a split can't gain more than all of it
  const tests = testsFor(samples);
  let best: AddressTest[] = [];
  let bestGain = minGain + gainPerTest * Math.log(tests.length + 1);
  for (const test of tests) {
    const yes = countClasses(samples.filter(({ address }) => passes(test, address)));
    const no = { article: all.article - yes.article, listing: all.listing - yes.listing, other: all.other - yes.other };
    if (Math.min(totalOf(yes), totalOf(no)) < minSide) continue;
    const gain = logLikelihood(yes) + logLikelihood(no) - whole;
    if (gain < bestGain - 1e-9) continue;
    if (gain > bestGain + 1e-9) best = [];
    bestGain = gain;
    best.push(test);
  }
  return middleOf(best);
}

/** Of bounds that split the known addresses equally, the one in the middle: as far from both sides as possible. */
function middleOf(tests: readonly AddressTest[]): AddressTest | null {
  const [first] = tests;
  if (first === undefined) return null;
  const alike = tests.filter(({ kind, at }) => kind === first.kind && at === first.at);
  return first.kind === 'words' || first.kind === 'length' ? (alike[Math.floor(alike.length / 2)] ?? first) : first;
}

function logLikelihood(counts: ClassCounts): number {
  const total = totalOf(counts);
  return classNames.reduce(
    (sum, name) => sum + (counts[name] > 1e-9 ? counts[name] * Math.log(counts[name] / total) : 0),
    0,
  );
}
