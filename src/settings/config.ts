import { CommandError, exitCodes } from '../errors.ts';
import { usableCores } from '../machine/cgroups.ts';
import { nearestName } from './nearest-name.ts';
import {
  choiceSetting,
  intSetting,
  listSetting,
  optionalSetting,
  type Setting,
  secretSetting,
  setting,
  shareSetting,
  textSetting,
} from './setting.ts';

/** Where a value comes from. */
export type ConfigOrigin = 'default' | '.env' | 'environment';

/** Tasks at once. A higher number is a mistake: a page in the browser needs 50 MB or more. */
export const maxConcurrency = 256;

/** Timeouts are at most an hour, since a task's own timeout is the sum of several. (A timer beyond 2^31 ms fires at once.) */
const [hourMs, dayMs] = [3_600_000, 86_400_000];

const maxWorkers = 64;

/** The default number of worker threads: one core is left to the thread that fetches and stores. */
export const defaultWorkers = (cores: number): number => Math.min(maxWorkers, Math.max(1, Math.floor(cores) - 1));

/** @throws Error that says which values are valid */
export function parseConcurrency(value: string): number | 'auto' {
  if (value === 'auto') return value;
  if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > maxConcurrency)
    throw new Error(`must be auto or a whole number from 1 to ${maxConcurrency}`);
  return Number(value);
}

/** @throws Error that says which values are valid */
function parseConfidence(value: string): number {
  if (!/^(?:[01]|0?\.\d+)$/.test(value)) throw new Error('must be a number from 0 to 1, such as 0.3');
  return Number(value);
}

const store = setting(
  'NEWSHAWK_STORE',
  'file:./data',
  'the store: file:<folder> (SQLite) or mongodb://…',
  (value) => {
    if (!/^(file:.+|mongodb(\+srv)?:\/\/.+)$/.test(value))
      throw new Error('must be file:<folder> or mongodb://host/database');
    return value;
  },
  true,
);

/** Every setting: variable, default (its unit is in the name), what it does, and limits. */
export const settings = {
  store,
  scrapersDir: textSetting('NEWSHAWK_SCRAPERS', './scrapers', 'folder with <host>/scraper.ts'),
  topicsFile: textSetting(
    'NEWSHAWK_TOPICS',
    './topics.json',
    'file with the topics; without it every article is on topic',
  ),
  categoriesModel: optionalSetting(
    'NEWSHAWK_CATEGORIES_MODEL',
    "file of the model that predicts categories; default: the store's active version, else section, address and words",
  ),
  browsersFile: textSetting('NEWSHAWK_BROWSERS', './browsers.config.ts', 'browsers and proxies'),
  chromiumPath: optionalSetting('CHROMIUM_PATH', 'path of your own browser'),
  cacheDir: optionalSetting(
    'NEWSHAWK_CACHE',
    "where the packaged browser is unpacked and compiled code is kept (default: the user's cache folder)",
  ),
  aliveFile: optionalSetting(
    'NEWSHAWK_ALIVE_FILE',
    'file that `crawl` and `watch` touch after each heartbeat in the store (every 5 s), for health checks',
  ),
  concurrency: setting<number | 'auto'>(
    'NEWSHAWK_CONCURRENCY',
    'auto',
    `tasks at once: auto (by CPU, memory and event loop), or a number up to ${maxConcurrency}`,
    parseConcurrency,
  ),
  workers: intSetting(
    'NEWSHAWK_WORKERS',
    defaultWorkers(usableCores()),
    'worker threads for parsing and extraction; default: the usable cores less one',
    1,
    maxWorkers,
  ),
  hostConcurrency: intSetting('NEWSHAWK_HOST_CONCURRENCY', 2, 'requests at once to one host', 1, 64),
  hostGapMs: intSetting('NEWSHAWK_HOST_GAP_MS', 1_000, 'pause between two requests to one host', 0, dayMs),
  robots: choiceSetting('NEWSHAWK_ROBOTS', 'obey', ['obey', 'ignore'], 'robots.txt'),
  render: choiceSetting(
    'NEWSHAWK_RENDER',
    'auto',
    ['auto', 'static', 'browser'],
    'how pages of sites without a scraper are fetched',
  ),
  media: choiceSetting(
    'NEWSHAWK_MEDIA',
    'generic',
    ['generic', 'sites'],
    'who finds media: generic (on any site, where its scraper has no resolver), sites (resolvers of scrapers only)',
  ),
  mediaBudgetMs: intSetting(
    'NEWSHAWK_MEDIA_BUDGET_MS',
    20_000,
    'longest play of one page for its media',
    1_000,
    hourMs,
  ),
  titleDrop: choiceSetting(
    'NEWSHAWK_TITLE_DROP',
    'on',
    ['on', 'off'],
    'skip a page whose link has the same long title as an article of another site within the last 20 h',
  ),
  minConfidence: setting(
    'NEWSHAWK_MIN_CONFIDENCE',
    0.3,
    'lowest confidence of the body with which a crawl stores an article; below, the page fails as low-confidence; 0: off',
    parseConfidence,
  ),
  maxAttempts: intSetting('NEWSHAWK_MAX_ATTEMPTS', 5, 'attempts per page; those that cost nothing do not count', 1, 20),
  leaseMs: intSetting(
    'NEWSHAWK_LEASE_MS',
    120_000,
    'how long a process that sends no heartbeat keeps a claimed task',
    1_000,
    dayMs,
  ),
  staticTimeoutMs: intSetting('NEWSHAWK_STATIC_TIMEOUT_MS', 20_000, 'timeout of a static fetch', 100, hourMs),
  pageTimeoutMs: intSetting('NEWSHAWK_PAGE_TIMEOUT_MS', 45_000, 'timeout of a page in the browser', 1_000, hourMs),
  maxBodyBytes: intSetting(
    'NEWSHAWK_MAX_BODY_BYTES',
    20 * 1024 * 1024,
    'largest page body, decompressed',
    1_024,
    256 * 1024 * 1024,
  ),
  discover: choiceSetting('NEWSHAWK_DISCOVER', 'on', ['on', 'off'], 'feeds and sitemaps of sites without a scraper'),
  linksPerPage: intSetting('NEWSHAWK_LINKS_PER_PAGE', 2_000, 'links followed per page, best first', 1),
  linksPerList: intSetting('NEWSHAWK_LINKS_PER_LIST', 10_000, 'links followed per feed or sitemap, newest first', 1),
  tasksPerHost: intSetting(
    'NEWSHAWK_TASKS_PER_HOST',
    100_000,
    'pages per host that may wait in the frontier; further links are dropped',
    1,
  ),
  relevanceShare: shareSetting(
    'NEWSHAWK_RELEVANCE_SHARE',
    0.7,
    'weight of relevance in the importance of a page; the rest is the number of pages that link to it',
  ),
  revisitAfterMs: intSetting(
    'NEWSHAWK_REVISIT_AFTER_MS',
    30 * 60_000,
    'time until the first revisit of a new page',
    1,
    365 * dayMs,
  ),
  allowNetworks: listSetting(
    'NEWSHAWK_ALLOW_NETWORKS',
    'exceptions from the network policy: CIDR, address, host or host:port',
  ),
  allowPorts: listSetting(
    'NEWSHAWK_ALLOW_PORTS',
    "ports of public servers beside the web's default ports: port or from-to",
  ),
  connectTo: listSetting(
    'NEWSHAWK_CONNECT_TO',
    'host:port=address:port: connect there instead, names and certificates unchanged',
  ),
  adLists: listSetting(
    'NEWSHAWK_AD_LISTS',
    'files of filter lists (EasyList) that recognise advertisements among media; default: those that a system package installed',
  ),
  gcEveryMs: intSetting(
    'NEWSHAWK_GC_EVERY_MS',
    6 * hourMs,
    'how often `watch` deletes blobs without a reference; 0: never',
    0,
    20 * dayMs,
  ),
  gcGraceHours: intSetting(
    'NEWSHAWK_GC_GRACE_HOURS',
    24,
    'minimum age of a blob that is deleted: a page in progress may still refer to a younger one',
    1,
    8_760,
  ),
  keepSnapshotsDays: intSetting(
    'NEWSHAWK_KEEP_SNAPSHOTS_DAYS',
    0,
    'age at which pages without an article or failure are deleted; 0: never',
  ),
  keepFailuresDays: intSetting(
    'NEWSHAWK_KEEP_FAILURES_DAYS',
    0,
    'age at which failures and their screenshots are deleted; 0: never',
  ),
  keepFailures: intSetting('NEWSHAWK_KEEP_FAILURES', 0, 'failures kept, newest first; 0: all', 0),
  keepBlobBytes: intSetting(
    'NEWSHAWK_KEEP_BLOB_BYTES',
    0,
    'bytes of blobs kept; beyond it the oldest pages without an article or failure are deleted; 0: no limit',
    0,
  ),
  httpHost: textSetting('NEWSHAWK_HTTP_HOST', '127.0.0.1', 'address of `serve`; any other than loopback needs a token'),
  httpPort: intSetting('NEWSHAWK_HTTP_PORT', 8780, 'port of `serve`', 0, 65_535),
  httpConnections: intSetting(
    'NEWSHAWK_HTTP_CONNECTIONS',
    1_000,
    'connections of `serve` at once; further ones are asked to retry later',
    1,
    60_000,
  ),
  httpRequests: intSetting(
    'NEWSHAWK_HTTP_REQUESTS',
    256,
    'requests of `serve` at once; further ones are asked to retry later',
    1,
    10_000,
  ),
  httpThreads: intSetting('NEWSHAWK_HTTP_THREADS', 2, 'threads of `serve` that read the store', 1, 16),
  httpToken: secretSetting('NEWSHAWK_HTTP_TOKEN', 'bearer token of the API'),
  logLevel: choiceSetting('NEWSHAWK_LOG', 'info', ['debug', 'info', 'warn', 'error', 'silent'], 'log level (stderr)'),
  chromiumSandbox: choiceSetting(
    'NEWSHAWK_SANDBOX',
    'auto',
    ['auto', 'on', 'off'],
    "Chromium's own sandbox; auto: on, except as root",
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never };
export type ConfigOrigins = Readonly<Record<SettingName, ConfigOrigin>>;

/** Variables without a setting: they belong to the tests, the demo, the launcher and the benchmarks. Any other unknown NEWSHAWK_ variable is an error. */
const otherVariables = /^NEWSHAWK_(TEST|DEMO|NODE|BENCH)_/;

/**
 * Reads all settings: the environment, else `.env`, else the default. The result is frozen.
 * @throws CommandError (configuration) that lists all mistakes
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  dotEnv: Readonly<Record<string, string | undefined>> = {},
): { config: Config; origins: ConfigOrigins } {
  const values: Record<string, unknown> = {};
  const origins: Record<string, ConfigOrigin> = {};
  const mistakes = unknownVariables({ ...dotEnv, ...environment });
  for (const [name, entry] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const [text, origin] = environment[entry.variable]
      ? [environment[entry.variable], 'environment' as const]
      : [dotEnv[entry.variable], '.env' as const];
    origins[name] = text ? origin : 'default';
    try {
      values[name] = text ? entry.parse(text) : entry.fallback;
    } catch (error) {
      mistakes.push(
        `${entry.variable}=${entry.secret ? '…' : text} (${origin}): ${(error as Error).message}. Meaning: ${entry.about}.`,
      );
    }
  }
  if (mistakes.length > 0)
    throw new CommandError(
      exitCodes.configuration,
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}\n\`newshawk config print\` lists every setting.`,
    );
  return { config: Object.freeze(values) as Config, origins: Object.freeze(origins) as ConfigOrigins };
}

function unknownVariables(variables: Readonly<Record<string, string | undefined>>): string[] {
  const knownVariables = new Set(Object.values(settings).map(({ variable }) => variable));
  const unknown = Object.keys(variables).filter(
    (name) => name.startsWith('NEWSHAWK_') && !otherVariables.test(name) && !knownVariables.has(name),
  );
  return unknown.map((name) => {
    const nearest = nearestName(name, [...knownVariables]);
    return `${name}: there is no such setting${nearest === null ? '' : `, did you mean ${nearest}?`}`;
  });
}
