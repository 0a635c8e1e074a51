import type { Visit } from '../../model/crawl/visit.ts';
import type { VisitSummary, Visits } from '../visits-port.ts';
import type { Collections } from './collections.ts';

interface Group {
  readonly _id: {
    readonly kind: Visit['kind'];
    readonly outcome: string;
    readonly reason: string | null;
    readonly via: Visit['via'];
  };
  readonly n: number;
  readonly bytes: number;
  readonly mediaItems: number;
  readonly linksLeft: number;
}

export class MongoVisits implements Visits {
  readonly #visits: Collections['visits'];

  constructor({ visits }: Collections) {
    this.#visits = visits;
  }

  async find({ run, url, sourceId, outcome, reason, limit }: Parameters<Visits['find']>[0]): Promise<Visit[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const query = {
      ...(run !== undefined && { run }),
      ...(url !== undefined && { url }),
      ...(sourceId !== undefined && { sourceId }),
      ...(outcome !== undefined && { outcome }),
      ...(reason !== undefined && { reason: reason as NonNullable<Visit['reason']> }),
    };
    const found = await this.#visits.find(query).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray();
    return found.map(({ _id, ...visit }) => ({ id: _id, ...visit, renderReason: visit.renderReason ?? null }));
  }

  async summary({ run, since }: Parameters<Visits['summary']>[0]): Promise<VisitSummary> {
    const query = { ...(run !== undefined && { run }), ...(since !== undefined && { startedAt: { $gte: since } }) };
    const groups = await this.#visits
      .aggregate<Group>([
        { $match: query },
        {
          $group: {
            _id: { kind: '$kind', outcome: '$outcome', reason: '$reason', via: '$via' },
            n: { $sum: 1 },
            bytes: { $sum: '$bytes' },
            mediaItems: { $sum: '$mediaItems' },
            linksLeft: { $sum: '$linksLeft' },
          },
        },
      ])
      .toArray();
    return summaryOf(groups);
  }
}

function summaryOf(groups: readonly Group[]): VisitSummary {
  const sum = (some: readonly Group[], field: 'n' | 'bytes' | 'mediaItems' | 'linksLeft') =>
    some.reduce((total, group) => total + group[field], 0);
  const pages = groups.filter((group) => group._id.kind === 'page');
  const byWay = (via: Visit['via']) =>
    sum(
      pages.filter((group) => group._id.via === via),
      'n',
    );
  const byOutcome: Record<string, number> = {};
  const byReason: Record<string, number> = {};
  for (const { _id, n } of groups) {
    byOutcome[_id.outcome] = (byOutcome[_id.outcome] ?? 0) + n;
    if (_id.reason === null) continue;
    const name = `${_id.outcome}:${_id.reason}`;
    byReason[name] = (byReason[name] ?? 0) + n;
  }
  return {
    pages: sum(pages, 'n'),
    polls: sum(groups, 'n') - sum(pages, 'n'),
    byWay: { static: byWay('static'), browser: byWay('browser') },
    byOutcome,
    byReason,
    bytes: sum(groups, 'bytes'),
    mediaItems: sum(groups, 'mediaItems'),
    linksLeft: sum(groups, 'linksLeft'),
  };
}
