import type { App, EndlessRun, RunRules } from '../app.ts';
import { beginningOf } from '../crawl/links/targets.ts';
import { rescoreAtStart } from '../crawl/topics/rescore-at-start.ts';
import { CommandError, exitCodes } from '../errors.ts';
import type { Site } from '../model/crawl/site.ts';
import type { CrawlPorts } from '../services.ts';
import { brokenScrapers } from '../settings/broken-scrapers.ts';
import { leaderWork } from '../watch/assignment/leader-work.ts';
import { watchWork } from '../watch/watch.ts';
import { outlastStore } from './outlast-store.ts';

// Crawlee is loaded when a run starts: no other command needs it.

interface SitePorts extends CrawlPorts {
  readonly sites: readonly Site[];
}

interface StartPorts extends SitePorts {
  readonly owner: string;
  /** Called before each slow step that precedes the first page. */
  readonly onPhase: (sentence: string) => void;
}

export async function startCrawl({ owner, sites, onPhase, ...io }: StartPorts, options: RunRules) {
  const { targets, resume, signal } = options;
  const at = { now: io.clock.now(), addressesAre: 'seeds', mayBeEmpty: resume } as const;
  const beginning = beginningOf({ ...io, sites, targets, ...at });
  // a crawl by one topic must not rescore the store by that topic alone
  if (options.topic === null) await rescoreAtStart(io, { sites: beginning.sites, signal, onPhase });
  // a topic that is only followed hides nothing, but here it is the only one that is wanted
  const only = io.topics.filter(({ name }) => name === options.topic).map((topic) => ({ ...topic, follow: false }));
  const topics = options.topic === null ? io.topics : only;
  const { crawlRun } = await import('./crawl-run.ts');
  return await outlastStore({ ...io, owner, signal }, async (isAgain) => {
    // after an outage of the store it is its own run that goes on, whichever is the newest
    const begun = isAgain ? (await io.store.runs.unfinished()).find((run) => run.owner === owner) : undefined;
    const more = begun === undefined ? { resume } : { resume: true, run: begun.id };
    const request = { io: { ...io, topics }, owner, kind: 'crawl', beginning, onTick: async () => {} } as const;
    return await crawlRun({ ...request, options: { ...options, ...more } });
  });
}

export async function startWatch({ owner, sites, onPhase, ...io }: StartPorts, options: Parameters<App['watch']>[0]) {
  const { targets, signal } = options;
  const beginning = await beginningOfWatch({ ...io, sites }, targets);
  await rescoreAtStart(io, { sites: beginning.sites, signal, onPhase });
  const { crawlRun } = await import('./crawl-run.ts');
  const leader = leaderWork(io, owner, watchWork(io, { sites: beginning.sites, worker: owner }));
  try {
    return await outlastStore({ ...io, owner, signal }, () =>
      crawlRun({
        io,
        owner,
        kind: 'watch',
        beginning,
        options: { ...unlimited, ...options },
        onTick: leader.onTick,
      }),
    );
  } finally {
    await leader.end();
  }
}

/** Works on the hosts that the queue gives to this process. @throws CommandError (configuration) without a queue */
export async function startWorker({ owner, sites, onPhase: _, ...io }: StartPorts, options: EndlessRun) {
  if (!io.queue)
    throw new CommandError(
      exitCodes.configuration,
      '`worker` gets its hosts from a queue: set NEWSHAWK_QUEUE, such as redis://host:6379, for it and for `watch`. Without a queue, `newshawk watch` does all the work.',
    );
  const { crawlRun } = await import('./crawl-run.ts');
  const beginning = { sources: [], seeds: [], sites: null, broken: brokenScrapers(sites) };
  const [kind, onTick] = ['worker', async () => {}] as const;
  return await outlastStore({ ...io, owner, signal: options.signal }, () =>
    crawlRun({ io, owner, kind, beginning, options: { ...unlimited, ...options }, onTick }),
  );
}

const unlimited = {
  targets: [],
  topic: null,
  limit: null,
  depth: null,
  timeLimitMs: null,
  failureLimit: null,
  resume: false,
} as const;

/** Without targets, `watch` polls the sources of the store beside those of the scrapers. @throws CommandError (nothing found) where there are none of both */
export async function beginningOfWatch({ store, clock, siteOf, sites }: SitePorts, targets: readonly string[]) {
  const mayBeEmpty = targets.length === 0 && (await store.sources.holdings()).length > 0;
  return beginningOf({ sites, siteOf, targets, now: clock.now(), addressesAre: 'sources', mayBeEmpty });
}
