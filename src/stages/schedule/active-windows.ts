import type { ActiveWindow } from '../../model/crawl/source.ts';

/** All UTC offsets in use are multiples of this. */
const stepMs = 15 * 60_000;
/** How far ahead a window is searched: two weeks, in case a daylight-saving change skips a weekly one. */
const searchMs = 15 * 24 * 3_600_000;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether a source may be polled at `at`. Without windows: always. With `fromHour` after `toHour`, the window spans midnight and belongs to the day on
 * which it starts; equal hours mean the whole day.
 */
export const inWindow = (windows: readonly ActiveWindow[], at: Date): boolean =>
  windows.length === 0 || windows.some((window) => covers(window, at));

/**
 * The first moment in a window from `from` on, to the quarter of an hour; `from` itself where it is in one. Intl gives the local hours, so daylight saving
 * is respected. Null: the windows never open (no days).
 */
export function nextWindowStart(windows: readonly ActiveWindow[], from: Date): Date | null {
  if (inWindow(windows, from)) return from;
  if (windows.every(({ days }) => days.length === 0)) return null;
  const last = from.getTime() + searchMs;
  for (let at = Math.ceil(from.getTime() / stepMs) * stepMs; at <= last; at += stepMs) {
    if (inWindow(windows, new Date(at))) return new Date(at);
  }
  return null;
}

function covers({ timeZone, days, fromHour, toHour }: ActiveWindow, at: Date): boolean {
  const { day, hour } = localTime(timeZone, at);
  if (fromHour < toHour) return days.includes(day) && hour >= fromHour && hour < toHour;
  if (fromHour === toHour) return days.includes(day);
  return (days.includes(day) && hour >= fromHour) || (days.includes((day + 6) % 7) && hour < toHour);
}

function localTime(timeZone: string, at: Date): { readonly day: number; readonly hour: number } {
  const parts = formatOf(timeZone).formatToParts(at);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { day: weekdays.indexOf(partOf('weekday')), hour: Number(partOf('hour')) };
}

/** Cached: making a format takes 1,000 times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  return format;
}
