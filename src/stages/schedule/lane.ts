/** One budget: how many of a kind may run at once, and what has been learned about it. */
export interface Lane {
  readonly limit: number;
  /** Not beyond: short memory has shown it. Rises again slowly. */
  readonly ceiling: number;
  /** Endings a second at a lower limit, to compare with; null: not measured yet. */
  readonly baseline: { readonly limit: number; readonly rate: number; readonly age: number } | null;
  /** At this limit, with the budget used up. */
  readonly measured: { readonly ended: number; readonly seconds: number };
  /** No growing for so many seconds. */
  readonly holdSeconds: number;
  /** How long to keep still when growing is found to be of no use again, s. */
  readonly nextHoldSeconds: number;
  /** Seconds without a place while somebody waits. */
  readonly starvedSeconds: number;
}

export interface LaneBounds {
  readonly min: number;
  readonly start: number;
  readonly max: number;
}

export interface LaneUse {
  readonly running: number;
  readonly waiting: number;
  /** Since the last sample. */
  readonly ended: number;
}

/** After a step back, s: what runs has to end before its effect is seen. */
const holdAfterStepDown = 5;
/** Twice the places should give twice the endings while nothing is short; less than this share of that, and the knee is passed. */
const minGainShare = 0.85;
/** Above the knee by so much, so that there is always something to do. */
const aboveKnee = 1.1;
/** Fewer endings say nothing about a rate. */
const minEndings = 24;
const minWindowSeconds = 3;
const [firstHoldSeconds, maxHoldSeconds] = [60, 600];
/** Older rates are those of other pages, s. */
const maxBaselineAge = 120;
/** The ceiling of short memory rises by one in this time, s. */
const secondsPerCeilingStep = 30;
/** With no place at all for so long, nothing of ours holds what is short: one may try. */
const maxStarvedSeconds = 30;

const nothingMeasured = { ended: 0, seconds: 0 };

export const openLane = ({ start, max }: LaneBounds): Lane => ({
  limit: start,
  ceiling: max,
  baseline: null,
  measured: nothingMeasured,
  holdSeconds: 0,
  nextHoldSeconds: firstHoldSeconds,
  starvedSeconds: 0,
});

/** Down at once, and not up again to where it was: three quarters of what ran are the ceiling from now on. */
export function backOff(lane: Lane, { to, use }: { readonly to: number; readonly use: LaneUse }): Lane {
  const starvedSeconds = use.running === 0 && use.waiting > 0 ? lane.starvedSeconds + 1 : 0;
  const limit = starvedSeconds > maxStarvedSeconds ? Math.max(1, to) : Math.min(lane.limit, to);
  // Only the first sample of a shortage tells what was too much: later ones see what is left.
  const shown = lane.limit > to ? Math.max(1, Math.floor(use.running * 0.75)) : lane.ceiling;
  const ceiling = Math.min(lane.ceiling, shown);
  return {
    ...lane,
    limit,
    ceiling,
    baseline: null,
    measured: nothingMeasured,
    holdSeconds: holdAfterStepDown,
    starvedSeconds: starvedSeconds,
  };
}

/** Down a little, for a while. */
export const stepDown = (lane: Lane, limit: number): Lane => ({
  ...lane,
  limit: Math.min(lane.limit, limit),
  baseline: null,
  measured: nothingMeasured,
  holdSeconds: holdAfterStepDown,
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
  { braked: isBraked, seconds }: { readonly braked: boolean; readonly seconds: number },
): Lane {
  const max = Math.min(bounds.max, Math.floor(before.ceiling));
  const lane = afterSeconds(before, bounds, seconds);
  if (lane.holdSeconds > 0 || !(use.waiting > 0 || use.running >= lane.limit)) return lane;
  const floor = Math.min(isBraked ? bounds.min : bounds.start, max);
  if (lane.limit < floor) return { ...lane, limit: lane.limit + 1, measured: nothingMeasured };
  const measured = { ended: lane.measured.ended + use.ended, seconds: lane.measured.seconds + seconds };
  const isEnough = measured.ended >= Math.max(minEndings, 2 * lane.limit) && measured.seconds >= minWindowSeconds;
  const rate = measured.ended / measured.seconds;
  if (lane.baseline === null)
    return isEnough
      ? { ...lane, baseline: { limit: lane.limit, rate, age: 0 }, measured: nothingMeasured }
      : { ...lane, measured: measured };
  if (isBraked) return { ...lane, measured: nothingMeasured };
  const goal = Math.min(max, 2 * lane.baseline.limit);
  if (lane.limit < goal)
    return { ...lane, limit: Math.min(goal, lane.limit + Math.ceil(lane.limit / 8)), measured: nothingMeasured };
  return isEnough
    ? afterMeasurement({ ...lane, measured: nothingMeasured }, lane.baseline, rate)
    : { ...lane, measured: measured };
}

/** At twice the base, or at the most. */
function afterMeasurement(lane: Lane, baseline: NonNullable<Lane['baseline']>, rate: number): Lane {
  const gained = rate / baseline.rate;
  if (lane.limit > baseline.limit && gained >= minGainShare * (lane.limit / baseline.limit))
    return { ...lane, baseline: { limit: lane.limit, rate, age: 0 }, nextHoldSeconds: firstHoldSeconds };
  // With nothing gained the base was at the knee or beyond: no room on top of it, else it would creep up with every look.
  const knee = gained < aboveKnee ? baseline.limit : Math.ceil(aboveKnee * baseline.limit * gained);
  return {
    ...lane,
    limit: Math.max(Math.min(baseline.limit, lane.limit), Math.min(lane.limit, knee)),
    baseline: null,
    holdSeconds: lane.nextHoldSeconds,
    nextHoldSeconds: Math.min(maxHoldSeconds, lane.nextHoldSeconds * 2),
  };
}

/** Time passes: waits end, the ceiling rises, what was measured grows old. */
function afterSeconds(lane: Lane, { max }: LaneBounds, seconds: number): Lane {
  const holdSeconds = Math.max(0, lane.holdSeconds - seconds);
  const age = (lane.baseline?.age ?? 0) + seconds;
  return {
    ...lane,
    holdSeconds: holdSeconds,
    starvedSeconds: 0,
    limit: Math.min(lane.limit, max),
    ceiling: Math.min(max, lane.ceiling + seconds / secondsPerCeilingStep),
    baseline: lane.baseline === null || age > maxBaselineAge ? null : { ...lane.baseline, age },
  };
}
