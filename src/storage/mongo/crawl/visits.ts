import type { PollsOfHour, Visit } from '../../../model/crawl/visit.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type {
  ApiVisitsFilter,
  PollsFilter,
  SummaryFilter,
  VisitFilter,
  VisitSummary,
  Visits,
} from '../../crawl/visits-port.ts';
import { addressRange, hoursToThursday, type VisitGroup, visitOf, visitSummaryOf } from '../../records/crawl/visits.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

const hourMs = 3_600_000;

interface GroupDocument extends Omit<VisitGroup, 'kind' | 'outcome' | 'reason' | 'via'> {
  readonly _id: Pick<VisitGroup, 'kind' | 'outcome' | 'reason' | 'via'>;
}

export class MongoVisits implements Visits {
  readonly #visits: Collections['visits'];

  constructor({ visits }: Collections) {
    this.#visits = visits;
  }

  async find({ run, url, sourceId, outcome, reason, limit }: VisitFilter): Promise<Visit[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const query = {
      ...(run !== undefined && { run }),
      ...(url !== undefined && { url }),
      ...(sourceId !== undefined && { sourceId }),
      ...(outcome !== undefined && { outcome }),
      ...(reason !== undefined && { reason: reason as NonNullable<Visit['reason']> }),
    };
    const documents = await this.#visits.find(query).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray();
    return documents.map((document) => visitOf(withKey('id', document)));
  }

  async pollsByHour({ url, since, until }: PollsFilter): Promise<PollsOfHour[]> {
    const hours = { $floor: { $divide: [{ $toLong: '$startedAt' }, hourMs] } };
    return await this.#visits
      .aggregate<PollsOfHour>([
        { $match: { url, startedAt: { $gte: since, $lt: until }, kind: 'source', outcome: 'listed' } },
        {
          $group: {
            _id: { $toInt: { $mod: [{ $add: [hours, hoursToThursday] }, 168] } },
            polls: { $sum: 1 },
            updates: { $sum: { $cond: [{ $eq: ['$changed', true] }, 1, 0] } },
          },
        },
        { $sort: { _id: 1 } },
        { $project: { _id: 0, hour: '$_id', polls: 1, updates: 1 } },
      ])
      .toArray();
  }

  async urlsByApi({ origin, kind, since, limit }: ApiVisitsFilter): Promise<CanonicalUrl[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const [from, to] = addressRange(origin) as [CanonicalUrl, CanonicalUrl];
    const documents = await this.#visits
      .find({ via: 'api', kind, url: { $gte: from, $lt: to }, startedAt: { $gte: since } })
      .project<{ url: CanonicalUrl }>({ _id: 0, url: 1 })
      .sort({ url: 1 })
      .limit(limit)
      .toArray();
    return documents.map(({ url }) => url);
  }

  async summary({ run, since }: SummaryFilter): Promise<VisitSummary> {
    const query = { ...(run !== undefined && { run }), ...(since !== undefined && { startedAt: { $gte: since } }) };
    const groups = await this.#visits
      .aggregate<GroupDocument>([
        { $match: query },
        {
          $group: {
            _id: { kind: '$kind', outcome: '$outcome', reason: '$reason', via: '$via' },
            count: { $sum: 1 },
            bytes: { $sum: '$bytes' },
            mediaItems: { $sum: '$mediaItems' },
            linksLeft: { $sum: '$linksLeft' },
          },
        },
      ])
      .toArray();
    return visitSummaryOf(groups.map(({ _id, ...sums }) => ({ ..._id, ...sums })));
  }
}
