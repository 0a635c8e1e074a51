import type { DateValue, Provenance } from '../../../model/article/draft.ts';
import { allRulesOn, type RulesOff } from '../rules-off.ts';
import type { DateContext } from './date-parse.ts';
import { type DateCandidate, type DateRule, modifiedRules, publishedRules, relativeRule } from './date-rules.ts';
import { furtherRuleLogOdds, logOddsOf } from './rule-votes.ts';
import { alignWithShownDay } from './shown-day.ts';
import type { DateInput } from './visible-dates.ts';

export interface DateFinding {
  readonly value: DateValue;
  readonly provenance: Provenance;
  readonly rule: string;
}

/** When the page was first published, with a time if its zone is known. Null rather than a guess, also for a page that only says when it was modified. */
export function findPublished(input: DateInput, context: DateContext): DateFinding | null {
  const exact = aligned(candidatesOf(publishedRules, input, context), input);
  const candidates = exact.length > 0 ? exact : candidatesOf([relativeRule], input, context);
  const days = Map.groupBy(candidates, ({ value }) => dayOf(value));
  let best: { readonly day: readonly DateCandidate[]; readonly odds: number } | null = null;
  for (const day of days.values()) {
    const odds = dayLogOdds(day, input.off);
    if (best === null || odds > best.odds) best = { day, odds };
  }
  if (best === null) return null;
  const finding = findingOf(best.day, 1 / (1 + Math.exp(-best.odds)));
  return finding && { ...finding, rule: finding.rule + otherDays(candidates, best.day) };
}

function aligned(candidates: readonly DateCandidate[], { url, off = allRulesOn }: DateInput): readonly DateCandidate[] {
  const moved = alignWithShownDay(candidates, url);
  const hasMoved = moved.some(({ value }, at) => value.value !== candidates[at]?.value.value);
  return hasMoved && off.has('date/shown-day') ? candidates : moved;
}

/** The rules that gave another day, for the trace. */
function otherDays(candidates: readonly DateCandidate[], day: readonly DateCandidate[]): string {
  const others = candidates.filter((candidate) => !day.includes(candidate));
  return others.length === 0
    ? ''
    : ` (not ${others.map(({ rule, value }) => `${dayOf(value)} by ${rule.name}`).join(', ')})`;
}

export function findModified(input: DateInput, context: DateContext): DateFinding | null {
  const [first] = candidatesOf(modifiedRules, input, context);
  return first === undefined ? null : findingOf([first], first.rule.confidence);
}

const dayOf = ({ value }: DateValue): string => value.slice(0, 10);

const candidatesOf = (rules: readonly DateRule[], input: DateInput, context: DateContext): DateCandidate[] =>
  rules.flatMap((rule) => {
    const value = rule.read(input, context);
    return value === null || input.off?.has(`date/${rule.name}`) === true ? [] : [{ rule, value }];
  });

function dayLogOdds(day: readonly DateCandidate[], off: RulesOff = allRulesOn): number {
  const rules = day.map(({ rule }) => rule);
  const isRepeated = new Set(rules.map(({ family }) => family)).size < rules.length;
  return logOddsOf(rules, isRepeated && off.has('date/further-rules') ? 0 : furtherRuleLogOdds);
}

/** The finding of the day's surest rule, with the time of another rule if its own value has none. */
function findingOf(day: readonly DateCandidate[], confidence: number): DateFinding | null {
  const [first] = [...day].sort((a, b) => b.rule.confidence - a.rule.confidence);
  if (first === undefined) return null;
  const timed = first.value.precision === 'day' ? day.find(({ value }) => value.precision !== 'day') : first;
  return {
    value: (timed ?? first).value,
    provenance: { by: (timed ?? first).rule.by, confidence: Math.min(0.99, confidence) },
    rule: `date-${first.rule.name}: ${first.rule.why}`,
  };
}
