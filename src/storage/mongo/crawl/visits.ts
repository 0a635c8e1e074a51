import type { Visit } from '../../../model/crawl/visit.ts';
import type { SummaryFilter, VisitFilter, VisitSummary, Visits } from '../../crawl/visits-port.ts';
import { type VisitGroup, visitOf, visitSummaryOf } from '../../records/crawl/visits.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';

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
