/** The budget of one kind of task: its present limit, and the measurements behind it. */
export interface Lane {
  readonly limit: number;
  /** Upper bound of `limit` that a memory shortage has set. It rises again slowly. */
  readonly ceiling: number;
  /** Endings per second measured at a lower limit, for comparison; null: not measured yet. */
  readonly baseline: { readonly limit: number; readonly rate: number; readonly age: number } | null;
  /** Endings and time at the present limit, while the budget was used up. */
  readonly measured: { readonly ended: number; readonly seconds: number };
  /** Seconds until the limit may grow again. */
  readonly holdSeconds: number;
  /** The next hold when growth does not help again, seconds. */
  readonly nextHoldSeconds: number;
  /** Seconds without a running task while tasks wait. */
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
  /** Endings since the last sample. */
  readonly ended: number;
}

/** Hold after a reduction, s: running tasks must end before the effect shows. */
const holdAfterStepDown = 5;
/** Twice the limit should give twice the endings per second. Below this share of that, the knee is passed. */
const minGainShare = 0.85;
/** The limit stays above the knee by this factor, so tasks are always ready. */
const aboveKnee = 1.1;
/** A rate needs at least this many endings… */
const minEndings = 24;
/** …and at least this time, s. */
const minWindowSeconds = 3;
/** Hold after growth without gain, s: doubled each time up to the second. */
const [firstHoldSeconds, maxHoldSeconds] = [60, 600];
/** A baseline older than this is dropped, s: it was measured on other pages. */
const maxBaselineAge = 120;
/** The ceiling rises by one in this time, s. */
const secondsPerCeilingStep = 30;
/** After this many seconds without any task, the shortage is not ours: one task may run. */
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

/** Reduces the limit at once. The ceiling becomes three quarters of what ran. */
export function backOff(lane: Lane, { to, use }: { readonly to: number; readonly use: LaneUse }): Lane {
  const starvedSeconds = use.running === 0 && use.waiting > 0 ? lane.starvedSeconds + 1 : 0;
  const limit = starvedSeconds > maxStarvedSeconds ? Math.max(1, to) : Math.min(lane.limit, to);
  // only the first sample of a shortage shows what was too much; later ones see the reduced load
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

/** Reduces the limit, and holds it for a while. */
export const stepDown = (lane: Lane, limit: number): Lane => ({
  ...lane,
  limit: Math.min(lane.limit, limit),
  baseline: null,
  measured: nothingMeasured,
  holdSeconds: holdAfterStepDown,
});

/**
 * Grows the limit while that helps: from a measured baseline to twice its limit, by an eighth per second; then the endings per second are compared. If they did
 * not grow in proportion, Little's law (1961) gives the knee: below it, the rate is limit / time, so limit * (new rate / old rate) suffices. The limit is held
 * there before the next try (as BBR probes for bandwidth, Cardwell et al., 2016).
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

/** Compares the rate at the grown limit with the baseline. */
function afterMeasurement(lane: Lane, baseline: NonNullable<Lane['baseline']>, rate: number): Lane {
  const gained = rate / baseline.rate;
  if (lane.limit > baseline.limit && gained >= minGainShare * (lane.limit / baseline.limit))
    return { ...lane, baseline: { limit: lane.limit, rate, age: 0 }, nextHoldSeconds: firstHoldSeconds };
  // without any gain the baseline was at the knee or above: no extra room, or the limit would creep up with every try
  const knee = gained < aboveKnee ? baseline.limit : Math.ceil(aboveKnee * baseline.limit * gained);
  return {
    ...lane,
    limit: Math.max(Math.min(baseline.limit, lane.limit), Math.min(lane.limit, knee)),
    baseline: null,
    holdSeconds: lane.nextHoldSeconds,
    nextHoldSeconds: Math.min(maxHoldSeconds, lane.nextHoldSeconds * 2),
  };
}

/** Lets time pass: holds run down, the ceiling rises, the baseline ages. */
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
