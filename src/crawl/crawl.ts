import PQueue from 'p-queue';
import type { BrowserPool } from '../browser-port.ts';
import type { BrowserHealth } from '../model/crawl/browser-health.ts';
import type { Site } from '../model/crawl/site.ts';
import type { CategoryModel } from '../model/topic/linear-weights.ts';
import type { GrownPack, Topic } from '../model/topic/topic.ts';
import type { AdLists, Clock, HttpClient, Identities, Log, Random, Reader, Robots, Turns } from '../ports.ts';
import type { CrawlPorts, OfflinePorts, PagePorts, RunContext } from '../services.ts';
import type { Config } from '../settings/config.ts';
import type { SiteLearner } from '../site/site-learner.ts';
import { topicTerms } from '../stages/classify/keywords.ts';
import { PreparedTexts } from '../stages/dedupe/prepared-texts.ts';
import { HostHealth } from '../stages/schedule/host-health.ts';
import type { HostGate } from '../stages/schedule/politeness.ts';
import { type PollPlan, pollPlan } from '../stages/schedule/poll-plan.ts';
import type { RevisitPlan } from '../stages/schedule/revisits/revisit.ts';
import type { Store } from '../storage/port.ts';
import { ModeChooser } from './fetch/choose-mode.ts';
import { PlayerTrials } from './fetch/player-trials.ts';
import { StepNotes } from './fetch/site-steps.ts';
import { Autodiscovery } from './links/autodiscovery.ts';
import { FrontierBudgets } from './links/frontier-budgets.ts';
import { LinkJudge } from './links/link-judge.ts';
import { LinkPatterns } from './links/link-patterns.ts';
import { ListYields } from './links/list-yields.ts';
import { SameParameters } from './links/same-parameters.ts';
import { revisitPlan, TimedPlan } from './plans.ts';
import { TopicJudge } from './topics/topic-judge.ts';

/** The half of a crawl that uses no network: it judges what was read, follows links and schedules. `failures replay --store` has this half only. */
export class OfflineCrawl implements OfflinePorts {
  readonly run: RunContext;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Config;
  readonly siteOf: (host: string) => Site;
  readonly reader: Reader;
  readonly topics: readonly Topic[];
  readonly grown: GrownPack | null;
  readonly categories: CategoryModel;
  /** Terms of all topics: extraction weighs them. */
  readonly topicTerms: readonly string[];
  readonly topicJudge: TopicJudge;
  readonly linkJudge: LinkJudge;
  readonly linkPatterns: LinkPatterns;
  readonly preparedTexts = new PreparedTexts();
  readonly budgets: FrontierBudgets;
  readonly revisitPlans: TimedPlan<RevisitPlan>;

  constructor(ports: OfflinePorts, run: RunContext) {
    const { store, clock, config } = ports;
    this.run = run;
    this.store = store;
    this.clock = clock;
    this.log = ports.log;
    this.config = config;
    this.siteOf = ports.siteOf;
    this.reader = ports.reader;
    this.topics = ports.topics;
    this.grown = ports.grown;
    this.categories = ports.categories;
    this.topicTerms = topicTerms(ports.topics);
    this.topicJudge = new TopicJudge(ports);
    this.linkJudge = new LinkJudge(ports);
    this.linkPatterns = new LinkPatterns((site) => store.knownAddresses.ofSite(site), clock);
    this.budgets = new FrontierBudgets({ frontier: store.frontier, clock, limits: config });
    this.revisitPlans = new TimedPlan(clock, () => revisitPlan(store, config));
  }
}

/**
 * The services of one run. `crawlRun` makes it and closes what it holds; every function of a visit takes it as `crawl`. What the visits of a run learn from each
 * other is here too: links, lists, formats, players, hosts.
 */
export class Crawl extends OfflineCrawl implements PagePorts {
  readonly http: HttpClient;
  readonly browsers: () => Promise<BrowserPool>;
  readonly browserHealth: () => BrowserHealth;
  readonly identities: Identities;
  readonly adLists: () => Promise<AdLists>;
  readonly robots: Robots;
  readonly random: Random;
  readonly turns: Turns | undefined;
  /** Paces the requests to each host. */
  readonly gate: HostGate;
  /** Which hosts answer. */
  readonly health: HostHealth;
  readonly siteLearner: SiteLearner;
  readonly modeChooser: ModeChooser;
  readonly playerTrials: PlayerTrials;
  readonly stepNotes = new StepNotes();
  readonly autodiscovery: Autodiscovery;
  readonly listYields = new ListYields();
  readonly sameParameters = new SameParameters();
  readonly pollPlans: TimedPlan<PollPlan>;
  /** One task at a time: copies that arrive together must see each other. Judging and storing take milliseconds. */
  readonly commitQueue = new PQueue({ concurrency: 1 });

  /** @param siteLearner of the run, which closes it */
  constructor(ports: CrawlPorts, run: RunContext, gate: HostGate, siteLearner: SiteLearner) {
    super(ports, run);
    const { store, clock, config, identities, random } = ports;
    this.http = ports.http;
    this.browsers = ports.browsers;
    this.browserHealth = ports.browserHealth;
    this.identities = identities;
    this.adLists = ports.adLists;
    this.robots = ports.robots;
    this.random = random;
    this.turns = ports.turns;
    this.gate = gate;
    this.siteLearner = siteLearner;
    this.health = new HostHealth({
      // proxies may change while a run goes on
      get proxies() {
        return identities.proxies;
      },
      random,
    });
    this.modeChooser = new ModeChooser(ports);
    this.playerTrials = new PlayerTrials((host) => store.formats.ofHost(host), clock);
    this.autodiscovery = new Autodiscovery(ports);
    this.pollPlans = new TimedPlan(clock, async () => pollPlan(await store.sources.list(), config.pollPolicy));
  }

  /** The same crawl for one task: its lines of the log name the visit, and the turns of its requests may be refused. */
  forTask({ log, turns = this.turns }: { readonly log?: Log; readonly turns?: Turns | undefined }): Crawl {
    return Object.assign(Object.create(Crawl.prototype), this, { log: log ?? this.log, turns });
  }
}
