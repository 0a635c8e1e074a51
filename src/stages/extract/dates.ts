import type { DateValue, Provenance } from '../../model/draft.ts';
import { dateContext } from './date-context.ts';
import type { DateContext } from './date-parse.ts';
import { type DateRule, modifiedRules, publishedRules } from './date-rules.ts';
import { onShownDay } from './shown-day.ts';
import type { DateQuestion } from './visible-dates.ts';

export interface DateFinding {
  readonly value: DateValue;
  readonly provenance: Provenance;
  readonly rule: string;
}

interface Candidate {
  readonly rule: DateRule;
  readonly value: DateValue;
}

/** A page that says only when it was last changed was published then or before. */
const onlyModified = { name: 'modified-only', why: 'the page says only when it was last changed', confidence: 0.5 };

/** The day (and time, where its zone is known) of first publication; null rather than a guess. */
export function findPublished(question: DateQuestion): DateFinding | null {
  const context = dateContext(question);
  const candidates = onShownDay(candidatesOf(publishedRules, question, context));
  const days = Map.groupBy(candidates, ({ value }) => dayOf(value));
  let best: { readonly day: readonly Candidate[]; readonly odds: number } | null = null;
  for (const day of days.values()) {
    const odds = oddsOf(day);
    if (best === null || odds > best.odds) best = { day, odds };
  }
  if (best !== null) {
    const finding = findingOf(best.day, 1 / (1 + Math.exp(-best.odds)));
    return finding && { ...finding, rule: finding.rule + against(candidates, best.day) };
  }
  const modified = findModified(question);
  return modified === null
    ? null
    : {
        value: modified.value,
        provenance: { by: modified.provenance.by, confidence: onlyModified.confidence },
        rule: `date-${onlyModified.name}: ${onlyModified.why}`,
      };
}

/** Who says another day. */
function against(candidates: readonly Candidate[], day: readonly Candidate[]): string {
  const others = candidates.filter((candidate) => !day.includes(candidate));
  return others.length === 0
    ? ''
    : ` (not ${others.map(({ rule, value }) => `${dayOf(value)} by ${rule.name}`).join(', ')})`;
}

export function findModified(question: DateQuestion): DateFinding | null {
  const [first] = candidatesOf(modifiedRules, question, dateContext(question));
  return first === undefined ? null : findingOf([first], first.rule.confidence);
}

const dayOf = ({ value }: DateValue): string => value.slice(0, 10);

const candidatesOf = (rules: readonly DateRule[], question: DateQuestion, context: DateContext): Candidate[] =>
  rules.flatMap((rule) => {
    const value = rule.read(question, context);
    return value === null ? [] : [{ rule, value }];
  });

/** Log odds of a day: those of its families add up, as if each had looked for itself. */
function oddsOf(day: readonly Candidate[]): number {
  const byFamily = new Map<string, number>();
  for (const { rule } of day) {
    const odds = Math.log(rule.confidence / (1 - rule.confidence));
    byFamily.set(rule.family, Math.max(odds, byFamily.get(rule.family) ?? 0));
  }
  return [...byFamily.values()].reduce((sum, odds) => sum + odds, 0);
}

/** The surest rule of the day is named; its time is told, or that of another one which has one. */
function findingOf(day: readonly Candidate[], confidence: number): DateFinding | null {
  const [first] = [...day].sort((a, b) => b.rule.confidence - a.rule.confidence);
  if (first === undefined) return null;
  const timed = first.value.precision === 'day' ? day.find(({ value }) => value.precision !== 'day') : first;
  return {
    value: (timed ?? first).value,
    provenance: { by: (timed ?? first).rule.by, confidence: Math.min(0.99, confidence) },
    rule: `date-${first.rule.name}: ${first.rule.why}`,
  };
}
