import type { VisitGroup, VisitTallies } from '../../collections/crawl/visits.ts';
import type { Collections } from '../collections.ts';
import { hourExpression, hourWidths, inHours } from './hours.ts';
import type { TallyRow } from './tally-rows.ts';
import { TallyTree } from './tally-tree.ts';

interface Group {
  readonly _id: Pick<VisitGroup, 'kind' | 'outcome' | 'reason' | 'via'> & { readonly hour?: number };
  readonly count: number;
  readonly bytes: number;
  readonly mediaItems: number;
  readonly linksLeft: number;
}

/** Visits that match, grouped. @param more what they are grouped by too */
async function groupVisits(
  visits: Collections['visits'],
  match: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Group[]> {
  const _id = { ...more, kind: '$kind', outcome: '$outcome', reason: '$reason', via: '$via' };
  const [bytes, mediaItems, linksLeft] = [{ $sum: '$bytes' }, { $sum: '$mediaItems' }, { $sum: '$linksLeft' }];
  const groups = visits.aggregate<Group>([
    { $match: match },
    { $group: { _id, count: { $sum: 1 }, bytes, mediaItems, linksLeft } },
  ]);
  return await groups.toArray();
}

/** Visits by ending, with sums of their bytes, media items and links. A leaf is the hour in which they started. Visits never change. */
export const visitCounters = ({ visits, tallies }: Pick<Collections, 'visits' | 'tallies'>): TallyTree =>
  new TallyTree(
    { tallies },
    {
      kind: 'visits',
      widths: hourWidths,
      count: async (from, to) => {
        const groups = await groupVisits(
          visits,
          { startedAt: inHours(from, to) },
          { hour: hourExpression('$startedAt') },
        );
        return groups.map(({ _id, count, bytes, mediaItems, linksLeft }) => ({
          leaf: _id.hour ?? 0,
          key: [_id.kind, _id.outcome, _id.reason ?? '', _id.via ?? ''],
          sums: [count, bytes, mediaItems, linksLeft],
        }));
      },
    },
  );

const talliedVisits = (rows: readonly TallyRow[]): VisitGroup[] =>
  rows.map(
    ({ key: [kind, outcome = '', reason, via], sums: [count = 0, bytes = 0, mediaItems = 0, linksLeft = 0] }) => ({
      kind: kind as VisitGroup['kind'],
      outcome,
      reason: (reason || null) as VisitGroup['reason'],
      via: (via || null) as VisitGroup['via'],
      count,
      bytes,
      mediaItems,
      linksLeft,
    }),
  );

/** The tallies of visits, as the store shows them. */
export function mongoVisitTallies(collections: Pick<Collections, 'visits' | 'tallies'>): VisitTallies {
  const tree = visitCounters(collections);
  return {
    sums: async (from) => talliedVisits(from === null ? await tree.rows() : await tree.rowsFrom(from)),
    async byHour(from) {
      const hours = [...(await tree.leavesFrom(from))].filter(([, rows]) => rows.length > 0);
      return new Map(hours.map(([hour, rows]) => [hour, talliedVisits(rows)]));
    },
  };
}
