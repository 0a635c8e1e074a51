import { Worker } from 'node:worker_threads';
import type { Database } from '../database.ts';

/** A process with fewer transactions needs no thread: SQLite's own checkpoints cost it less than the thread's start (30 ms, 10 MB). */
const firstTransactions = 500;

/** Transactions between two checkpoints: some 4,000 frames (16 MB) of a crawl's log. */
const everyTransactions = 150;

/** Frames after which a transaction checkpoints itself: without a thread, and where the thread falls behind until the log has 400 MB. It stops the process for .1 to .2 s then. */
const [framesAlone, framesBeside] = [1_000, 100_000] as const;

const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
);

/**
 * Writes SQLite's log back to the database file in a separate thread. Otherwise the transaction that reaches the limit does it, and stops the event loop for as
 * long as the disk takes.
 */
export class Checkpoints implements AsyncDisposable {
  readonly #db: Database;
  readonly #file: string;
  #transactions = 0;
  #thread: Worker | null = null;
  #isAsked = false;
  #settled = (): void => {};
  #settling: Promise<void> = Promise.resolve();

  /** @param file of the database */
  constructor(db: Database, file: string) {
    this.#db = db;
    this.#file = file;
    db.checkpointItself(framesAlone);
    db.afterTransaction = () => this.#count();
  }

  #count(): void {
    this.#transactions += 1;
    if (this.#thread === null) {
      if (this.#transactions === firstTransactions) this.#start();
    } else if (this.#transactions >= everyTransactions && !this.#isAsked) this.#ask(this.#thread);
  }

  #ask(thread: Worker): void {
    this.#isAsked = true;
    this.#transactions = 0;
    ({ promise: this.#settling, resolve: this.#settled } = Promise.withResolvers<void>());
    thread.postMessage('checkpoint');
  }

  #answered(): void {
    this.#isAsked = false;
    this.#settled();
  }

  #start(): void {
    const thread = new Worker(threadFile, { workerData: this.#file, execArgv: [] });
    thread.unref();
    thread.on('message', () => this.#answered());
    // no transaction is at risk: without the thread the next one does it, and meets the same error, such as a full disk
    thread.on('error', () => {});
    thread.on('exit', () => {
      this.#thread = null;
      this.#db.checkpointItself(framesAlone);
      this.#answered();
    });
    this.#thread = thread;
    this.#db.checkpointItself(framesBeside);
    this.#ask(thread);
  }

  /** Resolves when the thread is at no checkpoint. */
  async settled(): Promise<void> {
    await this.#settling;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.afterTransaction = () => {};
    this.#thread?.ref(); // else a process that waits for nothing else would end here
    await this.settled();
    await this.#thread?.terminate();
  }
}
