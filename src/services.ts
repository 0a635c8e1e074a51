import type { BrowserPool } from './browser-port.ts';
import type { BrowserHealth } from './model/crawl/browser-health.ts';
import type { CrawlScope } from './model/crawl/crawl-scope.ts';
import type { Site } from './model/crawl/site.ts';
import type { LogLine } from './model/crawl/worker-beat.ts';
import type { AlertRules } from './model/publish/alert-rules.ts';
import type { CategoryModel } from './model/topic/linear-weights.ts';
import type { GrownPack, Topic } from './model/topic/topic.ts';
import type {
  AdLists,
  Clock,
  HttpClient,
  Identities,
  LoadSampler,
  Log,
  Random,
  Reader,
  Robots,
  Timers,
  Turns,
} from './ports.ts';
import type { RedisQueue } from './queue/redis-queue.ts';
import type { Config } from './settings/config.ts';
import type { HostGate } from './stages/schedule/politeness.ts';
import type { Store } from './storage/port.ts';
import type { ProxyPorts } from './watch/proxies/proxy-ports.ts';

// main.ts builds and closes these ports.

/** The store, and what all work on it needs. */
export interface StorePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}

/** How texts are judged. */
export interface JudgingPorts {
  readonly topics: readonly Topic[];
  /** Topics that were grown from examples; null: none. */
  readonly grown: GrownPack | null;
  /** The site of a host: its scraper's, or defaults for a host without a scraper. A visit calls it once, when it starts (`startVisit`). */
  readonly siteOf: (host: string) => Site;
}

/** What stored articles are judged again with: no model of categories is opened for it. */
export interface RejudgingPorts extends JudgingPorts {
  readonly store: Store;
  readonly reader: Reader;
}

/** What a page or a source is judged and stored with: nothing here uses the network. */
export interface OfflinePorts extends StorePorts, RejudgingPorts {
  readonly config: Config;
  readonly categories: CategoryModel;
}

/** What a single page is fetched and read with, for a person or for a run. */
export interface PagePorts {
  readonly clock: Clock;
  readonly config: Config;
  readonly siteOf: (host: string) => Site;
  readonly reader: Reader;
  readonly http: HttpClient;
  /** Starts the browser at the first call. */
  readonly browsers: () => Promise<BrowserPool>;
  readonly browserHealth: () => BrowserHealth;
  readonly identities: Identities;
  /** Reads the lists at the first call. */
  readonly adLists: () => Promise<AdLists>;
  /** Undefined outside of a run: a person waits for one page. */
  readonly turns?: Turns | undefined;
}

/** What several pages of a site are fetched with, by robots.txt and with the pauses of its hosts. */
export interface PolitePorts extends PagePorts {
  readonly log: Log;
  readonly robots: Robots;
  readonly gate: HostGate;
}

/** All that a run needs. `Crawl` adds what its visits share. */
export interface CrawlPorts extends OfflinePorts, PagePorts {
  /** One sampler per run: each sample covers the time since the one before. */
  readonly openLoad: () => LoadSampler;
  readonly robots: Robots;
  /** What gives hosts to workers; absent or null: this process does all work. */
  readonly queue?: RedisQueue | null;
  /** Default: those of the process. */
  readonly timers?: Timers | undefined;
  readonly random: Random;
  /** The last lines of the log, for the heartbeat; default: none. */
  readonly recentLines?: () => readonly LogLine[];
  /** Default: the defaults of all rules about health. */
  readonly alertRules?: AlertRules | undefined;
  /** What the daily check of proxies uses. */
  readonly proxyPorts: () => Promise<ProxyPorts>;
}

/** The settings that a function reads. */
export interface Settings<Key extends keyof Config> {
  readonly config: Pick<Config, Key>;
}

/** The run that visits belong to, and the owner of its leases. */
export interface RunContext {
  readonly runId: string;
  readonly worker: string;
  /** Links away from a source, at most; null: as each source says. */
  readonly maxDepth: number | null;
  readonly scope: CrawlScope;
  /** Whether polls keep to the windows and pauses of their sources: `watch` does; who starts a crawl wants it now. */
  readonly keepsWindows: boolean;
}
