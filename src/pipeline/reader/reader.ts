import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { NewshawkError } from '../../errors.ts';
import type { Reading } from '../../model/article/draft.ts';
import type { ListReading } from '../../model/web/list-reading.ts';
import type { MediaFinding, Reader, Weighing } from '../../ports.ts';
import { HeapWatch } from './heap-watch.ts';
import type { WorkerAnswer, WorkerData, WorkerJob, WorkerTask } from './reader-worker.ts';

export interface ReaderOptions {
  /** Number of threads. */
  readonly workers: number;
  /** Scraper files; each thread loads them itself: functions don't pass between threads. */
  readonly sites: { readonly files: readonly string[] };
  /** A page that takes longer ends, with its thread. The slowest of the hostile pages takes a tenth of it. */
  readonly pageLimitMs?: number;
  /** Heap of one thread, MB: a page above it ends alone, not the process. */
  readonly heapMb?: number;
  /** Hears of a thread that died without a task: no page is lost, but somebody may want to know. */
  readonly onThreadError?: (error: Error) => void;
}

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './reader-worker.ts' : './reader-worker.js',
  import.meta.url,
);

/** V8's own limit is so many times that of ours: reaching it ends the process. */
const lastResort = 4;

/**
 * Starts the threads and waits for the first one to have loaded the scrapers.
 * @throws NewshawkError misconfigured when they can't be loaded there: check them with `loadScrapers` before
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const { workers, sites, pageLimitMs = 10_000, heapMb = 1_024, onThreadError = () => {} } = options;
  const data: WorkerData = { files: sites.files };
  const pool = new Piscina<WorkerJob, WorkerAnswer>({
    filename: workerFile.href,
    minThreads: workers,
    maxThreads: workers,
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMb * lastResort },
    // Atomics.wait would block a thread that should load its modules
    atomics: 'disabled',
  });
  // a thread that dies between two tasks is replaced by the pool; a task that was on it hears of it itself
  pool.on('error', onThreadError);
  try {
    await pool.run(jobOf({ kind: 'ready' }));
  } catch (cause) {
    await pool.destroy();
    throw new NewshawkError('misconfigured', `a worker thread did not start: ${messageOf(cause)}`, { cause });
  }
  const heaps = new HeapWatch(() => pool.threads, heapMb);
  // as many tasks as threads: none waits in the pool's own queue
  const queue = new PQueue({ concurrency: workers });
  const run = async <T>(task: WorkerTask, what: string): Promise<T> => {
    const answer = await queue.add(() => runLimited(pool, task, { what, pageLimitMs, heaps, heapMb }));
    if (answer.ok) return answer.value as T;
    throw new NewshawkError(answer.kind, answer.message, { cause: answer.stack });
  };
  return {
    read: (snapshot, options = {}) => run<Reading>({ kind: 'read', snapshot, options }, snapshot.url),
    weigh: (text) => run<Weighing>({ kind: 'weigh', text }, text.title),
    findMedia: (page) => run<MediaFinding>({ kind: 'media', page }, page.finalUrl),
    readList: (list) => run<ListReading>({ kind: 'list', list }, list.url),
    [Symbol.asyncDispose]: async () => {
      await queue.onIdle();
      heaps[Symbol.dispose]();
      await pool.destroy();
    },
  };
}

interface Limits {
  readonly what: string;
  readonly pageLimitMs: number;
  readonly heaps: HeapWatch;
  readonly heapMb: number;
}

async function runLimited(
  pool: Piscina<WorkerJob, WorkerAnswer>,
  task: WorkerTask,
  { what, pageLimitMs, heaps, heapMb }: Limits,
): Promise<WorkerAnswer> {
  const job = jobOf(task);
  using limit = new PageLimit(job, pageLimitMs);
  const { signal } = limit;
  try {
    return await pool.run(job, { signal });
  } catch (cause) {
    if (signal.aborted)
      throw new NewshawkError('timed-out', `reading ${what} took over ${pageLimitMs / 1_000} s`, { cause });
    if (heaps.hasEnded(job.runsOn[0] ?? 0))
      throw new NewshawkError('too-large', `reading ${what} took more than ${heapMb} MB of memory`, { cause });
    throw new NewshawkError('bug', `the worker thread died while reading ${what}: ${messageOf(cause)}`, { cause });
  }
}

/** A thread that does not start in that time never will. */
const longestStartMs = 60_000;
const lookAgainMs = 50;

/** Aborts what has had its time. It counts from when a thread takes the page up: after one has died, the next page waits for a new one to start, and that is not its fault. */
class PageLimit implements Disposable {
  readonly #controller = new AbortController();
  readonly #job: WorkerJob;
  readonly #limitMs: number;
  #waitedMs = 0;
  #timer: NodeJS.Timeout;

  constructor(job: WorkerJob, limitMs: number) {
    this.#job = job;
    this.#limitMs = limitMs;
    this.#timer = setTimeout(() => this.#look(), lookAgainMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  #look(): void {
    this.#waitedMs += lookAgainMs;
    const hasBegun = Atomics.load(this.#job.runsOn, 0) !== 0;
    this.#timer =
      hasBegun || this.#waitedMs > longestStartMs
        ? setTimeout(() => this.#controller.abort(), this.#limitMs)
        : setTimeout(() => this.#look(), lookAgainMs);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}

/** The thread writes its number into memory that both see: one that died can't say any more which it was. */
const jobOf = (task: WorkerTask): WorkerJob => ({ task, runsOn: new Int32Array(new SharedArrayBuffer(4)) });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
