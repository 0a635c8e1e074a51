/** What a queue does beside keeping addresses: the difference in work behind the difference in time. */
interface Promises {
  /** An address that comes again stays one entry. */
  readonly dedupes: string;
  readonly order: string;
  /** Pauses and limits by host, in the choice of what is claimed. */
  readonly politeness: string;
  /** What is left after kill -9. */
  readonly afterKill: string;
  readonly processes: string;
}

/** By the documentation and the code of each, in the versions that run here. */
export const promises = {
  'newshawk, SQLite': {
    dedupes: 'yes',
    order: 'priority and waiting time',
    politeness: 'resting hosts, n per host, shares of sites, leases of hosts',
    afterKill: 'all; claims come back when their lease ends',
    processes: 'yes',
  },
  'Crawlee, memory': {
    dedupes: 'yes',
    order: 'first in, first out; a front lane',
    politeness: 'no',
    afterKill: 'nothing',
    processes: 'no',
  },
  'Crawlee, files': {
    dedupes: 'yes',
    order: 'first in, first out; a front lane',
    politeness: 'no',
    afterKill: 'what its writer had written to files',
    processes: 'no',
  },
  'BullMQ on Redis': {
    dedupes: 'while the job is kept',
    order: 'first in, first out; priority at a price (not used here)',
    politeness: 'no (one rate for a whole queue)',
    afterKill: 'of a worker: all; of Redis: what it has saved (here: nothing)',
    processes: 'yes, on several machines',
  },
  'Scrapy scheduler, JOBDIR': {
    dedupes: 'yes, by a set in memory',
    order: 'priority',
    politeness: 'no (its downloader waits with what it has taken)',
    afterKill: 'it needs a clean stop; what was taken is gone',
    processes: 'no',
  },
  'queuelib FIFO': {
    dedupes: 'no',
    order: 'first in, first out',
    politeness: 'no',
    afterKill: 'it needs a clean stop; what was taken is gone',
    processes: 'no',
  },
} as const satisfies Readonly<Record<string, Promises>>;

export type PeerName = keyof typeof promises;
