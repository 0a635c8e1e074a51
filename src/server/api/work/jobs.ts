import { z } from 'zod';
import { type DiscoverKind, discoverKinds, pathOfScope } from '../../../model/crawl/crawl-scope.ts';
import type { Run } from '../../../model/crawl/run.ts';
import { runSchema } from '../../../model/crawl/run.ts';
import { silentAfterMs, type WorkerBeat } from '../../../model/crawl/worker-beat.ts';
import { count, listOf, record } from '../../../model/schema.ts';
import type { Store } from '../../../storage/port.ts';
import { type ApiAnswer, json, problem } from '../../answer.ts';
import type { CrawlJob } from '../../jobs/crawl-jobs.ts';
import type { CrawlRequest } from '../../jobs/crawl-messages.ts';
import type { ServerApp } from '../../server-app.ts';
import { idOf, idParams, limitParameter, queryOf, querySchema, type Route } from '../route.ts';

interface Body {
  readonly targets?: readonly string[];
  readonly limit?: number;
  readonly depth?: number;
  readonly under?: readonly string[];
  readonly since?: string;
  readonly discover?: readonly DiscoverKind[];
  readonly articlesOnly?: boolean;
  readonly timeLimitSeconds?: number;
  readonly topic?: string;
  readonly resume?: boolean;
  readonly run?: string;
}

const jobSchema = record({
  ...runSchema.unwrap().pick({ id: true, kind: true, startedAt: true, finishedAt: true, sites: true, owner: true })
    .shape,
  state: z.enum(['running', 'cancelling', 'done', 'failed', 'cancelled', 'interrupted']),
  /** Null: it was not counted. */
  progress: record({ pages: count, stored: count, failed: count, left: count.nullable() }).nullable(),
  ended: z.string().nullable(),
  message: z.string().nullable(),
  isResumable: z.boolean(),
}).meta({ id: 'Job' });
type Job = z.infer<typeof jobSchema>;

export const postCrawl: Route = {
  path: '/v1/crawl',
  summary: 'Begins a crawl, as `newshawk crawl` does, in a process of its own; its run is the job',
  body: {
    type: 'object',
    additionalProperties: false,
    required: [],
    properties: {
      targets: {
        type: 'array',
        maxItems: 1_000,
        items: { type: 'string', minLength: 1, maxLength: 2_000 },
        description: 'hosts of scrapers, or http(s) addresses; default: all scrapers',
      },
      limit: { type: 'integer', minimum: 1, maximum: 1_000_000_000, description: 'ends after this many pages' },
      depth: { type: 'integer', minimum: 0, maximum: 100, description: 'links away from a source, at most' },
      under: {
        type: 'array',
        maxItems: 100,
        items: { type: 'string', minLength: 1, maxLength: 2_000, pattern: '^/' },
        description: 'fetch only addresses below these paths, such as /sport/',
      },
      since: {
        type: 'string',
        anyOf: [{ format: 'date' }, { format: 'date-time' }],
        description: 'skip articles published before this date',
      },
      discover: {
        type: 'array',
        maxItems: discoverKinds.length,
        items: { type: 'string', enum: [...discoverKinds] },
        description: 'follow these beside articles; default: lists, and what NEWSHAWK_DISCOVER says',
      },
      articlesOnly: {
        type: 'boolean',
        description: 'store only articles, and follow only links to articles and lists',
      },
      timeLimitSeconds: { type: 'integer', minimum: 1, maximum: 31_536_000, description: 'ends after this time' },
      topic: { type: 'string', minLength: 1, maxLength: 100, description: 'only pages of this topic are published' },
      resume: { type: 'boolean', description: 'continues an interrupted crawl: that of `run`, else the newest' },
      run: { type: 'string', minLength: 1, maxLength: 100, description: 'id of the interrupted crawl that goes on' },
    },
  },
  success: { status: 202, schema: jobSchema },
  errors: {
    400: 'a target or the topic is unknown, or there is nothing to crawl or to resume',
    429: 'NEWSHAWK_HTTP_CRAWLS crawls of this server run just now, or too many requests in a minute: try again after Retry-After',
  },
  isAnsweredByListener: true,
  canBeBusy: true,
  handle: (app) => async (request) => {
    const {
      targets = [],
      limit,
      depth,
      timeLimitSeconds,
      topic,
      run,
      resume = run !== undefined,
    } = request.body as Body;
    if (run !== undefined && !resume)
      return problem(400, '`run` names the crawl that goes on: leave `resume` out, or set it.');
    const scope = scopeOf(request.body as Body, app.clock.now());
    if (typeof scope === 'string') return problem(400, scope);
    const wanted: CrawlRequest = {
      targets,
      limit: limit ?? null,
      depth: depth ?? null,
      scope,
      timeLimitMs: timeLimitSeconds === undefined ? null : timeLimitSeconds * 1_000,
      topic: topic ?? null,
      resume,
      run: run ?? null,
    };
    const begun = await app.crawlJobs?.begin(wanted);
    if (begun === undefined) return problem(503, 'This server begins no crawls.');
    if (begun.kind === 'busy')
      return problem(429, 'As many crawls as NEWSHAWK_HTTP_CRAWLS allows run just now.', { 'retry-after': '60' });
    if (begun.kind === 'refused') return problem(begun.isUsage ? 400 : 503, begun.message);
    const stored = await runOf(await app.store(), begun.job.id);
    if (stored === null) return problem(503, 'The run is not in the store any more.');
    return json(202, withOwn(app, storedJob(stored, [], null)), { location: `/v1/jobs/${stored.id}` });
  },
};

/** The scope, or what is wrong with it. */
function scopeOf(
  { under = [], since, discover, articlesOnly = false }: Body,
  now: Date,
): CrawlRequest['scope'] | string {
  const paths = under.map(pathOfScope);
  const wrong = under[paths.indexOf(null)];
  if (wrong !== undefined)
    return `\`under\`: "${wrong}" is not a path. Write it from the first / on, without host, ? and #.`;
  if (since !== undefined && new Date(since) > now) return '`since` is in the future: no article is as new.';
  return {
    under: paths.filter((path) => path !== null),
    since: since === undefined ? null : new Date(since).toISOString(),
    discover: discover ?? null,
    articlesOnly,
  };
}

/** Runs that are searched for one by its id. */
const shownRuns = 1_000;

export const listJobs: Route = {
  path: '/v1/jobs',
  summary: 'Crawls, the newest first: those of the API, and those of the command line',
  success: { schema: record({ items: listOf(jobSchema) }) },
  query: querySchema({ limit: limitParameter(50, shownRuns) }),
  handle: (app) => async (request) => {
    const store = await app.store();
    const runs = await store.runs.list(queryOf<{ limit: number }>(request).limit);
    const beats = await heard(app);
    return { items: runs.map((run) => storedJob(run, beats, null)) };
  },
  completeAnswer: (app) => async (answer) => {
    if (answer.status !== 200) return answer;
    const { items } = bodyOf<{ items: Job[] }>(answer);
    return json(200, { items: items.map((job) => withOwn(app, job)) });
  },
};

const unknown = `There is no crawl with this id among the last ${shownRuns}: /v1/jobs lists them.`;

export const getJob: Route = {
  path: '/v1/jobs/:id',
  summary: 'One crawl with its progress',
  success: { schema: jobSchema },
  errors: { 404: 'there is no such crawl' },
  params: idParams,
  isSlow: () => true,
  handle: (app) => async (request) => {
    const store = await app.store();
    const run = await runOf(store, idOf(request));
    if (run === null) return problem(404, unknown);
    const { pages, byOutcome } = await store.visits.summary({ run: run.id });
    const progress = { pages, stored: byOutcome.stored ?? 0, failed: byOutcome.failed ?? 0, left: null };
    return storedJob(run, await heard(app), progress);
  },
  completeAnswer: (app) => async (answer) => (answer.status === 200 ? json(200, withOwn(app, bodyOf(answer))) : answer),
};

export const deleteJob: Route = {
  method: 'DELETE',
  path: '/v1/jobs/:id',
  summary: 'Cancels a crawl: it ends the pages in progress, saves and ends. What is left is kept, and can be resumed',
  success: { status: 202, schema: jobSchema },
  errors: { 404: 'there is no such crawl', 409: 'it has ended, or another process runs it: stop it there' },
  params: idParams,
  isAnsweredByListener: true,
  canBeBusy: true,
  handle: (app) => async (request) => {
    const run = await runOf(await app.store(), idOf(request));
    if (run === null) return problem(404, unknown);
    if (app.crawlJobs?.cancel(run.id) === undefined)
      return problem(
        409,
        run.finishedAt === null
          ? `This server does not run it: ${run.owner} does, or did. Stop it there.`
          : 'It has ended already.',
      );
    return json(202, withOwn(app, storedJob(run, [], null)));
  },
};

const runOf = async ({ runs }: Store, id: string): Promise<Run | null> =>
  (await runs.list(shownRuns)).find((run) => run.id === id) ?? null;

const heard = async (app: ServerApp): Promise<readonly WorkerBeat[]> =>
  (await app.store()).workers.heardSince(new Date(app.clock.now().getTime() - silentAfterMs));

/** What the store knows of a run of any process. Tasks belong to no run: what is left is known to its own process only. */
function storedJob(run: Run, beats: readonly WorkerBeat[], progress: Job['progress']): Job {
  const { id, kind, startedAt, finishedAt, sites, owner } = run;
  const isHeard = beats.some((beat) => beat.run === id);
  const state = finishedAt !== null ? 'done' : isHeard ? 'running' : 'interrupted';
  const isResumable = kind === 'crawl' && state === 'interrupted';
  return { id, kind, state, startedAt, finishedAt, sites, owner, progress, ended: null, message: null, isResumable };
}

/** With what only this thread knows: how a crawl stands that this server began. */
function withOwn({ crawlJobs }: ServerApp, stored: Job): Job {
  const job = crawlJobs?.get(stored.id);
  if (job === undefined) return stored;
  const { ended, message, counts: progress } = job;
  const state = ownStateOf(job);
  const isResumable = stored.finishedAt === null && ['cancelled', 'failed', 'interrupted'].includes(state);
  return { ...stored, state, progress, ended, message, isResumable };
}

function ownStateOf({ state, isCancelled, ended }: CrawlJob): Job['state'] {
  if (state !== 'ended') return state;
  if (ended === 'interrupted') return isCancelled ? 'cancelled' : 'interrupted';
  return 'done';
}

const bodyOf = <T>({ body }: ApiAnswer): T => JSON.parse(Buffer.from(body ?? '').toString('utf8'));
