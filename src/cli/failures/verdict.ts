import type { Replay } from '../../app.ts';
import { type OwnRule, ruleText, unmatchedRules } from '../../model/crawl/own-rule.ts';
import { printable } from '../../printable.ts';
import type { Session } from '../session.ts';

type Replayed = Pick<Replay, 'failure' | 'reading'>;

/** Today's rules for the fields that the failure reports. */
const stillUnmatched = ({ failure: { reason, detail }, reading }: Replayed): OwnRule[] =>
  reason === 'layout-changed'
    ? unmatchedRules(reading.ownRules).filter(({ field }) => ` ${detail}`.includes(` ${field} "`))
    : [];

/** Whether today's rules mend a failure. Where it reports rules without a match, an article that other rules give does not. */
export const isMended = (replayed: Replayed): boolean =>
  replayed.reading.draft !== null && stillUnmatched(replayed).length === 0;

/** What today's rules make of a failure, for people. @param mended the words for an article */
export function verdictText(replayed: Replayed, mended: string, { colors }: Pick<Session, 'colors'>): string {
  const { draft, reason, detail } = replayed.reading;
  if (draft === null)
    return colors.red(`still fails: ${reason ?? 'no draft'}${detail === '' ? '' : ` (${printable(detail)})`}`);
  const rules = stillUnmatched(replayed).map(ruleText);
  if (rules.length === 0) return colors.green(mended);
  return colors.yellow(
    `an article is extracted, but rules of the scraper still match nothing: ${printable(rules.join(', '))}`,
  );
}
