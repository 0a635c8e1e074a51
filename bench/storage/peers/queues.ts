import { Configuration, type Request, RequestQueue } from '@crawlee/core';
import { MemoryStorage } from '@crawlee/memory-storage';
import { type Job, Queue, Worker } from 'bullmq';
import type { Task } from '../../../src/model/crawl/task.ts';
import type { FrontierEntry } from '../../../src/storage/crawl/frontier-port.ts';
import { openSqlite } from '../../../src/storage/sqlite/open-sqlite.ts';
import { ending } from '../../../test/storage/records.ts';
import { dueBy } from '../made-entries.ts';
import type { PeerQueue } from './peer.ts';

const claimAt = new Date(dueBy.getTime() + 60_000);

/** newshawk's frontier in a SQLite file. An end writes the visit, and moves the host's next task up. */
export async function newshawkQueue(folder: string): Promise<PeerQueue> {
  const store = await openSqlite(folder);
  const claimed: Task[] = [];
  return {
    insert: async (entries) => {
      await store.frontier.put(entries, new Date(0));
    },
    claim: async (limit) => {
      const request = { now: claimAt, limit, perHost: 5, restingHosts: new Set<string>(), sites: null };
      const tasks = await store.frontier.claim({ ...request, owner: 'bench', leaseMs: 6_000_000 });
      claimed.push(...tasks);
      return tasks.length;
    },
    end: async () => {
      for (const task of claimed) await store.commit(ending(task));
    },
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

/** Crawlee's RequestQueue over its MemoryStorage. @param isFile with a file for each request */
export async function crawleeQueue(folder: string, isFile: boolean): Promise<PeerQueue> {
  const storageClient = new MemoryStorage({ localDataDirectory: folder, persistStorage: isFile, writeMetadata: false });
  const configuration = new Configuration({ persistStorage: isFile, purgeOnStart: false, storageClient });
  const queue = await RequestQueue.open('bench', { config: configuration });
  const requests: Request[] = [];
  return {
    insert: async (entries) => {
      await queue.addRequests(entries.map(({ url, linkTitle, depth }) => ({ url, userData: { linkTitle, depth } })));
    },
    claim: async (limit) => {
      for (let count = 0; count < limit; count += 1) {
        const request = await queue.fetchNextRequest();
        if (request === null) return count;
        requests.push(request);
      }
      return limit;
    },
    end: async () => {
      for (const request of requests) await queue.markRequestHandled(request);
    },
    [Symbol.asyncDispose]: () => storageClient.teardown(),
  };
}

/** Longer than all claims take. */
const lockMs = 6_000_000;

type Link = Pick<FrontierEntry, 'url' | 'linkTitle' | 'depth'>;

/** BullMQ with one job per address, handled one by one as its documentation says ("manually processing jobs"). */
export async function bullQueue(url: string): Promise<PeerQueue> {
  const connection = { url, maxRetriesPerRequest: null };
  const queue = new Queue<Link>('bench', { connection });
  const worker = new Worker<Link>('bench', null, { connection, lockDuration: lockMs });
  const token = 'bench';
  const jobs: Job<Link>[] = [];
  return {
    insert: async (entries) => {
      const jobOf = ({ url: address, linkTitle, depth }: FrontierEntry) => ({
        name: 'page',
        data: { url: address, linkTitle, depth },
        opts: { jobId: Buffer.from(address).toString('base64url') }, // a colon is not allowed
      });
      await queue.addBulk(entries.map(jobOf));
    },
    claim: async (limit) => {
      for (let count = 0; count < limit; count += 1) {
        const job = await worker.getNextJob(token, { block: false });
        if (job === undefined) return count;
        jobs.push(job);
      }
      return limit;
    },
    end: async () => {
      for (const job of jobs) await job.moveToCompleted(null, token, false);
    },
    [Symbol.asyncDispose]: async () => {
      await worker.close();
      await queue.close();
    },
  };
}
