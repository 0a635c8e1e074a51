import { isActive, type Source } from '../../model/crawl/source.ts';
import type { SilenceRule, SourceFailingRule } from '../../model/publish/alert-rules.ts';
import { type Condition, spanText } from './condition.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];

/**
 * Active sources that are silent for longer than they ever were. The time is that of `Source.silence`: active hours, while the source was polled. An alert ends
 * with the next new link.
 */
export function silentSources(sources: readonly Source[], { factor, minGaps, minHours }: SilenceRule): Condition[] {
  return sources.flatMap((source) => {
    const { silence } = source;
    if (!isActive(source) || !silence || silence.gaps < minGaps) return [];
    const { quietMs, longestMs, gaps, newAt } = silence;
    if (quietMs < Math.max(longestMs * factor, minHours * hourMs)) return [];
    return [
      {
        ...ofSource('source-silent', source),
        title: `${source.url} has brought nothing new for ${spanText(quietMs)} of its active hours; its longest silence was ${spanText(longestMs)}`,
        evidence: {
          url: source.url,
          quietMinutes: Math.round(quietMs / minuteMs),
          longestMinutes: Math.round(longestMs / minuteMs),
          gaps,
          newAt: newAt?.toISOString() ?? null,
        },
        level: 'opens',
      },
    ];
  });
}

/** @param outageEndedAt polls that failed before say nothing of the source; null: there was no outage */
export function failingSources(
  sources: readonly Source[],
  { polls, minMinutes }: SourceFailingRule,
  outageEndedAt: Date | null,
): Condition[] {
  return sources.flatMap((source): Condition[] => {
    const { failing, plannedAt } = source;
    if (!isActive(source) || !failing) return [];
    const lastFailedAt = plannedAt ?? failing.since;
    const isEnough =
      failing.polls >= polls && lastFailedAt.getTime() - failing.since.getTime() >= minMinutes * minuteMs;
    const isOfOutage = outageEndedAt !== null && lastFailedAt <= outageEndedAt;
    return [
      {
        ...ofSource('source-failing', source),
        title: `The last ${failing.polls} polls of ${source.url} failed: ${failing.reason}`,
        evidence: {
          url: source.url,
          polls: failing.polls,
          since: failing.since.toISOString(),
          reason: failing.reason,
        },
        level: isEnough && !isOfOutage ? 'opens' : 'holds',
      },
    ];
  });
}

const ofSource = <Kind extends 'source-silent' | 'source-failing'>(kind: Kind, { id, site }: Source) => ({
  kind,
  rule: kind,
  subject: id,
  site,
  level: 'opens' as const,
});
