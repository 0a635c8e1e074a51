/** One budget: how many of a kind may run at once, and what has been learned about it. */
export interface Lane {
  readonly limit: number;
  /** Not beyond: short memory has shown it. Rises again slowly. */
  readonly ceiling: number;
  /** Endings a second at a lower limit, to compare with; null: not measured yet. */
  readonly base: { readonly limit: number; readonly rate: number; readonly age: number } | null;
  /** At this limit, with the budget used up. */
  readonly seen: { readonly ended: number; readonly seconds: number };
  /** No growing for so many seconds. */
  readonly calmFor: number;
  /** How long to keep still when growing is found to be of no use again, s. */
  readonly patience: number;
  /** Seconds without a place while somebody waits. */
  readonly starvedFor: number;
}

export interface LaneBounds {
  readonly least: number;
  readonly start: number;
  readonly most: number;
}

export interface LaneUse {
  readonly running: number;
  readonly waiting: number;
  /** Since the last sample. */
  readonly ended: number;
}

/** After a step back, s: what runs has to end before its effect is seen. */
const calmAfterRelief = 5;
/** Twice the places should give twice the endings while nothing is short; less than this share of that, and the knee is passed. */
const worthwhile = 0.85;
/** Above the knee by so much, so that there is always something to do. */
const aboveKnee = 1.1;
/** Fewer endings say nothing about a rate. */
const fewestEndings = 24;
const shortestWindow = 3;
const [firstPatience, longestPatience] = [60, 600];
/** Older rates are those of other pages, s. */
const staleAfter = 120;
/** The ceiling of short memory rises by one in this time, s. */
const ceilingEvery = 30;
/** With no place at all for so long, nothing of ours holds what is short: one may try. */
const starvedAtMost = 30;

const nothingSeen = { ended: 0, seconds: 0 };

export const openLane = ({ start, most }: LaneBounds): Lane => ({
  limit: start,
  ceiling: most,
  base: null,
  seen: nothingSeen,
  calmFor: 0,
  patience: firstPatience,
  starvedFor: 0,
});

/** Down at once, and not up again to where it was: three quarters of what ran are the ceiling from now on. */
export function backOff(lane: Lane, { to, use }: { readonly to: number; readonly use: LaneUse }): Lane {
  const starvedFor = use.running === 0 && use.waiting > 0 ? lane.starvedFor + 1 : 0;
  const limit = starvedFor > starvedAtMost ? Math.max(1, to) : Math.min(lane.limit, to);
  // Only the first sample of a shortage tells what was too much: later ones see what is left.
  const shown = lane.limit > to ? Math.max(1, Math.floor(use.running * 0.75)) : lane.ceiling;
  const ceiling = Math.min(lane.ceiling, shown);
  return { ...lane, limit, ceiling, base: null, seen: nothingSeen, calmFor: calmAfterRelief, starvedFor };
}

/** Down a little, for a while. */
export const calmed = (lane: Lane, limit: number): Lane => ({
  ...lane,
  limit: Math.min(lane.limit, limit),
  base: null,
  seen: nothingSeen,
  calmFor: calmAfterRelief,
});

/**
 * Grows while it is of use. From a measured base to twice of it an eighth a second; then endings a second are compared. Where they did not grow along, Little's
 * law (1961) tells where the knee is: below it rate is limit by time, so limit * (new rate / old rate) is enough, and it stays there for a while before it
 * looks again (as BBR probes for bandwidth, Cardwell et al., 2016).
 */
export function grow(
  before: Lane,
  use: LaneUse,
  bounds: LaneBounds,
  { braked, seconds }: { readonly braked: boolean; readonly seconds: number },
): Lane {
  const most = Math.min(bounds.most, Math.floor(before.ceiling));
  const lane = rested(before, bounds, seconds);
  if (lane.calmFor > 0 || !(use.waiting > 0 || use.running >= lane.limit)) return lane;
  const floor = Math.min(braked ? bounds.least : bounds.start, most);
  if (lane.limit < floor) return { ...lane, limit: lane.limit + 1, seen: nothingSeen };
  const seen = { ended: lane.seen.ended + use.ended, seconds: lane.seen.seconds + seconds };
  const isEnough = seen.ended >= Math.max(fewestEndings, 2 * lane.limit) && seen.seconds >= shortestWindow;
  const rate = seen.ended / seen.seconds;
  if (lane.base === null)
    return isEnough ? { ...lane, base: { limit: lane.limit, rate, age: 0 }, seen: nothingSeen } : { ...lane, seen };
  if (braked) return { ...lane, seen: nothingSeen };
  const goal = Math.min(most, 2 * lane.base.limit);
  if (lane.limit < goal)
    return { ...lane, limit: Math.min(goal, lane.limit + Math.ceil(lane.limit / 8)), seen: nothingSeen };
  return isEnough ? judged({ ...lane, seen: nothingSeen }, lane.base, rate) : { ...lane, seen };
}

/** At twice the base, or at the most. */
function judged(lane: Lane, base: NonNullable<Lane['base']>, rate: number): Lane {
  const gained = rate / base.rate;
  if (lane.limit > base.limit && gained >= worthwhile * (lane.limit / base.limit))
    return { ...lane, base: { limit: lane.limit, rate, age: 0 }, patience: firstPatience };
  // With nothing gained the base was at the knee or beyond: no room on top of it, else it would creep up with every look.
  const knee = gained < aboveKnee ? base.limit : Math.ceil(aboveKnee * base.limit * gained);
  return {
    ...lane,
    limit: Math.max(Math.min(base.limit, lane.limit), Math.min(lane.limit, knee)),
    base: null,
    calmFor: lane.patience,
    patience: Math.min(longestPatience, lane.patience * 2),
  };
}

/** Time passes: waits end, the ceiling rises, what was measured grows old. */
function rested(lane: Lane, { most }: LaneBounds, seconds: number): Lane {
  const calmFor = Math.max(0, lane.calmFor - seconds);
  const age = (lane.base?.age ?? 0) + seconds;
  return {
    ...lane,
    calmFor,
    starvedFor: 0,
    limit: Math.min(lane.limit, most),
    ceiling: Math.min(most, lane.ceiling + seconds / ceilingEvery),
    base: lane.base === null || age > staleAfter ? null : { ...lane.base, age },
  };
}
