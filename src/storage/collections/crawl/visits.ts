import { z } from 'zod';
import type { LinksLeftBy, LinksLeftReason } from '../../../model/crawl/links-left.ts';
import type { TaskKind } from '../../../model/crawl/task.ts';
import {
  type PollsOfHour,
  type Visit,
  type VisitOutcome,
  visitEndsAt,
  visitSchema,
} from '../../../model/crawl/visit.ts';
import type { FetchWay } from '../../../model/page/page.ts';
import { fetchWaySchema } from '../../../model/page/page.ts';
import { count, record } from '../../../model/schema.ts';
import type { CanonicalUrl } from '../../../model/web/canonical-url.ts';
import { collection } from '../../collection.ts';
import type { OpenRecords, RecordsOf } from '../../engine/records.ts';

const hourMs = 3_600_000;
/** Hours from Sunday to the day of the week on which 1970 began. */
const hoursToThursday = 4 * 24;

/** `hour`: of the week, in UTC. `updates`: 1 where something had changed. */
export const visits = collection({
  name: 'visits',
  schema: visitSchema,
  key: ['id'],
  columns: [
    ...(['run', 'url', 'sourceId', 'site', 'kind', 'startedAt', 'outcome', 'reason', 'via'] as const),
    ...(['bytes', 'mediaItems', 'linksLeft', 'linksLeftBy', 'snapshot'] as const),
  ],
  derived: {
    endedAt: [z.date(), (visit) => visitEndsAt(visit)],
    hour: [z.int(), ({ startedAt }) => (Math.floor(startedAt.getTime() / hourMs) + hoursToThursday) % 168],
    updates: [z.int(), ({ changed }) => Number(changed === true)],
  },
  indexes: [
    { by: ['startedAt', 'id'], name: 'visits_time' },
    { by: ['run', 'startedAt', 'id'] },
    { by: ['url', 'startedAt', 'id'] },
    { by: ['sourceId', 'startedAt', 'id'], where: { sourceId: 'notNull' } },
    { by: ['site', 'startedAt', 'id'] },
    { by: ['outcome', 'startedAt', 'id'], only: 'mongo' },
    { by: ['reason', 'startedAt', 'id'], only: 'mongo' },
    { by: ['url', 'startedAt'], name: 'visits_api', where: { via: 'api' } },
  ],
  blobs: { by: 'visit', from: ['startedAt', 'snapshot'], of: ({ snapshot }) => [snapshot] },
  isLarge: true,
});

export const visitSummarySchema = record({
  pages: count,
  /** Without those that were skipped. */
  polls: count,
  /** Number of page visits by the way of the page that was kept. */
  byWay: z.record(fetchWaySchema, count).readonly(),
  /** Bytes of these visits, with those of pages that were only compared. */
  bytesByWay: z.record(fetchWaySchema, count).readonly(),
  byOutcome: z.record(z.string(), count).readonly(),
  /** Number of visits by `outcome:reason`: drops and failures. */
  byReason: z.record(z.string(), count).readonly(),
  bytes: count,
  mediaItems: count,
  /** Number of links that became no tasks. */
  linksLeft: count,
});
export type VisitSummary = z.infer<typeof visitSummarySchema>;

/** The visits that began in one hour. */
export interface HourOfVisits {
  readonly startsAt: Date;
  readonly summary: VisitSummary;
}

export interface VisitFilter {
  readonly run?: string;
  readonly url?: CanonicalUrl;
  readonly sourceId?: string;
  readonly outcome?: VisitOutcome;
  readonly reason?: string;
  /** Only those that come after this one, newest first. */
  readonly before?: VisitKey;
  readonly limit: number;
}

export interface SummaryFilter {
  readonly run?: string;
  readonly since?: Date;
}

export interface PollsFilter {
  /** Address of the source. */
  readonly url: CanonicalUrl;
  readonly since: Date;
  /** Polls that began before. */
  readonly until: Date;
}

/** Visits of one site that ended alike. */
export interface SiteEndings {
  readonly site: string;
  readonly outcome: VisitOutcome;
  readonly reason: Visit['reason'];
  readonly count: number;
}

export interface ApiVisitsFilter {
  /** Scheme, host and port: `https://gazette.example`. */
  readonly origin: string;
  readonly kind: TaskKind;
  readonly since: Date;
  readonly limit: number;
}

/** Visits that began at `since` or later, after the visit `after` in the order of the list. */
export interface VisitRange {
  readonly since: Date;
  /** Null: from the first. */
  readonly after: VisitKey | null;
  /** Only those that ended at this time or later: this reads the visits themselves, in the store. Default: all, by an index. */
  readonly endedSince?: Date;
  readonly limit: number;
}

/** The place of a visit in time. */
export type VisitKey = Pick<Visit, 'id' | 'startedAt'>;

/** The visits of whole hours, counted as they are written (hand-written for each engine). */
export interface VisitTallies {
  /** Of the hours from this one on, in hours since 1970; null: of all time. */
  sums(from: number | null): Promise<VisitGroup[]>;
  /** By hour, oldest first, without empty hours. */
  byHour(from: number): Promise<ReadonlyMap<number, readonly VisitGroup[]>>;
}

export class Visits {
  readonly #visits: RecordsOf<typeof visits>;
  readonly #tallies: VisitTallies;

  constructor(open: OpenRecords, tallies: VisitTallies) {
    this.#visits = open(visits);
    this.#tallies = tallies;
  }

  /** Oldest first, then by id. Reads an index only, except for `endedSince`. */
  async keysSince({ since, after, limit, endedSince }: VisitRange): Promise<VisitKey[]> {
    const where = {
      startedAt: { gte: after?.startedAt ?? since },
      endedAt: endedSince === undefined ? undefined : { gte: endedSince },
    };
    return await this.#visits.pick(['id', 'startedAt'], {
      where,
      order: ['startedAt', 'id'],
      after: after ?? undefined,
      limit,
    });
  }

  /** Visits by their ids, in any order; those that are gone are left out. */
  async ofIds(ids: readonly string[]): Promise<Visit[]> {
    return await this.#visits.find({ where: { id: { in: ids } } });
  }

  /** Newest first. */
  async find({ run, url, sourceId, outcome, reason, before, limit }: VisitFilter): Promise<Visit[]> {
    const where = { run, url, sourceId, outcome, reason: reason as Visit['reason'] | undefined };
    return await this.#visits.find({ where, order: ['-startedAt', '-id'], after: before, limit });
  }

  /** The last visits of a site, newest first. Reads these visits only, however many the site has. */
  async ofSite(site: string, limit: number): Promise<Visit[]> {
    return await this.#visits.find({ where: { site }, order: ['-startedAt', '-id'], limit });
  }

  /** The polls of a source that did not fail, counted by the hour of the week in which they began; by hour, without empty ones. Reads an index. */
  async pollsByHour({ url, since, until }: PollsFilter): Promise<PollsOfHour[]> {
    const where = { url, startedAt: { gte: since, lt: until }, kind: 'source', outcome: 'listed' } as const;
    const hours = await this.#visits.groups({ by: ['hour'], where, sum: ['updates'] });
    return hours.map(({ hour, count, updates }) => ({ hour, polls: count, updates }));
  }

  /** Addresses of the pages, or of the sources, of a host that came by an API, one per visit, by address. Reads an index of these visits. */
  async urlsByApi({ origin, kind, since, limit }: ApiVisitsFilter): Promise<CanonicalUrl[]> {
    // all addresses of an origin are between these two: `0` is the character behind `/`
    const url = { gte: `${origin}/` as CanonicalUrl, lt: `${origin}0` as CanonicalUrl };
    const where = { via: 'api', kind, url, startedAt: { gte: since } } as const;
    return (await this.#visits.pick(['url'], { where, order: ['url'], limit })).map((visit) => visit.url);
  }

  /** Visits that began at `since` or later and before `until`, counted by site, outcome and reason, in any order. Reads these visits only. */
  async endingsBySite(since: Date, until: Date): Promise<SiteEndings[]> {
    return await this.#visits.groups({
      by: ['site', 'outcome', 'reason'],
      where: { startedAt: { gte: since, lt: until } },
    });
  }

  async summary({ run, since }: SummaryFilter): Promise<VisitSummary> {
    if (run !== undefined)
      return visitSummaryOf(await this.#grouped({ run, startedAt: since === undefined ? undefined : { gte: since } }));
    if (since === undefined) return visitSummaryOf(await this.#tallies.sums(null));
    // reads the visits of the hour that `since` is in, and the tallies of the later hours
    const hour = Math.ceil(since.getTime() / hourMs);
    const begun = await this.#grouped({ startedAt: { gte: since, lt: new Date(hour * hourMs) } });
    return visitSummaryOf([...begun, ...(await this.#tallies.sums(hour))]);
  }

  /** The links that became no tasks in a run, by reason. Reads its visits that have some. */
  async linksLeft(run: string): Promise<LinksLeftBy> {
    const sums: Partial<Record<LinksLeftReason, number>> = {};
    for (const { linksLeftBy } of await this.#visits.pick(['linksLeftBy'], { where: { run, linksLeft: { gt: 0 } } }))
      for (const [reason, count] of Object.entries(linksLeftBy ?? {}) as [LinksLeftReason, number][])
        sums[reason] = (sums[reason] ?? 0) + count;
    return sums;
  }

  /** The visits of each hour from that of `since` on, oldest first, without empty hours. Reads the tallies. */
  async byHour(since: Date): Promise<HourOfVisits[]> {
    const hours = await this.#tallies.byHour(Math.floor(since.getTime() / hourMs));
    return [...hours].map(([hour, groups]) => ({
      startsAt: new Date(hour * hourMs),
      summary: visitSummaryOf(groups),
    }));
  }

  async #grouped(where: NonNullable<Parameters<RecordsOf<typeof visits>['count']>[0]>): Promise<VisitGroup[]> {
    return await this.#visits.groups({
      by: ['kind', 'outcome', 'reason', 'via'],
      where,
      sum: ['bytes', 'mediaItems', 'linksLeft'],
    });
  }
}

/** Visits that ended alike, with their sums. */
export interface VisitGroup extends Pick<Visit, 'kind' | 'via' | 'reason'> {
  readonly outcome: string;
  readonly count: number;
  readonly bytes: number;
  readonly mediaItems: number;
  readonly linksLeft: number;
}

/** @param groups a kind of ending may be in several of them */
function visitSummaryOf(groups: readonly VisitGroup[]): VisitSummary {
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

const sumOf = (groups: readonly VisitGroup[], field: 'count' | 'bytes' | 'mediaItems' | 'linksLeft'): number =>
  groups.reduce((sum, group) => sum + group[field], 0);
