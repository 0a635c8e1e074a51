import { setTimeout as delay } from 'node:timers/promises';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { QueueError } from '../errors.ts';
import type { Clock, Log } from '../ports.ts';
import type { HostSlice, SliceEnd, SliceWork } from './host-slice.ts';
import { queueTrouble, reasonOf } from './queue-trouble.ts';

// One BullMQ queue per worker, with one job per host: its id is the host.

interface SliceData {
  readonly host: string;
}

interface RedisQueueOptions {
  /** redis://host:6379/0?prefix=name, or rediss:// */
  readonly address: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Interval at which a worker looks for slices whose lock was lost, ms; default: half a minute. */
  readonly stalledCheckMs?: number;
}

/** A command that takes longer has failed, ms. */
const commandMs = 5_000;
/** A worker's claim on a job, which it renews; ms. Longer than any pause of its event loop. */
const lockMs = 60_000;
/** Pause between two attempts to connect, ms, at most. */
const reconnectMs = 2_000;
/** A slice whose lock was lost (the server lost its data, or the worker stood still) is taken up again after this time at most, ms. */
const stalledCheckMs = 30_000;
/** Stalls of a slice before it fails: it never does, its pages are due. */
const noLimit = 1_000_000_000;
/** How long a worker that ends waits for its slices, ms: their tasks have ended before. */
const closeMs = 5_000;
/** Recalls that nobody heeds are forgotten after this time: longer than a slice. */
const recalledSeconds = 120;
/** @param times attempts so far */
const retryStrategy = (times: number): number => Math.min(times * 200, reconnectMs);
const defaultPrefix = 'newshawk';

const jobTypes = ['active', 'waiting', 'delayed', 'prioritized'] as const;

/** @throws QueueError where the server does not answer, or refuses the credentials or the database; with advice, and without credentials */
export async function openRedisQueue(options: RedisQueueOptions): Promise<RedisQueue> {
  const queue = new RedisQueue(options);
  await queue.connect();
  return queue;
}

/**
 * Carries hosts to workers on several machines. The store keeps all state: what a queue loses is given again. Methods throw QueueError where the server
 * does not answer within some seconds; work that runs goes on, and connections are made again.
 */
export class RedisQueue implements AsyncDisposable {
  /** Without credentials. */
  readonly location: string;
  readonly #options: RedisQueueOptions;
  /** With credentials. */
  readonly #address: string;
  readonly #prefix: string;
  readonly #redis: Redis;
  readonly #queues = new Map<string, Queue<SliceData>>();
  /** What works for each worker of this process; the last one, where an earlier one still ends. */
  readonly #working = new Map<string, Worker<SliceData>>();
  #awaySince: Date | null = null;
  /** Why the connection broke or could not be made; null: it works. A command's own error only says that there is no connection. */
  #brokenBy: unknown = null;

  constructor(options: RedisQueueOptions) {
    this.#options = options;
    const url = new URL(options.address);
    this.#prefix = url.searchParams.get('prefix') ?? defaultPrefix;
    url.search = '';
    this.#address = url.href;
    this.#redis = new Redis(this.#address, {
      retryStrategy,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: commandMs,
      connectTimeout: commandMs,
    });
    url.username = '';
    url.password = '';
    this.location = url.href;
    this.#redis.on('error', (error) => {
      this.#brokenBy ??= error; // the first: after a wrong password each command fails too
    });
    this.#redis.on('connect', () => {
      this.#brokenBy = null;
    });
  }

  async connect(): Promise<void> {
    await this.#firstConnection();
    this.#redis.on('close', () => this.#noteAway());
    this.#redis.on('ready', () => this.#noteBack());
  }

  async #firstConnection(): Promise<void> {
    try {
      await this.#redis.connect();
      const { db = 0 } = this.#redis.options;
      // where the client's own SELECT fails, it goes on with database 0
      await (db === 0 ? this.#redis.ping() : this.#redis.select(db));
    } catch (error) {
      const trouble = queueTrouble(this.#brokenBy ?? error);
      this.#redis.disconnect();
      throw new QueueError(
        `The queue ${this.location} ${trouble}. Without NEWSHAWK_QUEUE, one process does all the work.`,
      );
    }
  }

  /** Since when the server has not answered; null: it answers. */
  get awaySince(): Date | null {
    return this.#awaySince;
  }

  /** All slices: in work, waiting, or for later. */
  async slices(): Promise<HostSlice[]> {
    return await this.#asked(async () => {
      const slices: HostSlice[] = [];
      for (const worker of await this.#workers()) {
        const queue = this.#queueOf(worker);
        if (await queue.isPaused()) await queue.resume();
        const ids = await queue.getRanges([...jobTypes], 0, -1);
        for (const host of new Set(ids.map(fromId))) slices.push({ host, worker });
      }
      return slices;
    });
  }

  /** Adds slices. A host that its worker has already stays as it is. It is not asked back any more. */
  async give(slices: readonly HostSlice[]): Promise<void> {
    await this.#asked(async () => {
      const byWorker = Map.groupBy(slices, (slice) => slice.worker);
      if (byWorker.size === 0) return;
      await this.#redis.sadd(this.#workersKey, [...byWorker.keys()]);
      await this.#redis.srem(this.#recalledKey, ...slices.map(({ host }) => host));
      for (const [worker, own] of byWorker)
        await this.#queueOf(worker).addBulk(
          own.map(({ host }) => ({
            name: 'slice',
            data: { host },
            opts: { jobId: toId(host), removeOnComplete: true, removeOnFail: true },
          })),
        );
    });
  }

  /** Asks for these hosts back: where a worker would go on with one after its slice, the slice is done instead, and may be given to another worker. */
  async recall(hosts: readonly string[]): Promise<void> {
    if (hosts.length === 0) return;
    await this.#asked(async () => {
      await this.#redis.sadd(this.#recalledKey, ...hosts);
      await this.#redis.expire(this.#recalledKey, recalledSeconds);
    });
  }

  /** Hosts that were asked for and are not back yet: their workers end the slices early. */
  async recalled(): Promise<string[]> {
    return await this.#asked(() => this.#redis.smembers(this.#recalledKey));
  }

  /** Workers that have a queue, by name: also those that died. */
  async workers(): Promise<string[]> {
    return await this.#asked(() => this.#workers());
  }

  /** Removes a worker's queue with its slices. BullMQ pauses a queue before it removes it. Where the network is cut between the two, it stays paused, perhaps from much later on: `slices` ends that. */
  async removeWorker(worker: string): Promise<void> {
    await this.#asked(async () => {
      await this.#queueOf(worker).obliterate({ force: true });
      await this.#redis.srem(this.#workersKey, worker);
    });
    this.#queues.delete(worker);
  }

  /** Takes the slices of this worker, until it is disposed of: then slices that run may end, and the others are given back. */
  async work(worker: string, { concurrency, run }: SliceWork): Promise<AsyncDisposable> {
    await this.#asked(() => this.#redis.sadd(this.#workersKey, worker));
    const register = () => void this.#redis.sadd(this.#workersKey, worker).catch(ignored); // a server may come back without its data
    this.#redis.on('ready', register);
    // BullMQ waits for its server without end: the worker goes on when it is back
    const connection = new Redis(this.#address, { retryStrategy, maxRetriesPerRequest: null });
    connection.on('error', ignored);
    const bullWorker = new Worker<SliceData>(toId(worker), (job, token) => this.#runJob(job, token, run), {
      connection,
      prefix: this.#prefix,
      concurrency,
      lockDuration: lockMs,
      maxStalledCount: noLimit,
      stalledInterval: this.#options.stalledCheckMs ?? stalledCheckMs,
      skipVersionCheck: true,
    });
    this.#working.set(worker, bullWorker);
    const { log } = this.#options;
    bullWorker.on('error', (error) => {
      if (this.#awaySince === null) log.warn('queue.error', { error: reasonOf(error) });
    });
    bullWorker.on('failed', (job, error) => log.warn('slice.failed', { host: job?.data.host, error: reasonOf(error) }));
    return {
      [Symbol.asyncDispose]: async () => {
        this.#redis.off('ready', register);
        await Promise.race([bullWorker.close().catch(ignored), delay(closeMs, undefined, { ref: false })]);
        // A run that begins again after the store was away has the name of the one whose end comes late.
        if (this.#working.get(worker) === bullWorker) {
          this.#working.delete(worker);
          // where the server is away, the leader removes the queue of a worker without heartbeats
          await this.removeWorker(worker).catch(ignored);
        }
        connection.disconnect();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#redis.removeAllListeners('close');
    this.#redis.disconnect();
  }

  get #recalledKey(): string {
    return `${this.#prefix}:recalled`;
  }

  get #workersKey(): string {
    return `${this.#prefix}:workers`;
  }

  /** With queues, and those that were given slices. */
  async #workers(): Promise<string[]> {
    return (await this.#redis.smembers(this.#workersKey)).sort();
  }

  #queueOf(worker: string): Queue<SliceData> {
    const known = this.#queues.get(worker);
    if (known !== undefined) return known;
    const queue = new Queue<SliceData>(toId(worker), {
      connection: this.#redis,
      prefix: this.#prefix,
      skipVersionCheck: true,
      skipWaitingForReady: true,
    });
    queue.on('error', ignored); // each call throws its own
    this.#queues.set(worker, queue);
    return queue;
  }

  async #asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new QueueError(`The queue ${this.location} ${queueTrouble(this.#brokenBy ?? error)}.`, { cause: error });
    }
  }

  #noteAway(): void {
    if (this.#awaySince !== null) return;
    this.#awaySince = this.#options.clock.now();
    this.#options.log.warn('queue.away', { queue: this.location });
  }

  #noteBack(): void {
    this.#brokenBy = null;
    if (this.#awaySince === null) return;
    this.#awaySince = null;
    this.#options.log.info('queue.back', { queue: this.location });
  }

  async #runJob(job: Job<SliceData>, token: string | undefined, run: SliceWork['run']): Promise<void> {
    const end: SliceEnd = await run(job.data.host);
    if (end.kind === 'done' || (await this.#redis.srem(this.#recalledKey, job.data.host)) === 1) return;
    await job.moveToDelayed(this.#options.clock.now().getTime() + end.inMs, token);
    throw new DelayedError();
  }
}

const ignored = (): void => {};

/** BullMQ allows no colon in names and ids. Hosts and workers never contain a bar. */
const toId = (name: string): string => name.replaceAll(':', '|');
const fromId = (id: string): string => id.replaceAll('|', ':');
