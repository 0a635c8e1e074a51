import type { AnswerOf, ApiSchemas } from '../../data/api.ts';
import { span } from '../../parts/texts.ts';

/** A source as lists have it. */
export type SourceRow = ApiSchemas['Source'];
/** With its last polls, newest first. */
export type SourceWithPolls = AnswerOf<'/v1/sources/{id}'>;

/** A sentence on why the next poll is when it is. */
export function whyThen(source: SourceRow, now: string): string {
  const { state, intervalMs, baseIntervalMs, enabled, pausedAt, lastVisit, lastPolledAt, activeWindows, tuning } =
    source;
  if (pausedAt) return 'A person paused it.';
  if (!enabled) return 'A crawl polled it once: `watch` does not poll it again.';
  if (lastPolledAt === null) return 'It was never polled: the next crawl begins with it.';
  const windows = activeWindows.length > 0 ? ' It is polled within its hours only.' : '';
  if (state === 'failing')
    return `Its last poll failed (${lastVisit?.reason ?? 'no reason is stored'}): it is tried again after ${span(intervalMs)}.${windows}`;
  const base = tuning?.intervalMs ?? baseIntervalMs;
  const pace =
    intervalMs > base * 1.05
      ? `Few new links lately: the interval grew from ${span(base)} to ${span(intervalMs)}.`
      : intervalMs < base * 0.95
        ? `Many new links lately: the interval shrank from ${span(base)} to ${span(intervalMs)}.`
        : `Its interval is ${span(intervalMs)}.`;
  const due = new Date(source.nextPollAt) <= new Date(now) ? ' It is due: a crawl or `watch` polls it.' : '';
  return `${pace}${windows}${due}`;
}

/** What tuning has learned from past days; empty: nothing. */
export function tuningTexts({ tuning }: SourceRow): readonly string[] {
  if (!tuning) return [];
  return [
    ...(tuning.intervalMs === null ? [] : [`learned base ${span(tuning.intervalMs)}`]),
    ...(tuning.hours === null ? [] : [`${tuning.hours.length} of 168 h`]),
  ];
}
