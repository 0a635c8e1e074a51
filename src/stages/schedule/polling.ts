import { policies } from '../../errors.ts';
import type { Source } from '../../model/crawl/source.ts';
import type { ErrorKind } from '../../model/crawl/visit.ts';
import type { Random } from '../../ports.ts';
import { inWindow, nextWindowStart } from './active-windows.ts';
import { jittered } from './retry.ts';

/** How a poll ended: whether it found an update (a new link, or another list), or why it failed. */
export type PollResult = { readonly found: boolean } | { readonly failed: ErrorKind };

/** Factors of the interval after a poll: random, so that the sources of one site drift apart (scheduling, section 1). */
const shrinkBy = [0.5, 0.9] as const;
const growBy = [1.1, 1.6] as const;
/** The first try after a failed poll, ms. */
const firstRetryMs = 30_000;
/** So much longer than the others a weight group has to wait for a turn of its own, ms. */
const turnOwedAfterMs = 60_000;

/** Why a source is not polled now; null: it is due. */
export function notDue(source: Source, now: Date): 'disabled' | 'interval' | 'outside-window' | null {
  if (!source.enabled) return 'disabled';
  if (source.nextPollAt > now) return 'interval';
  return inWindow(source.activeWindows, now) ? null : 'outside-window';
}

/**
 * The sources to poll now, in the order in which to do it: weight groups in weighted round robin (a group of weight 4 has four turns for each turn of a group
 * of weight 1), inside a group the longest overdue first. A caller that takes only the head of the list starves nobody: a group that waits longer than the
 * others is owed a turn.
 */
export function dueSources(sources: readonly Source[], now: Date): Source[] {
  const due = sources.filter((source) => notDue(source, now) === null);
  const groups = [...Map.groupBy(due, ({ weight }) => weight)];
  const waits = new Map(groups.map(([weight, group]) => [weight, waitedMs(sources, group, now)]));
  const shortestWait = Math.min(...waits.values());
  const turns = groups.flatMap(([weight, group]) => {
    const owed = Math.min(1, ((waits.get(weight) ?? 0) - shortestWait) / turnOwedAfterMs);
    return group.sort(byOverdue).map((source, index) => ({ source, turn: (index + 1 - owed) / weight }));
  });
  return turns.sort((a, b) => a.turn - b.turn || byOverdue(a.source, b.source)).map(({ source }) => source);
}

/**
 * The source after a poll. Found: the interval shrinks by a random factor; nothing found: it grows; always within base x factors. A failed poll moves
 * nothing but the next time: failures double the wait from 30 s up to the base interval; one that no retry mends waits for the longest interval.
 * The next poll is put off to the start of a window where it would lie outside.
 */
export function sourceAfterPoll(source: Source, result: PollResult, now: Date, random: Random): Source {
  if ('failed' in result)
    return {
      ...source,
      nextPollAt: movedIntoWindow(source, afterFailure(source, result.failed, now, random)),
      plannedAt: now,
    };
  const [low, high] = result.found ? shrinkBy : growBy;
  const moved = source.intervalMs * (low + (high - low) * random());
  const intervalMs = Math.round(clamp(moved, source.baseIntervalMs * source.minFactor, longestMs(source)));
  const nextPollAt = movedIntoWindow(source, new Date(now.getTime() + intervalMs));
  return { ...source, intervalMs, lastPolledAt: now, nextPollAt, plannedAt: now };
}

/** Outside its windows a source is skipped: the next poll is the next window's start. */
export const skipToWindow = (source: Source, now: Date): Source => ({
  ...source,
  nextPollAt: movedIntoWindow(source, now),
  plannedAt: now,
});

/**
 * The same source, unless its next poll was planned later than now: by a clock that has been set back since. Then the wait that was meant counts from now: else
 * the source would stand still for as long as the clock was set back.
 */
export function replanned(source: Source, now: Date): Source {
  const plannedAt = source.plannedAt ?? source.lastPolledAt;
  if (plannedAt === null || plannedAt <= now) return source;
  const { lastPolledAt, nextPollAt } = source;
  const waitMs = Math.max(0, nextPollAt.getTime() - plannedAt.getTime());
  return {
    ...source,
    lastPolledAt: lastPolledAt === null || lastPolledAt <= now ? lastPolledAt : now,
    nextPollAt: movedIntoWindow(source, new Date(now.getTime() + waitMs)),
    plannedAt: now,
  };
}

/** Windows that never open: as if the window were a longest interval away, so that it stays visible. */
const movedIntoWindow = (source: Source, at: Date): Date =>
  nextWindowStart(source.activeWindows, at) ?? new Date(at.getTime() + longestMs(source));

/** How long after its regular time this poll was planned is the sum of the waits so far, so adding the first wait doubles the last: no counter is needed. */
function afterFailure(source: Source, kind: ErrorKind, now: Date, random: Random): Date {
  const lastGood = source.lastPolledAt?.getTime() ?? null;
  const lateMs = lastGood === null ? source.intervalMs : source.nextPollAt.getTime() - lastGood - source.intervalMs;
  const retryMs = Math.min(Math.max(0, lateMs) + firstRetryMs, source.baseIntervalMs);
  const delayMs = policies[kind].retry ? retryMs : longestMs(source);
  return new Date(now.getTime() + jittered(delayMs, random));
}

/** Since when a group could have had a turn and had none. */
function waitedMs(sources: readonly Source[], group: readonly Source[], now: Date): number {
  const weight = group[0]?.weight;
  const lastTurns = sources
    .filter((source) => source.weight === weight)
    .map((source) => source.lastPolledAt?.getTime() ?? 0);
  const firstDue = Math.min(...group.map(({ nextPollAt }) => nextPollAt.getTime()));
  return now.getTime() - lastTurns.reduce((latest, at) => Math.max(latest, at), firstDue);
}

const byOverdue = (a: Source, b: Source): number =>
  a.nextPollAt.getTime() - b.nextPollAt.getTime() || (a.id < b.id ? -1 : 1);
const longestMs = (source: Source): number => source.baseIntervalMs * source.maxFactor;
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
