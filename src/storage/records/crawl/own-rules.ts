import type { OwnRules } from '../../../model/crawl/own-rule.ts';
import { dateOrNull, type Stored } from '../stored.ts';

export const ownRulesOf = ({ site, rules, updatedAt }: Stored<OwnRules>): OwnRules => ({
  site,
  rules: rules.map((tally) => ({
    ...tally,
    lastMatchedAt: dateOrNull(tally.lastMatchedAt),
    lastMissedAt: dateOrNull(tally.lastMissedAt),
    reportedAt: dateOrNull(tally.reportedAt),
  })),
  updatedAt: new Date(updatedAt),
});
