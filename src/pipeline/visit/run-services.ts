import { topicTerms } from '../../stages/classify/keywords.ts';
import { PreparedTexts } from '../../stages/dedupe/prepared-texts.ts';
import type { HostGate } from '../../stages/schedule/politeness.ts';
import { type PollPlan, pollPlan } from '../../stages/schedule/poll-plan.ts';
import type { RevisitPlan } from '../../stages/schedule/revisits/revisit.ts';
import { TopicJudge } from '../crawl.ts';
import type { SiteLearner } from '../learning/site-learner.ts';
import { Autodiscovery } from '../lists/autodiscovery.ts';
import { FrontierBudgets } from '../lists/frontier-budgets.ts';
import { LinkJudge } from '../lists/link-judge.ts';
import { LinkPatterns } from '../lists/link-patterns.ts';
import { ListYields } from '../lists/list-yields.ts';
import type { CrawlPorts, RunContext } from '../ports.ts';
import { PlayerTrials } from './fetch/player-trials.ts';
import { StepNotes } from './fetch/site-steps.ts';
import { WayChooser } from './fetch/way-chooser.ts';
import { revisitPlan } from './revisit-plan.ts';
import { SameParameters } from './skips/same-page.ts';
import { TimedPlan } from './timed-plan.ts';

/** What the tasks of a run share. A function names the part that it uses: `Pick<RunServices, ...>`. */
export interface RunServices extends CrawlPorts {
  readonly run: RunContext;
  readonly topicTerms: readonly string[];
  readonly topicJudge: TopicJudge;
  readonly linkJudge: LinkJudge;
  readonly linkPatterns: LinkPatterns;
  readonly listYields: ListYields;
  readonly sameParameters: SameParameters;
  readonly preparedTexts: PreparedTexts;
  readonly budgets: FrontierBudgets;
  readonly wayChooser: WayChooser;
  readonly playerTrials: PlayerTrials;
  readonly siteLearner: SiteLearner;
  readonly stepNotes: StepNotes;
  readonly autodiscovery: Autodiscovery;
  readonly revisitPlans: TimedPlan<RevisitPlan>;
  readonly pollPlans: TimedPlan<PollPlan>;
  /** Paces the requests to each host. */
  readonly gate: HostGate;
}

/** @param siteLearner of the run, which closes it */
export const openRunServices = (
  io: CrawlPorts,
  run: RunContext,
  { gate, siteLearner }: { readonly gate: HostGate; readonly siteLearner: SiteLearner },
): RunServices => ({
  ...io,
  run,
  gate,
  siteLearner,
  topicTerms: topicTerms(io.topics),
  topicJudge: new TopicJudge(io),
  linkJudge: new LinkJudge(io),
  linkPatterns: new LinkPatterns(io),
  listYields: new ListYields(),
  sameParameters: new SameParameters(),
  preparedTexts: new PreparedTexts(),
  budgets: new FrontierBudgets({ frontier: io.store.frontier, clock: io.clock, limits: io.config }),
  wayChooser: new WayChooser(io),
  playerTrials: new PlayerTrials(io),
  stepNotes: new StepNotes(),
  autodiscovery: new Autodiscovery(io),
  revisitPlans: new TimedPlan(io.clock, () => revisitPlan(io.store, io.config)),
  pollPlans: new TimedPlan(io.clock, async () => pollPlan(await io.store.sources.list(), io.config.pollPolicy)),
});
