import type { Site } from '../../model/crawl/site.ts';
import type { Task } from '../../model/crawl/task.ts';
import type { PageState } from '../../model/page/page-state.ts';
import type { StepTaken } from '../../model/page/page-step.ts';
import type { IdentityRoute } from '../../ports.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import type { Ending } from '../../storage/port.ts';
import type { toArticle, toReading } from '../crawl.ts';
import type { Autodiscovery } from '../lists/autodiscovery.ts';
import type { HostRoom } from '../lists/link-budgets.ts';
import type { linkJudge } from '../lists/links.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import type { StepNotes } from './site-steps.ts';
import type { WayChooser } from './way-chooser.ts';

/** What all visits of a run share. */
export interface Visiting {
  readonly io: CrawlPorts;
  readonly run: RunContext;
  readonly toReading: ReturnType<typeof toReading>;
  readonly judge: ReturnType<typeof toArticle>;
  readonly judgeLinks: ReturnType<typeof linkJudge>;
  readonly room: HostRoom;
  readonly chooser: WayChooser;
  readonly stepNotes: StepNotes;
  readonly autodiscovery: Autodiscovery;
  /** Whose turn it is at which host: a visit that asks for more than its page asks here. */
  readonly gate: HostGate;
}

/** A page that was read, on its way to its ending: what that needs, however the page came. */
export interface ReadVisit extends Pick<Visiting, 'run' | 'judge' | 'judgeLinks' | 'room'> {
  readonly io: Pick<CrawlPorts, 'store' | 'clock' | 'log' | 'config' | 'siteOf'>;
  readonly task: Task;
  readonly site: Site;
  /** What earlier visits know; null at the first. */
  readonly state: PageState | null;
  readonly startedAt: Date;
  readonly begun: number;
}

/** A page's visit up to its ending; the caller commits it. */
export interface PageVisit extends Visiting, Omit<ReadVisit, 'io'> {
  readonly identity: IdentityRoute;
  /** Called for a page that was in the browser. */
  readonly afterSteps: (steps: readonly StepTaken[]) => void;
  /** What a fetched page gives; its media are looked for once. */
  readonly read: ReturnType<ReturnType<typeof toReading>>;
}

/** What is left to do when the page is closed and before it is its turn: an article's further pages. */
export type Closed = () => Promise<Finish>;

/** What is left to do then: judging an article against the others, which is done one page at a time, right before the commit. */
export type Finish = () => Promise<Ending>;
