import type { Visit } from '../../../model/crawl/visit.ts';
import type { FetchWay } from '../../../model/page/page.ts';
import type { VisitSummary } from '../../crawl/visits-port.ts';
import type { Stored } from '../stored.ts';

export const visitOf = (stored: Stored<Visit, 'renderReason'>): Visit => ({
  ...stored,
  startedAt: new Date(stored.startedAt),
  renderReason: stored.renderReason ?? null,
});

/** Hours from Sunday to the day of the week on which 1970 began. */
export const hoursToThursday = 4 * 24;

/** When a visit ended, ms since 1970. */
export const visitEndMs = ({ startedAt, elapsedMs }: Pick<Visit, 'startedAt' | 'elapsedMs'>): number =>
  startedAt.getTime() + elapsedMs;

/** Visits that ended alike, with their sums. */
export interface VisitGroup extends Pick<Visit, 'kind' | 'via' | 'reason'> {
  readonly outcome: string;
  readonly count: number;
  readonly bytes: number;
  readonly mediaItems: number;
  readonly linksLeft: number;
}

/** @param groups a kind of ending may be in several of them */
export function visitSummaryOf(groups: readonly VisitGroup[]): VisitSummary {
  const pages = groups.filter(({ kind }) => kind === 'page');
  const countOf = (counted: readonly VisitGroup[]) => sumOf(counted, 'count');
  const byOutcome: Record<string, number> = {};
  const byReason: Record<string, number> = {};
  for (const { outcome, reason, count } of groups) {
    byOutcome[outcome] = (byOutcome[outcome] ?? 0) + count;
    if (reason === null) continue;
    const name = `${outcome}:${reason}`;
    byReason[name] = (byReason[name] ?? 0) + count;
  }
  return {
    pages: countOf(pages),
    polls: countOf(groups.filter(({ kind, outcome }) => kind === 'source' && outcome !== 'skipped')),
    byWay: byWay(pages, 'count'),
    bytesByWay: byWay(pages, 'bytes'),
    byOutcome,
    byReason,
    bytes: sumOf(groups, 'bytes'),
    mediaItems: sumOf(groups, 'mediaItems'),
    linksLeft: sumOf(groups, 'linksLeft'),
  };
}

const byWay = (pages: readonly VisitGroup[], field: 'count' | 'bytes'): Record<FetchWay, number> => {
  const sumBy = (way: FetchWay) =>
    sumOf(
      pages.filter(({ via }) => via === way),
      field,
    );
  return { static: sumBy('static'), browser: sumBy('browser'), api: sumBy('api') };
};

/** All addresses of an origin are between these two, the second excluded: `0` is the character behind `/`. */
export const addressRange = (origin: string): readonly [from: string, to: string] => [`${origin}/`, `${origin}0`];

const sumOf = (groups: readonly VisitGroup[], field: 'count' | 'bytes' | 'mediaItems' | 'linksLeft'): number =>
  groups.reduce((sum, group) => sum + group[field], 0);
