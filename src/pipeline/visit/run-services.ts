import { topicTerms } from '../../stages/classify/keywords.ts';
import { PreparedTexts } from '../../stages/dedupe/prepared-texts.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import { TopicJudge } from '../crawl.ts';
import { Autodiscovery } from '../lists/autodiscovery.ts';
import { FrontierBudgets } from '../lists/link-budgets.ts';
import { LinkJudge } from '../lists/link-judge.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { StepNotes } from './fetch/site-steps.ts';
import { WayChooser } from './fetch/way-chooser.ts';
import { RevisitPlans } from './revisit-plans.ts';

/** What the tasks of a run share. A function names the part that it uses: `Pick<RunServices, ...>`. */
export interface RunServices extends CrawlPorts {
  readonly run: RunContext;
  readonly topicTerms: readonly string[];
  readonly topicJudge: TopicJudge;
  readonly linkJudge: LinkJudge;
  readonly preparedTexts: PreparedTexts;
  readonly budgets: FrontierBudgets;
  readonly wayChooser: WayChooser;
  readonly stepNotes: StepNotes;
  readonly autodiscovery: Autodiscovery;
  readonly revisitPlans: RevisitPlans;
  /** Paces the requests to each host. */
  readonly gate: HostGate;
}

export const openRunServices = (io: CrawlPorts, run: RunContext, gate: HostGate): RunServices => ({
  ...io,
  run,
  gate,
  topicTerms: topicTerms(io.topics),
  topicJudge: new TopicJudge(io),
  linkJudge: new LinkJudge(io),
  preparedTexts: new PreparedTexts(),
  budgets: new FrontierBudgets({ frontier: io.store.frontier, clock: io.clock, limits: io.config }),
  wayChooser: new WayChooser(io),
  stepNotes: new StepNotes(io.log),
  autodiscovery: new Autodiscovery(io),
  revisitPlans: new RevisitPlans(io),
});
