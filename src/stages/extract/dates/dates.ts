import type { DateValue, Provenance } from '../../../model/article/draft.ts';
import { dateContext } from './date-context.ts';
import type { DateContext } from './date-parse.ts';
import { type DateRule, modifiedRules, publishedRules } from './date-rules.ts';
import { alignWithShownDay } from './shown-day.ts';
import type { DateInput } from './visible-dates.ts';

export interface DateFinding {
  readonly value: DateValue;
  readonly provenance: Provenance;
  readonly rule: string;
}

interface Candidate {
  readonly rule: DateRule;
  readonly value: DateValue;
}

/** The day (and time, where its zone is known) of first publication; null rather than a guess, also where a page says only when it was changed. */
export function findPublished(question: DateInput, context = dateContext(question)): DateFinding | null {
  const candidates = alignWithShownDay(candidatesOf(publishedRules, question, context));
  const days = Map.groupBy(candidates, ({ value }) => dayOf(value));
  let best: { readonly day: readonly Candidate[]; readonly odds: number } | null = null;
  for (const day of days.values()) {
    const odds = logOddsOf(day);
    if (best === null || odds > best.odds) best = { day, odds };
  }
  if (best !== null) {
    const finding = findingOf(best.day, 1 / (1 + Math.exp(-best.odds)));
    return finding && { ...finding, rule: finding.rule + otherDays(candidates, best.day) };
  }
  return null;
}

/** Who says another day. */
function otherDays(candidates: readonly Candidate[], day: readonly Candidate[]): string {
  const others = candidates.filter((candidate) => !day.includes(candidate));
  return others.length === 0
    ? ''
    : ` (not ${others.map(({ rule, value }) => `${dayOf(value)} by ${rule.name}`).join(', ')})`;
}

export function findModified(question: DateInput, context = dateContext(question)): DateFinding | null {
  const [first] = candidatesOf(modifiedRules, question, context);
  return first === undefined ? null : findingOf([first], first.rule.confidence);
}

const dayOf = ({ value }: DateValue): string => value.slice(0, 10);

const candidatesOf = (rules: readonly DateRule[], question: DateInput, context: DateContext): Candidate[] =>
  rules.flatMap((rule) => {
    const value = rule.read(question, context);
    return value === null ? [] : [{ rule, value }];
  });

/** What a further rule of a family adds to its surest one, in log odds: three of the text go before one of the head (best of 0 to .7 on two corpora). */
const furtherRuleLogOdds = 0.3;

/** Log odds of a day: those of its families add up, as if each had looked for itself. */
function logOddsOf(day: readonly Candidate[]): number {
  const families = Map.groupBy(day, ({ rule }) => rule.family);
  return [...families.values()].reduce((sum, rules) => {
    const odds = rules.map(({ rule: { confidence } }) => Math.log(confidence / (1 - confidence)));
    return sum + Math.max(...odds) + furtherRuleLogOdds * (rules.length - 1);
  }, 0);
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
