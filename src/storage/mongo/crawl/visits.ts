import type { LinksLeftBy, LinksLeftReason } from '../../../model/crawl/links-left.ts';
import type { PollsOfHour, Visit } from '../../../model/crawl/visit.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import type {
  ApiVisitsFilter,
  HourOfVisits,
  PollsFilter,
  SiteEndings,
  SummaryFilter,
  VisitFilter,
  VisitKey,
  VisitRange,
  VisitSummary,
  Visits,
} from '../../crawl/visits-port.ts';
import { addressRange, hoursToThursday, visitOf, visitSummaryOf } from '../../records/crawl/visits.ts';
import type { Collections } from '../collections.ts';
import { withKey } from '../documents.ts';
import { hourFrom, hourOf, startOf } from '../tallies/hours.ts';
import type { TallyTree } from '../tallies/tally-tree.ts';
import { countedVisits, talliedVisits, visitTallies } from '../tallies/visit-tallies.ts';

const hourMs = 3_600_000;

export class MongoVisits implements Visits {
  readonly #visits: Collections['visits'];
  readonly #tallies: TallyTree;

  constructor({ visits, tallies }: Collections) {
    this.#visits = visits;
    this.#tallies = visitTallies({ visits, tallies });
  }

  async find({ run, url, sourceId, outcome, reason, before, limit }: VisitFilter): Promise<Visit[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const query = {
      ...(run !== undefined && { run }),
      ...(url !== undefined && { url }),
      ...(sourceId !== undefined && { sourceId }),
      ...(outcome !== undefined && { outcome }),
      ...(reason !== undefined && { reason: reason as NonNullable<Visit['reason']> }),
      ...(before !== undefined && {
        startedAt: { $lte: before.startedAt },
        $or: [{ startedAt: { $lt: before.startedAt } }, { _id: { $lt: before.id } }],
      }),
    };
    const documents = await this.#visits.find(query).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray();
    return documents.map((document) => visitOf(withKey('id', document)));
  }

  async keysSince({ since, after, limit, endedSince }: VisitRange): Promise<VisitKey[]> {
    if (limit === 0) return [];
    const place =
      after === null
        ? { startedAt: { $gte: since } }
        : {
            startedAt: { $gte: after.startedAt },
            $or: [{ startedAt: { $gt: after.startedAt } }, { _id: { $gt: after.id } }],
          };
    const isEnded = { $expr: { $gte: [{ $add: ['$startedAt', '$elapsedMs'] }, endedSince] } };
    const documents = await this.#visits
      .find({ ...place, ...(endedSince !== undefined && isEnded) })
      .project<{ _id: string; startedAt: Date }>({ startedAt: 1 })
      .sort({ startedAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return documents.map(({ _id: id, startedAt }) => ({ id, startedAt }));
  }

  async ofIds(ids: readonly string[]): Promise<Visit[]> {
    const documents = await this.#visits.find({ _id: { $in: [...ids] } }).toArray();
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

  async ofSite(site: string, limit: number): Promise<Visit[]> {
    if (limit === 0) return []; // to the driver 0 means all
    const documents = await this.#visits.find({ site }).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray();
    return documents.map((document) => visitOf(withKey('id', document)));
  }

  async endingsBySite(since: Date, until: Date): Promise<SiteEndings[]> {
    const groups = await this.#visits
      .aggregate<{ readonly _id: Omit<SiteEndings, 'count'>; readonly count: number }>([
        { $match: { startedAt: { $gte: since, $lt: until } } },
        { $group: { _id: { site: '$site', outcome: '$outcome', reason: '$reason' }, count: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id: { site, outcome, reason }, count }) => ({
      site,
      outcome,
      reason: reason ?? null,
      count,
    }));
  }

  async summary({ run, since }: SummaryFilter): Promise<VisitSummary> {
    if (run !== undefined) {
      const ofRun = { run, ...(since !== undefined && { startedAt: { $gte: since } }) };
      return visitSummaryOf(await countedVisits(this.#visits, ofRun));
    }
    if (since === undefined) return visitSummaryOf(talliedVisits(await this.#tallies.rows()));
    const hour = hourFrom(since);
    const begun = await countedVisits(this.#visits, { startedAt: { $gte: since, $lt: startOf(hour) } });
    return visitSummaryOf([...begun, ...talliedVisits(await this.#tallies.rowsFrom(hour))]);
  }

  async linksLeft(run: string): Promise<LinksLeftBy> {
    const reasons = await this.#visits
      .aggregate<{ readonly _id: LinksLeftReason; readonly count: number }>([
        { $match: { run, linksLeft: { $gt: 0 } } },
        { $project: { by: { $objectToArray: '$linksLeftBy' } } },
        { $unwind: '$by' },
        { $group: { _id: '$by.k', count: { $sum: '$by.v' } } },
      ])
      .toArray();
    return Object.fromEntries(reasons.map(({ _id, count }) => [_id, count]));
  }

  async byHour(since: Date): Promise<HourOfVisits[]> {
    const hours = await this.#tallies.leavesFrom(hourOf(since));
    return [...hours].flatMap(([hour, rows]) =>
      rows.length === 0 ? [] : [{ startsAt: startOf(hour), summary: visitSummaryOf(talliedVisits(rows)) }],
    );
  }
}
