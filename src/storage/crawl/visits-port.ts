import type { LinksLeftBy } from '../../model/crawl/links-left.ts';
import type { TaskKind } from '../../model/crawl/task.ts';
import type { PollsOfHour, Visit, VisitOutcome } from '../../model/crawl/visit.ts';
import type { FetchWay } from '../../model/page/page.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';

export interface VisitSummary {
  readonly pages: number;
  /** Without those that were skipped. */
  readonly polls: number;
  /** Number of page visits by the way of the page that was kept. */
  readonly byWay: Readonly<Record<FetchWay, number>>;
  /** Bytes of these visits, with those of pages that were only compared. */
  readonly bytesByWay: Readonly<Record<FetchWay, number>>;
  readonly byOutcome: Readonly<Record<string, number>>;
  /** Number of visits by `outcome:reason`: drops and failures. */
  readonly byReason: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly mediaItems: number;
  /** Number of links that became no tasks. */
  readonly linksLeft: number;
}

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

export interface Visits {
  /** Oldest first, then by id. Reads an index only, except for `endedSince`. */
  keysSince(range: VisitRange): Promise<VisitKey[]>;
  /** Visits by their ids, in any order; those that are gone are left out. */
  ofIds(ids: readonly string[]): Promise<Visit[]>;
  /** Newest first. */
  find(filter: VisitFilter): Promise<Visit[]>;
  /** The last visits of a site, newest first. Reads these visits only, however many the site has. */
  ofSite(site: string, limit: number): Promise<Visit[]>;
  /** The polls of a source that did not fail, counted by the hour of the week in which they began; by hour, without empty ones. Reads an index. */
  pollsByHour(filter: PollsFilter): Promise<PollsOfHour[]>;
  /** Addresses of the pages, or of the sources, of a host that came by an API, one per visit, by address. Reads an index of these visits. */
  urlsByApi(filter: ApiVisitsFilter): Promise<CanonicalUrl[]>;
  /** Visits that began at `since` or later and before `until`, counted by site, outcome and reason, in any order. Reads these visits only. */
  endingsBySite(since: Date, until: Date): Promise<SiteEndings[]>;
  summary(filter: SummaryFilter): Promise<VisitSummary>;
  /** The links that became no tasks in a run, by reason. Reads its visits that have some. */
  linksLeft(run: string): Promise<LinksLeftBy>;
  /** The visits of each hour from that of `since` on, oldest first, without empty hours. Reads the tallies. */
  byHour(since: Date): Promise<HourOfVisits[]>;
}
