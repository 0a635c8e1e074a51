import { createHash } from 'node:crypto';
import type { Task } from '../../model/crawl/task.ts';
import type { Visit } from '../../model/crawl/visit.ts';
import type { Identity, Page } from '../../model/page/page.ts';
import type { CanonicalUrl } from '../../model/web/canonical-url.ts';
import { seenAddress } from '../../stages/url-patterns/seen-address.ts';
import type { Ending } from '../../storage/port.ts';
import type { RunContext } from '../ports.ts';

/** The facts of a visit that do not depend on its outcome. */
export interface EndingFacts {
  readonly task: Task;
  readonly run: RunContext;
  readonly startedAt: Date;
  readonly elapsedMs: number;
  readonly page: Page | null;
  /** Who sent the request, where no page came; undefined: no request was sent. */
  readonly identity?: Identity;
}

type Result = Partial<Omit<Ending, 'task' | 'visit'>> & {
  readonly visit: Pick<Visit, 'outcome' | 'reason' | 'detail'> & Partial<Visit>;
};

/** An ending with defaults: nothing is stored, the task is done. */
export function makeEnding(facts: EndingFacts, { visit, ...result }: Result): Ending {
  const ended = { ...blankVisit(facts), ...visit };
  return {
    task: facts.task,
    visit: ended,
    seen: seenAddress(ended, facts.task.places),
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
    ...result,
  };
}

function blankVisit({
  task,
  run,
  startedAt,
  elapsedMs,
  page,
  identity: sender,
}: EndingFacts): Omit<Visit, 'outcome' | 'reason' | 'detail'> {
  const identity = page?.identity ?? sender;
  return {
    id: visitId(task.url, task.lease),
    run: run.runId,
    url: task.url,
    site: task.site,
    sourceId: task.sourceId,
    kind: task.kind,
    startedAt,
    elapsedMs: Math.round(elapsedMs),
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
