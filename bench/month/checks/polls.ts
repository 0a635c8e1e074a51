import { dayMs, hourMs, maxFactor, minFactor, minuteMs, type SitePlan } from '../sites/site-plan.ts';
import { type Breach, isOpen, pollsOf, requestsOf } from './limits.ts';
import type { Planned } from './plans.ts';
import type { SiteRequest } from './request-log.ts';

/** What happened beside the polls, in ms since the start. */
export interface Interruptions {
  /** The client's wall clock was set. */
  readonly stepsMs: readonly number[];
  /** No client ran. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** Pauses that began with a kill -9; default: none. */
  readonly kills?: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** Random factors on intervals, from the docs: the shortest and the longest interval vary by them. */
const jitter = 0.1;
/** Least wait after a poll that failed, ms: a host that fails is probed every 2 s at first. */
const leastRetryMs = 1_900;

/** Tuning moves the base interval once a day, by these factors, within these bounds; and outside of the hours that it learns, a night long, polls are rare. */
const tuning = { shrinkBy: 0.8, least: 0.25, enlargeBy: 1.25, largest: 8, nightMs: 14 * hourMs };
/** How often tuning may have moved an interval by then; a step of the clock may be another day. */
const tunings = (atMs: number, stepsMs: readonly number[]): number =>
  Math.floor(atMs / dayMs) + stepsMs.filter((ms) => ms <= atMs).length;

const shortestMsOf = ({ everyMs }: SitePlan, moves: number): number =>
  everyMs * Math.max(tuning.least, tuning.shrinkBy ** moves) * minFactor * (1 - jitter);
const longestMsOf = ({ everyMs }: SitePlan, moves: number): number =>
  everyMs * Math.min(tuning.largest, tuning.enlargeBy ** moves) * maxFactor * (1 + jitter) +
  (moves === 0 ? 0 : tuning.nightMs);

const isGood = ({ status }: SiteRequest): boolean => status === 200 || status === 304;

/** Polls that came sooner than the shortest interval of their source. After a step of the clock one may. */
export function pollsTooSoon(
  plans: readonly SitePlan[],
  requests: readonly SiteRequest[],
  { stepsMs }: Interruptions,
): Breach[] {
  return plans.flatMap((plan) => {
    const polls = pollsOf(plan, requests);
    return polls.flatMap((poll, at) => {
      const before = polls[at - 1];
      if (before === undefined || stepsMs.some((ms) => before.atMs <= ms && ms <= poll.atMs)) return [];
      const leastMs = isGood(before) ? shortestMsOf(plan, tunings(poll.atMs, stepsMs)) : leastRetryMs;
      const waitedMs = poll.atMs - before.atMs;
      return waitedMs >= leastMs
        ? []
        : [`${plan.host}: a poll ${Math.round(waitedMs)} ms after one that answered ${before.status}`];
    });
  });
}

/** Sources that stood still: no poll within their longest interval of open, undisturbed time. @param recoveryMs what a source may take once nothing is in the way: a host that was down is probed by then */
export function standstills(
  plans: readonly SitePlan[],
  requests: readonly SiteRequest[],
  { pauses, stepsMs }: Interruptions,
  { lengthMs, recoveryMs }: { readonly lengthMs: number; readonly recoveryMs: number },
): Breach[] {
  return plans.flatMap((plan) => {
    const polls = pollsOf(plan, requests);
    const times = [0, ...polls.map(({ atMs }) => atMs), lengthMs];
    const wallOf = wallAt(requests);
    return times.flatMap((atMs, index) => {
      const nextMs = times[index + 1];
      if (nextMs === undefined) return [];
      const longestMs = longestMsOf(plan, tunings(nextMs, stepsMs));
      if (nextMs - atMs <= longestMs + recoveryMs) return [];
      const ends = [...plan.troubles, ...pauses].filter(({ fromMs, toMs }) => fromMs < nextMs && toMs > atMs);
      const freeMs = Math.max(atMs + longestMs, ...ends.map(({ toMs }) => toMs));
      const openMs = openFrom(plan, freeMs, wallOf);
      if (nextMs <= openMs + recoveryMs) return [];
      return [
        `${plan.host}: no poll from ${minutes(atMs)} to ${minutes(nextMs)}, although it was free at ${minutes(openMs)}`,
      ];
    });
  });
}

const minutes = (ms: number): string => `minute ${Math.round(ms / minuteMs)}`;

/** The first time from `ms` on at which a window of the source is open; in steps of ten minutes. */
function openFrom({ windows }: SitePlan, ms: number, wallOf: (ms: number) => number): number {
  if (windows.length === 0) return ms;
  for (let atMs = ms; atMs < ms + 14 * 24 * hourMs; atMs += 10 * minuteMs)
    if (windows.some((window) => isOpen(window, wallOf(atMs)))) return atMs;
  return Number.POSITIVE_INFINITY;
}

/** The client's wall clock at a time, by the last request before it. */
function wallAt(requests: readonly SiteRequest[]): (ms: number) => number {
  return (ms) => {
    let [low, high] = [0, requests.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((requests[middle]?.atMs ?? 0) <= ms) low = middle;
      else high = middle - 1;
    }
    const last = requests[low];
    return last === undefined ? ms : last.wallMs + ms - last.atMs;
  };
}

/** Sources whose first poll after a restart came before the time that was planned when the process ended. @param restarts with the end of the process, ms since the start */
export function pollsBeforePlan(
  plans: readonly SitePlan[],
  requests: readonly SiteRequest[],
  restarts: readonly { readonly atMs: number; readonly planned: readonly Planned[] }[],
  { stepsMs }: Interruptions,
): Breach[] {
  return restarts.flatMap(({ atMs, planned }) =>
    planned.flatMap(({ host, path, wallMs }) => {
      const plan = plans.find((each) => each.host === host && each.listPath === path);
      const first = plan && requestsOf(plan, requests).find((each) => each.path === path && each.atMs > atMs);
      if (first === undefined || stepsMs.some((ms) => atMs <= ms && ms <= first.atMs)) return [];
      const earlyMs = wallMs - first.wallMs;
      return earlyMs <= 0
        ? []
        : [`${host}: polled ${earlyMs} ms before the plan after the restart at ${minutes(atMs)}`];
    }),
  );
}
