import { isSilent, type OwnRuleTally, ruleText, type SilentRule } from '../../model/crawl/own-rule.ts';
import { printable } from '../../printable.ts';
import { countText, minuteText } from '../terminal/amounts.ts';

/** Rules that are listed; the others are counted. */
const maxRulesNamed = 10;

type Row = readonly [name: string, value: string, shownBy?: string];

/** The scrapers' own rules that do not match, by site; empty where all match. */
export function silentRuleRows(rules: readonly SilentRule[]): Row[] {
  if (rules.length === 0) return [];
  const others = rules.length - maxRulesNamed;
  return [
    ['own rules', `${countText(rules.length)} without a match`],
    ...rules
      .slice(0, maxRulesNamed)
      .map((rule): Row => [`  ${printable(rule.site)}`, printable(tallyText(rule)), `explain ${printable(rule.site)}`]),
    ...(others > 0 ? [['  others', countText(others), 'status --json'] as const] : []),
  ];
}

/** `byline ".byline" 0 of 12` */
function tallyText(rule: OwnRuleTally): string {
  const { tried, matched, missesInARow } = rule;
  const row = isSilent(rule) && matched > 0 ? `, none of the last ${countText(missesInARow)}` : '';
  return `${ruleText(rule)} ${countText(matched)} of ${countText(tried)}${row}`;
}

/** All rules that were tried, each with its last miss. */
export const ownRuleRows = (rules: readonly OwnRuleTally[]): Row[] =>
  rules.map((rule) => {
    const { lastMissedAt, lastMissedUrl } = rule;
    const missed = lastMissedAt === null ? '' : `; last missed ${minuteText(lastMissedAt)} on ${lastMissedUrl}`;
    return [isSilent(rule) ? 'no match' : 'matches', `${tallyText(rule)}${missed}`];
  });
