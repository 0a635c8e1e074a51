import { dayOf } from '../../model/crawl/proxy.ts';
import type { Source } from '../../model/crawl/source.ts';
import { tryWebAddress } from '../../model/web/canonical-url.ts';
import { dayBefore, type PollEvidence } from '../../stages/schedule/tuning/tune-source.ts';
import type { Store } from '../../storage/port.ts';

const dayMs = 24 * 3_600_000;
/** Over how many days the hours of updates are counted: four weeks, so that each hour of the week has four chances. */
export const tuningDays = 28;

/** What the polls of a source gave, by its visits: those of the last days for its hours, those of the UTC day before `now` for its interval. */
export async function pollEvidence(
  { visits }: Store,
  { url }: Source,
  { now, days }: { readonly now: Date; readonly days: number },
): Promise<PollEvidence> {
  const yesterday = dayBefore(now);
  const address = tryWebAddress(url);
  if (address === null) return { byHour: [], days, yesterday, rounds: { rounds: 0, updates: 0 } };
  const pollsOf = (since: Date, until: Date) => visits.pollsByHour({ url: address.url, since, until });
  const ofDay = await pollsOf(new Date(yesterday), new Date(dayOf(now)));
  return {
    byHour: await pollsOf(new Date(now.getTime() - days * dayMs), now),
    days,
    yesterday,
    rounds: {
      rounds: ofDay.reduce((sum, { polls }) => sum + polls, 0),
      updates: ofDay.reduce((sum, { updates }) => sum + updates, 0),
    },
  };
}
