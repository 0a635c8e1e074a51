import type { Collections } from '../collections.ts';
import { TallyTree } from './tally-tree.ts';

/** Blobs per leaf. A leaf that a process is adding to is counted by every reader. */
export const blobsPerBatch = 1_024;

interface Group {
  readonly _id: { readonly batch: number; readonly isGoing?: boolean | null };
  readonly n: number;
  readonly bytes: number;
}

/** Blobs and their bytes. A leaf is a batch of blobs that one process put. */
export const blobTallies = ({ blobs, tallies }: Pick<Collections, 'blobs' | 'tallies'>): TallyTree =>
  new TallyTree(
    { tallies },
    {
      kind: 'blobs',
      widths: [1, 64, 4_096],
      count: async (from, to) => {
        const groups = blobs.aggregate<Group>([
          { $match: { batch: { $gte: from, $lt: to } } },
          {
            $group: { _id: { batch: '$batch', isGoing: '$isGoing' }, n: { $sum: 1 }, bytes: { $sum: '$bytes' } },
          },
        ]);
        // a blob that is being removed counts as missing
        const whole = (await groups.toArray()).filter(({ _id }) => _id.isGoing !== true);
        return whole.map(({ _id, n, bytes }) => ({ leaf: _id.batch, key: [], sums: [n, bytes] }));
      },
    },
  );

/** The batches that processes add new blobs to. */
export class BlobBatches {
  readonly #counters: Collections['counters'];
  readonly #tree: TallyTree;
  readonly #open = new Set<{ readonly number: number; places: number; putting: number }>();
  #opening: Promise<void> | null = null;

  constructor({ counters }: Pick<Collections, 'counters'>, tree: TallyTree) {
    this.#counters = counters;
    this.#tree = tree;
  }

  /** Calls `put` with a batch that is open until it ends. */
  async within<T>(put: (batch: number) => Promise<T>): Promise<T> {
    let batch = [...this.#open].find(({ places }) => places > 0);
    while (batch === undefined) {
      this.#opening ??= this.#openNext().finally(() => {
        this.#opening = null;
      });
      await this.#opening;
      batch = [...this.#open].find(({ places }) => places > 0);
    }
    batch.places -= 1;
    batch.putting += 1;
    try {
      return await put(batch.number);
    } finally {
      batch.putting -= 1;
      if (batch.places === 0 && batch.putting === 0) {
        this.#open.delete(batch);
        await this.#tree.close(batch.number);
      }
    }
  }

  /** A process that does not come here leaves its batch open: readers count it each time. */
  async close(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    for (const { number } of open) await this.#tree.close(number);
  }

  async #openNext(): Promise<void> {
    const options = { upsert: true, returnDocument: 'after' } as const;
    const counter = await this.#counters.findOneAndUpdate({ _id: 'blobBatch' }, { $inc: { value: 1 } }, options);
    if (counter === null) throw new Error('the server gave no number of a batch');
    await this.#tree.open(counter.value);
    this.#open.add({ number: counter.value, places: blobsPerBatch, putting: 0 });
  }
}
