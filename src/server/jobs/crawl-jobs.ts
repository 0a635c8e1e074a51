import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AppCopy } from '../../app-copy.ts';
import type { Log } from '../../ports.ts';
import type { CrawlCounts, CrawlNews, CrawlOrder, CrawlRequest } from './crawl-messages.ts';

const processFile = new URL(
  import.meta.url.endsWith('.ts') ? './crawl-process.ts' : './crawl-process.js',
  import.meta.url,
);

/** ms that a crawl may take to drain and save when the server ends: within the 30 s of containers. */
const drainMs = 25_000;
/** Crawls of this server that are remembered beside what the store knows of them. */
const maxRemembered = 100;

/** What this server knows of a crawl that it began; the rest is in the store. */
export interface CrawlJob {
  readonly id: string;
  readonly request: CrawlRequest;
  readonly state: 'running' | 'cancelling' | 'ended' | 'failed';
  readonly isCancelled: boolean;
  readonly counts: CrawlCounts;
  /** How it ended; null: it runs, or failed. */
  readonly ended: Extract<CrawlNews, { kind: 'ended' }>['ended'] | null;
  readonly message: string | null;
}

export type CrawlBeginning =
  | { readonly kind: 'begun'; readonly job: CrawlJob }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly isUsage: boolean; readonly message: string };

const nothing: CrawlCounts = { pages: 0, stored: 0, failed: 0, left: 0 };

/** The crawls that this server began, each in its own process. Their runs are in the store: what a restart of the server cuts off is resumed from there. */
export class CrawlJobs implements AsyncDisposable {
  readonly #copy: AppCopy;
  readonly #log: Log;
  readonly #max: number;
  readonly #jobs = new Map<string, CrawlJob>();
  readonly #processes = new Map<ChildProcess, string | null>();
  #isClosed = false;

  constructor(copy: AppCopy, log: Log, max: number) {
    this.#copy = copy;
    this.#log = log;
    this.#max = max;
  }

  get(id: string): CrawlJob | undefined {
    return this.#jobs.get(id);
  }

  /** Resolves when the run is in the store, or can't begin. */
  begin(request: CrawlRequest): Promise<CrawlBeginning> {
    if (this.#isClosed || this.#processes.size >= this.#max) return Promise.resolve({ kind: 'busy' });
    // its own group: Ctrl-C in the server's terminal reaches the server only, which tells it to drain; stdout is the server's data
    const child = fork(processFile, { stdio: ['ignore', 2, 2, 'ipc'], detached: true });
    this.#processes.set(child, null);
    let refusal: Extract<CrawlNews, { kind: 'failed' }> | null = null;
    return new Promise((resolve) => {
      child.on('message', (news: CrawlNews) => {
        // it is told when the process is gone: then the next one may begin
        if (news.kind === 'failed' && this.#idOf(child) === null) refusal = news;
        const job = this.#take(child, request, news);
        if (news.kind === 'run' && job !== undefined) resolve({ kind: 'begun', job });
      });
      child.once('error', (error) => {
        this.#processes.delete(child);
        resolve({ kind: 'refused', isUsage: false, message: error.message });
      });
      child.once('exit', (code, signal) => {
        const why = `The process that crawls ended by ${signal ?? `exit code ${code}`}.`;
        this.#exited(child, why);
        resolve({ kind: 'refused', isUsage: refusal?.isUsage ?? false, message: refusal?.message ?? why });
      });
      send(child, {
        kind: 'begin',
        module: this.#copy.module,
        options: this.#copy.crawlOptions ?? this.#copy.options,
        request,
      });
    });
  }

  /** The crawl drains, saves and ends. @returns the job; undefined: this server does not run it */
  cancel(id: string): CrawlJob | undefined {
    const [child] = [...this.#processes].find(([, runId]) => runId === id) ?? [];
    const state = this.#jobs.get(id)?.state;
    if (child === undefined || state === 'ended' || state === 'failed') return undefined;
    send(child, { kind: 'stop' });
    return this.#change(id, { state: 'cancelling', isCancelled: true });
  }

  /** All crawls drain and save. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const children = [...this.#processes.keys()];
    await Promise.all(
      children.map(async (child) => {
        const exited = once(child, 'exit');
        send(child, { kind: 'stop' });
        const timer = setTimeout(() => child.kill('SIGKILL'), drainMs);
        await exited;
        clearTimeout(timer);
      }),
    );
  }

  #idOf(child: ChildProcess): string | null {
    return this.#processes.get(child) ?? null;
  }

  #take(child: ChildProcess, request: CrawlRequest, news: CrawlNews): CrawlJob | undefined {
    if (news.kind === 'run') {
      this.#processes.set(child, news.id);
      const job = {
        id: news.id,
        request,
        state: 'running',
        isCancelled: false,
        counts: nothing,
        ended: null,
        message: null,
      } as const;
      this.#jobs.set(news.id, job);
      const [oldest] = this.#jobs.keys();
      if (this.#jobs.size > maxRemembered && oldest !== undefined) this.#jobs.delete(oldest);
      this.#log.info('server.crawl-begun', { run: news.id });
      return job;
    }
    const id = this.#idOf(child);
    if (id === null) return undefined;
    if (news.kind === 'progress') return this.#change(id, { counts: news.counts });
    this.#log.info('server.crawl-ended', { run: id, ended: news.kind === 'ended' ? news.ended : 'failed' });
    return news.kind === 'ended'
      ? this.#change(id, { state: 'ended', ended: news.ended, counts: news.counts })
      : this.#change(id, { state: 'failed', message: news.message });
  }

  #exited(child: ChildProcess, why: string): void {
    const id = this.#idOf(child);
    this.#processes.delete(child);
    const job = id === null ? undefined : this.#jobs.get(id);
    if (job === undefined || job.state === 'ended' || job.state === 'failed') return;
    this.#log.error('server.crawl-died', { run: job.id, message: why });
    this.#change(job.id, { state: 'failed', message: why });
  }

  #change(id: string, change: Partial<CrawlJob>): CrawlJob | undefined {
    const job = this.#jobs.get(id);
    if (job === undefined) return undefined;
    const changed = { ...job, ...change };
    this.#jobs.set(id, changed);
    return changed;
  }
}

/** Where the process is gone meanwhile, its `exit` says so. */
function send(child: ChildProcess, order: CrawlOrder): void {
  if (child.connected) child.send(order, () => {});
}
