import { knownRates, leastDelay, mostFreshness } from './known-rates.ts';
import { endOf, makePages, measuredFrom, type PageWorld, simulatedDays, type WorldPage } from './page-world.ts';
import { predictedFreshness } from './predicted.ts';
import { productVisitor } from './product-visitor.ts';
import { type Visitor, type VisitScore, visitPages } from './visit-pages.ts';

/** One simulated policy, beside both optima at the same number of visits. */
export interface PolicyScore extends VisitScore {
  readonly policy: string;
  /** Mean delay by that of the optimum for delay at the same number of visits; null: not compared. */
  readonly delayRatio: number | null;
  /** Freshness by that of the optimum for freshness at the same number of visits; null: not compared. */
  readonly freshnessRatio: number | null;
  /** By theory, for t/x and rates that stay; null: there is no prediction. */
  readonly predicted: number | null;
}

/** Policies that are compared with the optima at the same number of visits. */
const learning: readonly string[] = ['sqrt', 'freshness'];
const policies = ['t/x', 'corrected', 'sqrt', 'freshness'] as const;

/** Simulates all policies in one world. */
export function scoreWorld(world: PageWorld, count: number, seed: number): PolicyScore[] {
  const pages = makePages(world, count, seed);
  const budget = changesPerDay(world, pages);
  const isSteady = world.halfLife === null && !world.hasNights;
  const scoreOf = (policy: string, visitor: Visitor): PolicyScore => {
    const score = visitPages(world, pages, visitor);
    const best = (visitsAt: typeof leastDelay) =>
      visitPages(world, pages, knownRates(visitsAt, world, pages, score.visits));
    const isCompared = learning.includes(policy);
    return {
      ...score,
      policy,
      delayRatio: isCompared ? score.meanDelay / best(leastDelay).meanDelay : null,
      freshnessRatio: isCompared ? score.freshness / best(mostFreshness).freshness : null,
      predicted: policy === 't/x' && isSteady ? predictedFreshness(pages, seed + 1) : null,
    };
  };
  return [
    scoreOf('uniform', uniform(world, pages, budget)),
    ...policies.map((policy) => scoreOf(policy, productVisitor(policy, world, pages, budget))),
    scoreOf('optimum, delay', knownRates(leastDelay, world, pages, budget)),
    scoreOf('optimum, freshness', knownRates(mostFreshness, world, pages, budget)),
  ];
}

/** One visit a change: the budget of all policies. */
function changesPerDay(world: PageWorld, pages: readonly WorldPage[]): number {
  const changes = pages.reduce(
    (sum, page) => sum + page.changes.filter((at) => at >= measuredFrom && at < endOf(world, page)).length,
    0,
  );
  return changes / (simulatedDays - measuredFrom);
}

/** All pages equally often while they count, and once more at the end. */
function uniform(world: PageWorld, pages: readonly WorldPage[], visitsPerDay: number): Visitor {
  const pageDays = pages.reduce(
    (sum, page) => sum + Math.max(0, endOf(world, page) - Math.max(measuredFrom, page.discovered)),
    0,
  );
  const gap = pageDays / (simulatedDays - measuredFrom) / visitsPerDay;
  const next = (id: number, at: number): number => {
    const page = pages[id];
    const end = page === undefined ? 0 : endOf(world, page);
    return at < end ? Math.min(end, at + gap) : simulatedDays;
  };
  return { first: next, later: next };
}

/** The means over seeds, policy by policy. */
export function meanScores(runs: readonly (readonly PolicyScore[])[]): PolicyScore[] {
  const [first = []] = runs;
  return first.map((score, at) => {
    const mean = (read: (of: PolicyScore) => number): number =>
      runs.reduce((sum, run) => sum + read(run[at] ?? score), 0) / runs.length;
    const meanOrNull = (read: (of: PolicyScore) => number | null): number | null =>
      read(score) === null ? null : mean((of) => read(of) ?? Number.NaN);
    return {
      policy: score.policy,
      freshness: mean((of) => of.freshness),
      meanDelay: mean((of) => of.meanDelay),
      p90Delay: mean((of) => of.p90Delay),
      visits: mean((of) => of.visits),
      delayRatio: meanOrNull((of) => of.delayRatio),
      freshnessRatio: meanOrNull((of) => of.freshnessRatio),
      predicted: meanOrNull((of) => of.predicted),
    };
  });
}
