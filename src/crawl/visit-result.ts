import { createHash } from 'node:crypto';
import type { Site } from '../model/crawl/site.ts';
import type { Task } from '../model/crawl/task.ts';
import type { Visit } from '../model/crawl/visit.ts';
import type { Identity, Page } from '../model/page/page.ts';
import type { PageState } from '../model/page/page-state.ts';
import type { CanonicalUrl } from '../model/web/canonical-url.ts';
import type { IdentityRoute } from '../ports.ts';
import type { RevisitPlan } from '../stages/schedule/revisits/revisit.ts';
import { seenAddress } from '../stages/url-patterns/learn.ts';
import type { VisitResult } from '../storage/port.ts';
import type { OfflineCrawl } from './crawl.ts';

/** What is known of a visit at its start, of a page or a source. */
export interface TaskVisit {
  readonly task: Task;
  readonly site: Site;
  /** Who fetches, for all of the task: robots.txt, pages, media. */
  readonly identity: IdentityRoute;
  readonly startedAt: Date;
  /** By the monotonic clock, ms. */
  readonly startedMs: number;
}

export interface PageVisit extends TaskVisit {
  /** What earlier visits left; null at the first. */
  readonly state: PageState | null;
  /** By what its next visit is planned. */
  readonly plan: RevisitPlan;
}

export const startVisit = ({ clock, siteOf }: OfflineCrawl, task: Task, identity: IdentityRoute): TaskVisit => ({
  task,
  site: siteOf(task.site),
  identity,
  startedAt: clock.now(),
  startedMs: clock.monotonicMs(),
});

/** How far a visit came. */
interface Reached {
  readonly task: Task;
  readonly startedAt: Date;
  readonly startedMs: number;
  /** Default: now. By the monotonic clock, ms. */
  readonly endedMs?: number;
  /** Null: none came. */
  readonly page: Page | null;
  /** Who sent the requests, where no page came; undefined: no request was sent. */
  readonly sender?: Identity;
}

type Found = Partial<Omit<VisitResult, 'visit'>> & {
  readonly visit: Partial<Visit> & { readonly outcome: Visit['outcome'] };
};

/** The result of a visit, with defaults: nothing is stored, the task is done. */
export function visitResult(crawl: OfflineCrawl, reached: Reached, { visit, ...found }: Found): VisitResult {
  const { task } = reached;
  const record = { ...blankVisit(crawl, reached), ...visit };
  return {
    task,
    visit: record,
    seen: seenAddress(record, task.places),
    article: null,
    media: [],
    links: [],
    alsoVisited: [],
    pointsTo: [],
    pageState: null,
    format: null,
    ownRules: null,
    records: null,
    source: null,
    failure: null,
    next: { kind: 'done' },
    ...found,
  };
}

function blankVisit(
  { run, clock }: OfflineCrawl,
  { task, startedAt, startedMs, endedMs = clock.monotonicMs(), page, sender }: Reached,
): Omit<Visit, 'outcome'> {
  const identity = page?.identity ?? sender;
  return {
    id: visitId(task.url, task.lease),
    run: run.runId,
    url: task.url,
    site: task.site,
    sourceId: task.sourceId,
    kind: task.kind,
    startedAt,
    elapsedMs: Math.round(endedMs - startedMs),
    reason: null,
    detail: '',
    via: page?.via ?? null,
    renderReason: null,
    status: page?.status ?? null,
    bytes: page?.bytes ?? 0,
    newLinks: 0,
    changed: null,
    articleId: null,
    mediaItems: 0,
    snapshot: null,
    failureId: null,
    identity: identity?.id ?? null,
    proxy: identity?.proxy ?? null,
    worker: run.worker,
  };
}

/** One id per lease: a visit that is written again after a crash replaces itself. */
export const visitId = (url: CanonicalUrl, lease: string): string =>
  createHash('sha256').update(`${url}\n${lease}`).digest('hex').slice(0, 24);

/** The parts of a visit's detail that say something. */
export const joined = (...details: readonly string[]): string => details.filter((detail) => detail !== '').join('; ');
