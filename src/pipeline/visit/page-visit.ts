import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { Page } from '../../model/page/page.ts';
import type { PageState } from '../../model/page/page-state.ts';
import type { Clock, IdentityRoute } from '../../ports.ts';
import type { RevisitPlan } from '../../stages/schedule/revisits/revisit.ts';
import type { OfflinePorts, RunContext } from '../ports.ts';
import type { EndingFacts } from './ending.ts';

/** The facts of one visit, of a page or a source. */
export interface TaskVisit {
  readonly run: RunContext;
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

/** A page that is not fetched any more: its ending needs no identity. */
export type ReadVisit = Omit<PageVisit, 'identity'>;

export type StartPorts = OfflinePorts & { readonly run: RunContext };

export const startVisit = ({ run, clock, siteOf }: StartPorts, task: Task, identity: IdentityRoute): TaskVisit => ({
  run,
  task,
  site: siteOf(task.site),
  identity,
  startedAt: clock.now(),
  startedMs: clock.monotonicMs(),
});

/** For `makeEnding`. @param page null where none came */
export const endingFacts = (
  { clock }: { readonly clock: Pick<Clock, 'monotonicMs'> },
  { task, run, startedAt, startedMs }: Omit<TaskVisit, 'identity' | 'site'>,
  page: Page | null,
): EndingFacts => ({ task, run, startedAt, elapsedMs: clock.monotonicMs() - startedMs, page });
