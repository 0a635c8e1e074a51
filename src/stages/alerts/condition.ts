import type { Alert } from '../../model/publish/alert.ts';

/** What a rule says of one subject now. A subject that no rule speaks of has no trouble. */
export interface Condition extends Pick<Alert, 'kind' | 'rule' | 'subject' | 'site' | 'title' | 'evidence'> {
  /** `opens`: an alert opens, or stays open. `holds`: an open one stays, and none opens. */
  readonly level: 'opens' | 'holds';
}

/** A share as a person reads it: `52 %`. */
export const percent = (part: number): string => `${Math.round(part * 100)} %`;

const [minuteMs, hourMs] = [60_000, 3_600_000];

/** A time as a person reads it: `26 hours`, `45 minutes`. */
export function spanText(ms: number): string {
  const [unitMs, unit] =
    ms < 2 * hourMs ? [minuteMs, 'minute'] : ms < 96 * hourMs ? [hourMs, 'hour'] : [24 * hourMs, 'day'];
  const count = Math.round(ms / unitMs);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
