import { hourOfWeek } from '../arrivals.ts';

const hourMs = 3_600_000;
/** Outside of the learned hours a source is polled at this share of its rate, so that a change of habit is noticed. */
export const probeRate = 1 / 8;

/**
 * The end of a wait that passes at an eighth of the speed outside of the learned hours: a wait that begins at night ends soon after the first hour of the day.
 * @param hours hours of the week (UTC, 0 is Sunday from midnight); null: the wait is as long as it says
 */
export function afterSoftWait(hours: readonly number[] | null, from: Date, waitMs: number): Date {
  const begin = from.getTime();
  if (hours === null) return new Date(begin + waitMs);
  const active = new Set(hours);
  let left = waitMs;
  let at = begin;
  for (;;) {
    const end = (Math.floor(at / hourMs) + 1) * hourMs;
    const speed = active.has(hourOfWeek(at)) ? 1 : probeRate;
    if ((end - at) * speed >= left) return new Date(Math.round(at + left / speed));
    left -= (end - at) * speed;
    at = end;
  }
}
