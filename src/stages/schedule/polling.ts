import { policies } from '../../errors.ts';
import { baseIntervalOf, type FailingPolls, intervalLimits, isActive, type Source } from '../../model/crawl/source.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { Random } from '../../ports.ts';
import { inWindow, nextWindowStart } from './active-windows.ts';
import { jittered } from './retry.ts';
import { afterSoftWait } from './tuning/soft-hours.ts';

/** Result of a poll: whether it found an update (a new link or a changed list), or why it failed. */
export type PollOutcome = { readonly found: boolean } | { readonly failed: ErrorKind };

/** Ranges of the random factor on the interval after a poll; random, so the sources of one site drift apart. */
const shrinkBy = [0.5, 0.9] as const;
const growBy = [1.1, 1.6] as const;
/** Wait after the first failed poll, ms. */
const firstRetryMs = 30_000;
/** A weight group that waits this much longer than the others gets a full extra turn, ms. */
const turnOwedAfterMs = 60_000;

/** Why a source is not due; null: it is due. */
export function notDue(source: Source, now: Date): 'disabled' | 'paused' | 'interval' | 'outside-window' | null {
  if (!source.enabled) return 'disabled';
  if (!isActive(source)) return 'paused';
  if (source.nextPollAt > now) return 'interval';
  return inWindow(source.activeWindows, now) ? null : 'outside-window';
}

/**
 * The order in which due sources are polled: weighted round robin over weight groups (a group of weight 4 has four turns for each turn of weight 1), within a
 * group the longest overdue first. A caller that takes only the head of the list starves no group: a group that waits longer than the others gets its turn earlier.
 * @param lastTurns when each group had its last turn, by weight; a group without one waits since its first source is due
 */
export function inTurns(due: readonly Source[], lastTurns: ReadonlyMap<number, Date>, now: Date): Source[] {
  const groups = [...Map.groupBy(due, ({ weight }) => weight)];
  const waits = new Map(groups.map(([weight, group]) => [weight, waitedMs(group, lastTurns.get(weight), now)]));
  const shortestWait = Math.min(...waits.values());
  const turns = groups.flatMap(([weight, group]) => {
    const owed = Math.min(1, ((waits.get(weight) ?? 0) - shortestWait) / turnOwedAfterMs);
    return group.sort(byOverdue).map((source, index) => ({ source, turn: (index + 1 - owed) / weight }));
  });
  return turns.sort((a, b) => a.turn - b.turn || byOverdue(a.source, b.source)).map(({ source }) => source);
}

/**
 * The source after a poll. With an update the interval shrinks by a random factor, without one it grows, always within base x factors. A failed poll changes
 * only the next time: failures double the wait from 30 s up to the base interval; after an error without retry it is the longest interval. A next poll outside
 * the windows moves to the start of the next window. Outside of the hours that tuning has learned, the wait is eight times as
 * long, up to the longest interval.
 */
export function scheduledAfterPoll(source: Source, result: PollOutcome, now: Date, random: Random): Source {
  if ('failed' in result)
    return {
      ...source,
      nextPollAt: movedIntoWindow(source, afterFailure(source, result.failed, now, random)),
      plannedAt: now,
      failing: failingAfter(source, result.failed, now),
    };
  const [low, high] = result.found ? shrinkBy : growBy;
  const moved = source.intervalMs * (low + (high - low) * random());
  const { shortestMs, longestMs } = intervalLimits(source);
  const intervalMs = Math.round(clamp(moved, shortestMs, longestMs));
  const softAt = afterSoftWait(source.tuning?.hours ?? null, now, intervalMs).getTime();
  // the longest interval is a person's word, also at night
  const nextPollAt = movedIntoWindow(source, new Date(Math.min(softAt, now.getTime() + longestMs)));
  // absent where it never failed, as older versions store it
  const failing = source.failing ? { failing: null } : {};
  return { ...source, intervalMs, lastPolledAt: now, nextPollAt, plannedAt: now, ...failing };
}

/** The next poll comes after the longest interval: something else announces changes meanwhile. */
export const pollRarely = (source: Source, now: Date): Source => ({
  ...source,
  nextPollAt: movedIntoWindow(source, new Date(now.getTime() + intervalLimits(source).longestMs)),
  plannedAt: now,
});

/** Skips a source outside its windows: the next poll is at the next window's start. */
export const skipToWindow = (source: Source, now: Date): Source => ({
  ...source,
  nextPollAt: movedIntoWindow(source, now),
  plannedAt: now,
});

/**
 * Plans the next poll again if the clock has been set back since (the poll was planned in the future): the wait counts from now. Otherwise the source would stop
 * for as long as the clock was set back. @returns the same object where nothing changes
 */
export function replanned(source: Source, now: Date): Source {
  const plannedAt = source.plannedAt ?? source.lastPolledAt;
  if (plannedAt === null || plannedAt <= now) return source;
  const { nextPollAt, intervalMs } = source;
  const lastPolledAt = source.lastPolledAt === null || source.lastPolledAt <= now ? source.lastPolledAt : now;
  const waitMs = Math.max(0, nextPollAt.getTime() - plannedAt.getTime());
  // a wait for a window is longer than the interval: the window is looked for anew
  const due = lastPolledAt === null ? null : afterSoftWait(source.tuning?.hours ?? null, lastPolledAt, intervalMs);
  const dueMs = Math.max(now.getTime(), due?.getTime() ?? Number.POSITIVE_INFINITY);
  const next = new Date(Math.min(now.getTime() + waitMs, dueMs));
  return { ...source, lastPolledAt, nextPollAt: movedIntoWindow(source, next), plannedAt: now };
}

/** The time, or the start of the next window. For windows that never open, the longest interval from then. */
export const movedIntoWindow = (source: Source, at: Date): Date =>
  nextWindowStart(source.activeWindows, at) ?? new Date(at.getTime() + intervalLimits(source).longestMs);

const failingAfter = ({ failing }: Source, reason: ErrorKind, now: Date): FailingPolls => ({
  since: failing?.since ?? now,
  polls: (failing?.polls ?? 0) + 1,
  reason,
});

/** When to retry a failed poll. The delay after the regular time is the sum of all waits so far, so adding the first wait doubles the last one without a counter. */
function afterFailure(source: Source, kind: ErrorKind, now: Date, random: Random): Date {
  const lastGood = source.lastPolledAt?.getTime() ?? null;
  const lateMs = lastGood === null ? source.intervalMs : source.nextPollAt.getTime() - lastGood - source.intervalMs;
  const retryMs = Math.min(Math.max(0, lateMs) + firstRetryMs, baseIntervalOf(source));
  const delayMs = policies[kind].retry ? retryMs : intervalLimits(source).longestMs;
  return new Date(now.getTime() + jittered(delayMs, random));
}

/** How long a group has waited for a turn, ms. */
function waitedMs(group: readonly Source[], lastTurn: Date | undefined, now: Date): number {
  const firstDue = Math.min(...group.map(({ nextPollAt }) => nextPollAt.getTime()));
  return now.getTime() - Math.max(firstDue, lastTurn?.getTime() ?? 0);
}

const byOverdue = (a: Source, b: Source): number =>
  a.nextPollAt.getTime() - b.nextPollAt.getTime() || (a.id < b.id ? -1 : 1);
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
