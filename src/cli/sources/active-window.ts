import { InvalidArgumentError } from 'commander';
import type { ActiveWindow } from '../../model/crawl/source.ts';

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Hours of the week as a person writes them: `mon-fri 6-22 Europe/London`, `sat,sun 8-24` (UTC). The schema of sources checks the time zone. @throws InvalidArgumentError */
export function parseWindow(text: string): ActiveWindow {
  const [, dayText = '', from = '', to = '', timeZone = 'UTC'] =
    /^(\S+)\s+(\d{1,2})-(\d{1,2})(?:\s+(\S+))?$/.exec(text.trim()) ?? [];
  const days = dayText === 'daily' ? dayNames.map((_, day) => day) : dayText.split(',').flatMap(daysOf);
  const [fromHour, toHour] = [Number(from), Number(to)];
  if (dayText === '' || days.includes(-1) || fromHour > 23 || toHour > 24)
    throw new InvalidArgumentError('Write days, hours and a time zone: "mon-fri 6-22 Europe/London", "daily 0-6".');
  return { timeZone, days: [...new Set(days)].sort(), fromHour, toHour };
}

function daysOf(text: string): number[] {
  const [first, last] = text.toLowerCase().split('-', 2);
  const [from, to] = [dayNames.indexOf(first ?? ''), dayNames.indexOf(last ?? first ?? '')];
  if (from < 0 || to < 0) return [-1];
  return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => (from + index) % 7);
}

/** As `parseWindow` reads it. */
export const windowText = ({ days, fromHour, toHour, timeZone }: ActiveWindow): string =>
  `${days.length === 7 ? 'daily' : days.map((day) => dayNames[day]).join(',')} ${fromHour}-${toHour} ${timeZone}`;
