import type { RunRules } from '../app.ts';
import { type Beginning, namedPage, pollEntry } from '../crawl/links/targets.ts';
import { CommandError, exitCodes, policies } from '../errors.ts';
import { isWholeSite, wholeSite } from '../model/crawl/crawl-scope.ts';
import type { Run, RunScope } from '../model/crawl/run.ts';
import type { CrawlPorts } from '../services.ts';
import type { FrontierEntry } from '../storage/crawl/frontier-port.ts';
import type { Store } from '../storage/port.ts';
import { isOwnerGone, releaseDeadOwners, releaseOwners } from '../watch/assignment/other-owners.ts';
import { ownerState, ownerText } from '../watch/assignment/owner.ts';

export interface RunRequest {
  readonly io: CrawlPorts;
  readonly owner: string;
  readonly kind: Run['kind'];
  readonly beginning: Beginning;
  readonly options: RunRules;
  /** Called once a second: `watch` opens the tasks that are due. */
  readonly onTick: () => Promise<void>;
}

/** A run that has begun. */
export interface OpenedRun {
  readonly id: string;
  readonly sites: readonly string[] | null;
  readonly scope: RunScope | null;
}

/** Starts a run, which polls its sources, or resumes one with the frontier's tasks. @throws CommandError (nothing found) if there is no run to resume */
export async function openRun(request: RunRequest): Promise<OpenedRun> {
  const { io, owner, kind, beginning, options } = request;
  const { store } = io;
  await releaseDeadOwners({ store, owner, clock: io.clock });
  await store.frontier.wake('browser', io.clock.now()); // this process may have one
  if (options.resume) return await resumeRun(request);
  const now = io.clock.now();
  for (const cut of await store.runs.unfinished())
    if (ownerState(cut.owner, owner) === 'dead' || cut.owner === owner) await store.runs.finish(cut.id, now);
  const { sources, seeds, sites } = beginning;
  for (const source of sources) await store.sources.define(source);
  // a run that takes a part of a site asks for nothing else; links in this part reopen their failed pages
  const isWhole = isWholeSite(options.scope ?? wholeSite) && options.depth === null;
  const retries = isWhole ? await failedPages(store, beginning, now) : [];
  const pages = [...seeds, ...retries];
  // `watch` opens polls when they are due: a restart keeps their times and windows
  const polls = kind !== 'crawl' ? [] : sources.map((source) => pollEntry(source, now));
  await store.frontier.reopen([...polls, ...pages], { revisit: false, now });
  const run: Run = {
    id: runName(io.random),
    kind,
    startedAt: now,
    finishedAt: null,
    owner,
    sites,
    scope: scopeOf(options),
  };
  await store.runs.start(run);
  return run;
}

/** What the options take of a site; null: everything. */
function scopeOf({ scope = wholeSite, depth }: RunRequest['options']): RunScope | null {
  const isDefault = isWholeSite(scope) && scope.discover === null && depth === null;
  return isDefault ? null : { ...scope, maxDepth: depth };
}

/** Takes over a run whose process is gone (the named one, else the newest), and releases the tasks of that process. */
async function resumeRun({ io, owner, beginning, options }: RunRequest): Promise<OpenedRun> {
  const { store, clock } = io;
  const unfinished = await candidates(store, options.run ?? null);
  for (const cut of unfinished) {
    const isFree =
      cut.owner === owner || (await isOwnerGone(cut.owner, { store, clock, owner, signal: options.signal }));
    if (!isFree || !(await store.runs.takeOver(cut.id, { from: cut.owner, to: owner }))) continue;
    if (cut.owner !== owner) await releaseOwners(store, [cut.owner], clock.now());
    return { id: cut.id, sites: beginning.sites ?? cut.sites, scope: scopeOf(options) ?? cut.scope };
  }
  const [alive] = unfinished;
  const why =
    alive === undefined
      ? 'There is no run that was cut off: `newshawk crawl` starts a new one.'
      : `There is no run that was cut off: ${ownerText(alive.owner)} still works on ${alive.kind} ${alive.id}. \`newshawk status\` shows how it stands; \`newshawk crawl\` works beside it.`;
  throw new CommandError(exitCodes.nothingFound, why);
}

/** Runs that may be continued, newest first. @param id null: any @throws CommandError (nothing found) where the named one cannot be continued */
async function candidates({ runs }: Store, id: string | null): Promise<Run[]> {
  const unfinished = await runs.unfinished();
  if (id === null) return unfinished;
  const named = unfinished.find((run) => run.id === id);
  if (named?.kind === 'crawl') return [named];
  const ended = named ?? (await runs.list(maxRuns)).find((run) => run.id === id);
  const why =
    ended === undefined
      ? `There is no run "${id}"`
      : ended.kind === 'crawl'
        ? `Crawl ${id} has ended, at ${ended.finishedAt?.toISOString()}`
        : `Run ${id} is a ${ended.kind}, which has nothing to continue: \`newshawk ${ended.kind}\` starts another one`;
  const others = unfinished.filter(({ kind }) => kind === 'crawl').map((run) => run.id);
  const advice =
    others.length === 0
      ? '`newshawk crawl` starts a new one'
      : `these are not finished: ${others.slice(0, maxNamed).join(', ')}`;
  throw new CommandError(exitCodes.nothingFound, `${why}; ${advice}.`);
}

/** Runs that are searched for one by its id. */
const maxRuns = 1_000;
/** Runs that a message names. */
const maxNamed = 5;

/** At most this many failures are searched for pages to retry. */
const maxFailures = 5_000;

/** Pages that failed in an earlier run for a cause that may be over: a site that was down, a dead proxy, a timeout. */
async function failedPages(store: Store, { sites }: Beginning, dueAt: Date): Promise<FrontierEntry[]> {
  const failures = await store.failures.find({ limit: maxFailures });
  const temporary = failures.filter(
    ({ reason, site }) => policies[reason].retry && (sites === null || sites.includes(site)),
  );
  const entries: FrontierEntry[] = [];
  for (const { url, site } of new Map(temporary.map((failure) => [failure.url, failure])).values()) {
    const [last] = await store.visits.find({ url, limit: 1 });
    if (last?.outcome === 'failed' && last.kind === 'page') entries.push(namedPage({ url }, site, dueAt));
  }
  return entries;
}

/** 8 hex digits: short enough to type. */
const runName = (random: () => number): string =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
