import { intervalLimits, type Silence, type Source } from '../../model/crawl/source.ts';
import { hourOfWeek } from './arrivals.ts';

const hourMs = 3_600_000;
/** A source with as many gaps has a habit: from then on a longer gap counts up to twice the longest one, so that one outage of a month does not hide the next one. */
const habitGaps = 30;
const mostGrowth = 2;

/**
 * What polls say of a source's silence, with one more poll that did not fail. The time since the poll before counts in the source's active hours only, and up to
 * its longest interval: a longer time without a poll says that newshawk did not run, or that polls failed. A clock that was set back counts nothing.
 */
export function silenceAfter(source: Source, newLinks: number, now: Date): Silence {
  const { lastPolledAt, silence } = source;
  const before = silence ?? { quietMs: 0, longestMs: 0, gaps: 0, newAt: null };
  if (lastPolledAt === null) return before; // at the first poll every link is new
  const from = lastPolledAt.getTime();
  const to = Math.min(now.getTime(), from + intervalLimits(source).longestMs);
  const quietMs = before.quietMs + activeMs(from, to, source.tuning?.hours ?? null);
  if (newLinks === 0) return { ...before, quietMs };
  const most = before.gaps < habitGaps ? quietMs : Math.max(before.longestMs * mostGrowth, hourMs);
  return {
    quietMs: 0,
    longestMs: Math.max(before.longestMs, Math.min(quietMs, most)),
    gaps: before.gaps + 1,
    newAt: now,
  };
}

/** The time between two moments in these hours of the week (UTC), ms. @param hours null: all count */
function activeMs(from: number, to: number, hours: readonly number[] | null): number {
  if (hours === null) return Math.max(0, to - from);
  const active = new Set(hours);
  let sum = 0;
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / hourMs) + 1) * hourMs);
    if (active.has(hourOfWeek(at))) sum += end - at;
    at = end;
  }
  return sum;
}
