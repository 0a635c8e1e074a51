import { hourMs, minuteMs } from '../sites/site-plan.ts';

/** What happens to the process, in ms since the start. */
export type Happening =
  | { readonly kind: 'restart'; readonly atMs: number; readonly downMs: number }
  | { readonly kind: 'step'; readonly atMs: number; readonly byMs: number };

/** Restarts, one of them during an outage and one during a Retry-After; the clock is set back an hour and forward a day, and set right again. */
export function happeningsOf(lengthMs: number): Happening[] {
  const at = (share: number): number => Math.round((lengthMs * share) / minuteMs) * minuteMs + 7_000;
  const restart = (share: number, downMs: number): Happening => ({ kind: 'restart', atMs: at(share), downMs });
  const step = (share: number, byMs: number): Happening => ({ kind: 'step', atMs: at(share), byMs });
  return [
    restart(0.1, minuteMs),
    { kind: 'restart', atMs: Math.round(lengthMs * 0.2) + 90 * minuteMs, downMs: 5_000 },
    restart(0.345, 10 * minuteMs),
    step(0.45, -hourMs),
    step(0.5, hourMs),
    restart(0.55, 3 * hourMs),
    step(0.7, 24 * hourMs),
    step(0.75, -24 * hourMs),
    restart(0.8, 1_000),
    restart(0.9, 5_000),
  ];
}
