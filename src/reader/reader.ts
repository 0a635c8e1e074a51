import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { kindOf, NewshawkError } from '../errors.ts';
import type { Reading, Weighing } from '../model/article/draft.ts';
import type { ListApiSample } from '../model/page/list-api.ts';
import type { ApiSample } from '../model/page/page-api.ts';
import type { ListReading } from '../model/web/list-reading.ts';
import type { PageBlocks } from '../model/wrapper/page-blocks.ts';
import type { PageProfile } from '../model/wrapper/page-profile.ts';
import type { JudgedWrapper } from '../model/wrapper/wrapper-verdict.ts';
import type { MediaFinding, Reader } from '../ports.ts';
import { HeapWatch } from './heap-watch.ts';
import type { ScraperLoad, StrayFailure, WorkerAnswer, WorkerData, WorkerJob } from './reader-worker.ts';
import { ReadingLimit } from './reading-limit.ts';
import type { LoadedScrapers } from './site-brief.ts';
import type { WorkerTask } from './worker-task.ts';

/** What happens in the threads without a page to tell it by. Default: nothing is done. */
export interface ThreadCalls {
  /** Called when a thread without a task dies. No page is lost. */
  readonly onThreadError?: (error: Error) => void;
  /** Called when what a scraper left running fails, such as a promise without `await`: the same failure once for each thread. No page fails for it. */
  readonly onStray?: (failure: string) => void;
}

interface ReaderOptions extends ThreadCalls {
  /** Number of threads. */
  readonly workers: number;
  /** Scraper files. Each thread loads them itself: functions can't be sent to threads. */
  readonly sites: { readonly files: readonly string[] };
  /** Refuses all network access of scrapers. Default: false. */
  readonly isOffline?: boolean;
  /** The threads load the rules for texts with the first text. Default: before they start. */
  readonly isForMedia?: boolean;
  /** CPU time per page, ms; a page that exceeds it ends with its thread. The slowest hostile test page takes a tenth of it. */
  readonly pageLimitMs?: number;
  /** Heap limit per thread, MB; a page that exceeds it ends, the process goes on. */
  readonly heapMb?: number;
}

/** A reader whose scrapers can be loaded again, without a new thread. */
export interface ReloadingReader extends Reader {
  /** Loads these files again, and what they import: later readings use them. @throws NewshawkError misconfigured, with all mistakes; timed-out */
  load(files: readonly string[]): Promise<LoadedScrapers>;
}

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js',
  import.meta.url,
);

/** Pages of a site are learned from at once: some 200 of them. */
const learnLimitFactor = 6;

/** More CPU time for a large page: reading it takes a third of a second for a million letters, Chinese ones a second and a half. */
const msPerMillionLetters = 3_000;

/**
 * Young objects of a thread, MB. A page's tree is garbage soon: with V8's own limit (48) a thread holds 60 to 130 MB more, for no time that could be told from noise
 * (`npm run bench:wrappers -- --scale`).
 */
const youngHeapMb = 24;

/** Factor of V8's heap limit over ours: reaching V8's limit aborts the process. */
const v8LimitFactor = 4;

/**
 * Memory that a page may take beyond the limit, MB for a million letters: its tree and readings, with the garbage that V8 has not collected yet. A page of 19.5 million
 * letters took .65 to 1.5 GB, by the moments of the collections.
 */
const mbPerMillionLetters = 80;
/** Factor of the largest limit over the limit: below V8's. */
const maxLimitFactor = 3;

/**
 * Starts the threads and waits for the first one to have loaded the scrapers.
 * @throws NewshawkError misconfigured when a thread can't load the scrapers: check them with `loadScrapers` first
 */
export async function openReader(options: ReaderOptions): Promise<ReloadingReader> {
  const { workers, sites, isOffline = false, isForMedia = false, pageLimitMs = 10_000, heapMb = 1_024 } = options;
  const { onThreadError = () => {}, onStray = () => {} } = options;
  const data: WorkerData = { files: sites.files, isOffline, isForMedia };
  let load: ScraperLoad | null = null;
  const pool = new Piscina<WorkerJob, WorkerAnswer>({
    filename: workerFile.href,
    minThreads: workers,
    maxThreads: workers,
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb * v8LimitFactor, maxYoungGenerationSizeMb: youngHeapMb },
    // Atomics.wait would block a thread while it loads its modules
    atomics: 'disabled',
  });
  // the pool replaces a thread that dies between two tasks; a running task gets its own error
  pool.on('error', onThreadError);
  pool.on('message', ({ strayFailure, after }: StrayFailure) =>
    onStray(`left running by a scraper; the last page was ${after}: ${strayFailure}`),
  );
  try {
    await pool.run(jobOf({ kind: 'ready' }, null));
  } catch (cause) {
    await pool.destroy();
    throw new NewshawkError('misconfigured', `a worker thread did not start: ${messageOf(cause)}`, { cause });
  }
  const heaps = new HeapWatch(() => pool.threads, heapMb);
  // as many tasks as threads: no task waits in the pool's queue, where its time limit would run
  const queue = new PQueue({ concurrency: workers });
  const warm = new Set<number>();
  const run = async <T>(task: WorkerTask, what: string): Promise<T> => {
    const limitMs =
      task.kind === 'learn' ? pageLimitMs * learnLimitFactor : pageLimitMs + msPerMillionLetters * millionLetters(task);
    const limitMb = Math.min(maxLimitFactor * heapMb, heapMb + mbPerMillionLetters * millionLetters(task));
    const limits = { what, pageLimitMs: limitMs, heaps, limitMb, warm };
    const answer = await queue.add(() => runOnWarmThread(pool, jobOf(task, load), limits));
    if (answer.ok) return answer.value as T;
    throw new NewshawkError(answer.kind, answer.message, { cause: answer.stack });
  };
  return {
    read: (snapshot, options = {}) => run<Reading>({ kind: 'read', snapshot, options }, snapshot.url),
    weigh: (text) => run<Weighing>({ kind: 'weigh', text }, text.title),
    findMedia: (page) => run<MediaFinding>({ kind: 'media', page }, page.finalUrl),
    sampleAnswers: (page) => run<ApiSample | null>({ kind: 'answers', page }, page.url),
    sampleList: (list) => run<ListApiSample | null>({ kind: 'list-answers', list }, list.url),
    profile: (page) => run<PageProfile | null>({ kind: 'profile', page }, page.snapshot.url),
    blocks: (page) => run<PageBlocks>({ kind: 'blocks', page }, page.snapshot.url),
    learn: (site) => run<JudgedWrapper | null>({ kind: 'learn', site }, `pages of ${site.site}`),
    readList: (list) => run<ListReading>({ kind: 'list', list }, list.url),
    load: (files) => {
      load = { save: (load?.save ?? 0) + 1, files };
      return run<LoadedScrapers>({ kind: 'scrapers' }, 'the scrapers');
    },
    [Symbol.asyncDispose]: async () => {
      await queue.onIdle();
      heaps[Symbol.dispose]();
      await pool.destroy();
    },
  };
}

function millionLetters(task: WorkerTask): number {
  const page = 'snapshot' in task ? task.snapshot : 'page' in task && 'html' in task.page ? task.page : null;
  return (page?.html.length ?? 0) / 1_000_000;
}

interface Limits {
  readonly what: string;
  readonly pageLimitMs: number;
  readonly heaps: HeapWatch;
  readonly limitMb: number;
  /** Numbers of the threads that have read a page. */
  readonly warm: Set<number>;
}

/**
 * Runs a job. Where a page met its limit in a thread that had read no page before, it is read once more, in a thread that has: a cold one takes seconds to compile
 * its code and to load its models.
 */
async function runOnWarmThread(
  pool: Piscina<WorkerJob, WorkerAnswer>,
  job: WorkerJob,
  limits: Limits,
): Promise<WorkerAnswer> {
  const { warm } = limits;
  const threadOf = ({ runsOn }: WorkerJob): number => Atomics.load(runsOn, 0);
  try {
    const answer = await runLimited(pool, job, limits);
    if (job.task.kind === 'read') warm.add(threadOf(job));
    return answer;
  } catch (error) {
    if (kindOf(error) !== 'timed-out' || warm.has(threadOf(job))) throw error;
    const again = { ...jobOf(job.task, job.load), warmsUp: true };
    const answer = await runLimited(pool, again, limits);
    warm.add(threadOf(again));
    return answer;
  }
}

async function runLimited(
  pool: Piscina<WorkerJob, WorkerAnswer>,
  job: WorkerJob,
  { what, pageLimitMs, heaps, limitMb }: Limits,
): Promise<WorkerAnswer> {
  using limit = new ReadingLimit(job, () => pool.threads, pageLimitMs);
  using _memory = heaps.limitJob(job.runsOn, limitMb);
  const { signal } = limit;
  try {
    return await pool.run(job, { signal });
  } catch (cause) {
    if (signal.aborted)
      throw new NewshawkError('timed-out', `reading ${what} took over ${pageLimitMs / 1_000} s of CPU time`, { cause });
    if (heaps.hasEnded(job.runsOn[0] ?? 0))
      throw new NewshawkError('too-large', `reading ${what} took more than ${Math.round(limitMb)} MB of memory`, {
        cause,
      });
    throw new NewshawkError('bug', `the worker thread died while reading ${what}: ${messageOf(cause)}`, { cause });
  }
}

/** A task with shared memory for the number of its thread: a dead thread can't report its number. */
const jobOf = (task: WorkerTask, load: ScraperLoad | null): WorkerJob => ({
  task,
  load,
  runsOn: new Int32Array(new SharedArrayBuffer(4)),
  warmsUp: false,
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
