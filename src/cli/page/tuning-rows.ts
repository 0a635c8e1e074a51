import type { Source } from '../../model/crawl/source.ts';
import type { TuningResult } from '../../stages/schedule/tuning/tune-source.ts';
import { tuningDays } from '../../watch/tuning/poll-evidence.ts';

/** Lines of `explain` on what tuning has learned of a source, and what its polls say now. */
export function tuningRows(
  { tuning = null }: Source,
  { rounds, interval, hours }: TuningResult,
): (readonly [name: string, value: string])[] {
  const kept = tuning?.hours ?? null;
  return [
    ['yesterday', `${rounds.rounds} rounds, ${rounds.updates} found an update: ${interval.why}`],
    ['hours', kept === null ? 'all' : `${kept.length} of 168; ${hourRanges(kept)}; else an eighth of the rate`],
    [
      'updates',
      `${hours.updates} in ${hours.polls} polls of the last ${tuningDays} days, ${(100 * hours.share).toFixed(1)} % of them in the hours that a tuning would keep: ${hours.why}`,
    ],
  ];
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon-Fri 6-22, Sat 9-12 UTC`: neighbouring days with the same hours are one entry. */
function hourRanges(hours: readonly number[]): string {
  const ofDay = dayNames.map((_, day) => rangesOf(hours.filter((hour) => Math.floor(hour / 24) === day)));
  const entries: { first: number; last: number; text: string }[] = [];
  for (const [day, text] of ofDay.entries()) {
    const before = entries.at(-1);
    if (before?.text === text) before.last = day;
    else entries.push({ first: day, last: day, text });
  }
  const texts = entries.flatMap(({ first, last, text }) =>
    text === '' ? [] : [`${dayNames[first]}${first === last ? '' : `-${dayNames[last]}`} ${text}`],
  );
  return `${texts.join(', ')} UTC`;
}

function rangesOf(hours: readonly number[]): string {
  const inDay = hours.map((hour) => hour % 24);
  const begins = inDay.filter((hour) => !inDay.includes(hour - 1));
  const ends = inDay.filter((hour) => !inDay.includes(hour + 1));
  return begins.map((begin, index) => `${begin}-${(ends[index] ?? begin) + 1}`).join(' and ');
}
