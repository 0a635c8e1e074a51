import { usableCores } from '../machine/cgroups.ts';
import { choiceSetting, intSetting, type Setting, setting, shareSetting } from './setting.ts';

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

/** How pages are fetched, read and followed. */
export const crawlSettings = {
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
  learn: choiceSetting(
    'NEWSHAWK_LEARN',
    'on',
    ['on', 'off'],
    'learn a wrapper for each site while crawling (docs/wrappers.md)',
  ),
  mediaBudgetMs: intSetting(
    'NEWSHAWK_MEDIA_BUDGET_MS',
    20_000,
    'longest play of one page for its media',
    1_000,
    hourMs,
  ),
  listBudgetMs: intSetting(
    'NEWSHAWK_LIST_BUDGET_MS',
    60_000,
    'longest time for scrolling and clicking a list that loads more; 0: lists are read as they load',
    0,
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
  patienceMs: intSetting(
    'NEWSHAWK_PATIENCE_MS',
    60_000,
    'how long a crawl waits for pages that are due later and for hosts that are down, before it leaves them to the next crawl',
    0,
    hourMs,
  ),
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
  linksPerPage: intSetting('NEWSHAWK_LINKS_PER_PAGE', 2_000, 'new links followed per visit of a page, best first', 1),
  linksPerList: intSetting('NEWSHAWK_LINKS_PER_LIST', 10_000, 'links followed per feed or sitemap, newest first', 1),
  tasksPerHost: intSetting(
    'NEWSHAWK_TASKS_PER_HOST',
    100_000,
    'pages per host that may wait in the frontier, due or not; new links beyond are left out until there is room',
    1,
  ),
  tasksTotal: intSetting(
    'NEWSHAWK_TASKS_TOTAL',
    5_000_000,
    'pages of all hosts that may wait in the frontier; new links beyond are left out until there is room',
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
    'time until the first revisit of a new page, while little is known about such pages',
    1,
    365 * dayMs,
  ),
  tune: choiceSetting(
    'NEWSHAWK_TUNE',
    'daily',
    ['daily', 'fewer-polls', 'off'],
    'watch learns base intervals and active hours of sources from their past polls; fewer-polls: intervals also grow where most polls find nothing, for any NEWSHAWK_POLL_POLICY',
  ),
  pollPolicy: choiceSetting(
    'NEWSHAWK_POLL_POLICY',
    'rate',
    ['rate', 'adaptive'],
    'when sources are polled: rate (by their new links at each hour of the week; new pages are found soonest), adaptive (sooner after an update, later without)',
  ),
  revisitPolicy: choiceSetting(
    'NEWSHAWK_REVISIT_POLICY',
    'sqrt',
    ['sqrt', 'freshness', 'corrected', 't/x'],
    'when pages are visited again: sqrt (changes are seen soonest), freshness (most pages are up to date), corrected (once per change), t/x (observed time by changes)',
  ),
  revisitsPerHost: intSetting(
    'NEWSHAWK_REVISITS_PER_HOST',
    5_000,
    're-visits of one host per day that sqrt and freshness plan; 0: no limit',
    0,
  ),
  revisitsPerDay: intSetting(
    'NEWSHAWK_REVISITS_PER_DAY',
    100_000,
    're-visits of all hosts per day that sqrt and freshness plan; 0: no limit',
    0,
  ),
  revisitDays: intSetting(
    'NEWSHAWK_REVISIT_DAYS',
    14,
    'age in days from which three visits without a change end the re-visits of a page; 0: never',
    0,
    3_650,
  ),
} as const satisfies Record<string, Setting<unknown>>;
