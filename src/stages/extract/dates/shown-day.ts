import type { DateValue } from '../../../model/article/draft.ts';
import { domainOffset } from './calendar-words.ts';
import type { DateCandidate } from './date-rules.ts';

const dayMs = 86_400_000;
/** UTC offsets range from -12:00 to +14:00. */
const minOffsetHours = 12;
const maxOffsetHours = 14;

/**
 * Structured data often gives a time in UTC, while the page shows the local day: 03:28 UTC is the evening before in New York. If the shown day is the day before or after,
 * the same instant gets the smallest offset that moves it to the shown day.
 */
export function alignWithShownDay(candidates: readonly DateCandidate[], url: string): readonly DateCandidate[] {
  const shown =
    candidates.find(({ rule }) => rule.name === 'dateline') ?? candidates.find(({ rule }) => rule.family === 'address');
  if (shown === undefined) {
    const offset = domainOffset(new URL(url).host);
    return offset === null
      ? candidates
      : candidates.map(({ rule, value }) => ({ rule, value: atOffset(value, offset) }));
  }
  const day = shown.value.value.slice(0, 10);
  return candidates.map(({ rule, value }) => ({ rule, value: movedToDay(value, day) }));
}

function movedToDay(value: DateValue, day: string): DateValue {
  if (!value.value.endsWith('+00:00')) return value;
  const instant = new Date(value.value);
  const difference = Date.parse(day) - Date.parse(value.value.slice(0, 10));
  const hours =
    difference === -dayMs ? -(instant.getUTCHours() + 1) : difference === dayMs ? 24 - instant.getUTCHours() : 0;
  if (hours === 0 || hours < -minOffsetHours || hours > maxOffsetHours) return value;
  const local = new Date(instant.getTime() + hours * 3_600_000).toISOString().slice(0, 19);
  const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
  return { ...value, value: `${local}${offset}` };
}

/** The same instant with another offset, if it is stated in UTC. */
function atOffset(value: DateValue, offset: string): DateValue {
  if (!value.value.endsWith('+00:00')) return value;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  const shiftMs = (offset.startsWith('-') ? -minutes : minutes) * 60_000;
  return { ...value, value: `${new Date(Date.parse(value.value) + shiftMs).toISOString().slice(0, 19)}${offset}` };
}
