import { mulberry32 } from '../../src/stages/classify/sampling.ts';

/** Times are in days since the start of a simulation. */
export const simulatedDays = 60;
/** Results count from this day on. */
export const measuredFrom = 30;
/** Age at which the product may end the re-visits of a page, by default. */
export const settledDays = 14;
/** A page is discovered this long after it appears. */
const discoveredAfter = 0.01;

/** How pages change. */
export interface PageWorld {
  readonly name: string;
  /** A page's rate when it appears, changes per day; 1 on average. */
  readonly rate: (random: () => number) => number;
  /** Time in which a rate halves, days; null: rates stay. */
  readonly halfLife: number | null;
  /** Whether changes follow day and night. */
  readonly hasNights: boolean;
  /** Whether the product ends the re-visits of old pages, which then count until that age only. */
  readonly settles: boolean;
}

/** A simulated page: all its changes happen whatever the visits. */
export interface WorldPage {
  /** Day on which it appears; negative: before the start. */
  readonly born: number;
  /** First visit. */
  readonly discovered: number;
  readonly host: number;
  /** At birth, changes per day. */
  readonly rate: number;
  readonly changes: Float64Array;
}

/** Steady pages, pages with nights, and pages that appear and age: live pages change some 30 times, articles 9 times on average, half of them twice at most. */
export const pageWorlds: readonly PageWorld[] = [
  {
    name: 'Pareto 1.2',
    rate: (random) => (1 - random()) ** (-1 / 1.2) / 6,
    halfLife: null,
    hasNights: false,
    settles: false,
  },
  {
    name: 'lognormal 1.5',
    rate: (random) => Math.exp(1.5 * normal(random) - 1.125),
    halfLife: null,
    hasNights: false,
    settles: false,
  },
  {
    name: 'lognormal 2',
    rate: (random) => Math.exp(2 * normal(random) - 2),
    halfLife: null,
    hasNights: false,
    settles: false,
  },
  {
    name: 'Pareto 1.2, nights',
    rate: (random) => (1 - random()) ** (-1 / 1.2) / 6,
    halfLife: null,
    hasNights: true,
    settles: false,
  },
  {
    name: 'live pages',
    rate: (random) => 4 * Math.exp(1.5 * normal(random) - 1.125),
    halfLife: 7,
    hasNights: true,
    settles: false,
  },
  {
    name: 'articles',
    rate: (random) => 4 * Math.exp(1.5 * normal(random) - 1.125),
    halfLife: 1.5,
    hasNights: true,
    settles: true,
  },
];

const hosts = 20;
/** Deepest night and brightest day: rates of .2 and 1.8 times the mean. */
const amplitude = 0.8;

/** The factor on a rate at a time of the day; 1 on average. */
export const daylight = (at: number): number => 1 + amplitude * Math.cos(2 * Math.PI * (at - 15 / 24));

/** The rate of a page at a time, changes per day. */
export const rateAt = ({ halfLife, hasNights }: PageWorld, { rate, born }: WorldPage, at: number): number =>
  rate * (halfLife === null ? 1 : 0.5 ** ((at - born) / halfLife)) * (hasNights ? daylight(at) : 1);

/** The time until which a page counts. */
export const endOf = ({ settles }: PageWorld, { born }: WorldPage): number =>
  settles ? Math.min(simulatedDays, born + settledDays) : simulatedDays;

/** The pages of a world, the same for the same seed. */
export function makePages(world: PageWorld, count: number, seed: number): WorldPage[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, (_, at) => {
    const born = world.halfLife === null ? 0 : -5 + random() * (simulatedDays + 5);
    const page = { born, discovered: Math.max(0, born) + discoveredAfter, host: at % hosts, rate: world.rate(random) };
    return { ...page, changes: changesOf(world, page, random) };
  });
}

/** A Poisson process: gaps of rate 1 in the time that the ageing rate sums up to; nights by thinning. */
function changesOf(world: PageWorld, page: Omit<WorldPage, 'changes'>, random: () => number): Float64Array {
  const { halfLife, hasNights } = world;
  const changes: number[] = [];
  const scale = page.rate * (hasNights ? 1 + amplitude : 1);
  for (let sum = exponential(random); ; sum += exponential(random)) {
    const at = page.born + timeOf(sum / scale, halfLife);
    if (!(at < simulatedDays)) return Float64Array.from(changes);
    if (hasNights && random() * (1 + amplitude) > daylight(at)) continue;
    if (at > page.discovered) changes.push(at);
  }
}

/** The age at which an ageing rate that starts at 1 sums up to `sum`; infinite: it never does. */
function timeOf(sum: number, halfLife: number | null): number {
  if (halfLife === null) return sum;
  const rest = 1 - (sum * Math.LN2) / halfLife;
  return rest <= 0 ? Number.POSITIVE_INFINITY : -halfLife * Math.log2(rest);
}

/** A number of the normal distribution (Box and Muller). */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A gap of a Poisson process of rate 1. */
export const exponential = (random: () => number): number => -Math.log(1 - random());
