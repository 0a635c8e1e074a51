import type { BrowserHealth } from '../model/crawl/browser-health.ts';
import type { Site } from '../model/crawl/site.ts';
import type { GrownPack, Topic } from '../model/topic/topic.ts';
import type {
  AdLists,
  BrowserPool,
  CategoryModel,
  Clock,
  HttpClient,
  Identities,
  LoadSampler,
  Log,
  Random,
  Reader,
  Robots,
  Turns,
} from '../ports.ts';
import type { Config } from '../settings/config.ts';
import type { Store } from '../storage/port.ts';

/** All that a crawl works with: built by main.ts, handed down, closed by main.ts. */
export interface CrawlPorts {
  readonly store: Store;
  readonly http: HttpClient;
  /** Started at the first page that needs one. */
  readonly browsers: () => Promise<BrowserPool>;
  readonly browserHealth: () => BrowserHealth;
  readonly reader: Reader;
  readonly identities: Identities;
  /** One for each run: it tells what happened since it was asked last. */
  readonly openLoad: () => LoadSampler;
  readonly robots: Robots;
  /** Set by the run, whose hosts these are. */
  readonly turns?: Turns | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Read at the first page that is played. */
  readonly adLists: () => Promise<AdLists>;
  readonly siteOf: (host: string) => Site;
  readonly topics: readonly Topic[];
  readonly categories: CategoryModel;
  /** The topics among them that were grown from examples; null: none. */
  readonly grown: GrownPack | null;
  readonly config: Config;
}

/** The settings that a function reads. */
export interface Settings<Key extends keyof Config> {
  readonly config: Pick<Config, Key>;
}

/** One run: whose visits these are, and who holds the leases. */
export interface RunContext {
  readonly runId: string;
  readonly worker: string;
  readonly maxDepth: number | null;
}
