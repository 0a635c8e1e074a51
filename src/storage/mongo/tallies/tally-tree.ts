import type { AnyBulkWriteOperation } from 'mongodb';
import type { Collections } from '../collections.ts';
import type { TallyDocument } from '../documents.ts';
import { twiceAtMost } from '../mongo-error.ts';
import { mergeRows, sameRows, type TallyRow } from './tally-rows.ts';

/** What of a collection is counted, and how. A record belongs to one leaf for its whole life. */
export interface Tallied {
  readonly kind: 'articles' | 'blobs' | 'visits';
  /** Leaves per bucket of each level, ascending. The first is 1. */
  readonly widths: readonly [1, ...number[]];
  /** Counts the records of leaves, by an index. @param to excluded */
  count(from: number, to: number): Promise<readonly LeafRow[]>;
}

export interface LeafRow extends TallyRow {
  readonly leaf: number;
}

interface Counted {
  readonly rows: readonly TallyRow[];
  /** False: a leaf is open, so the rows must not be kept. */
  readonly isFinal: boolean;
}

const everything = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/**
 * Counts of a collection that grows, without transactions and without reading the collection. Nothing is ever added to a stored count: a writer changes its
 * record, then says that the record's leaf has changed (`touch`), and the next reader counts that leaf again. So a step that is repeated after a kill -9 does not
 * count twice; a writer that dies in between is repeated (journal), and touches then. Leaves are hours, or batches of a limited size; buckets of higher levels have the sums of
 * those below them.
 *
 * A count is kept only for the version of the bucket that was read before counting. `touch` raises versions from the leaf to the top after the change; a reader
 * reads them from the top to the leaf before counting. So a count that lacks a change is either not kept, or counted again.
 */
export class TallyTree {
  readonly #tallies: Collections['tallies'];
  readonly #tallied: Tallied;

  constructor({ tallies }: Pick<Collections, 'tallies'>, tallied: Tallied) {
    this.#tallies = tallies;
    this.#tallied = tallied;
  }

  get kind(): Tallied['kind'] {
    return this.#tallied.kind;
  }

  /** To be called after each change of a record that its counts depend on, and to be repeated where the writer is repeated. */
  async touch(leaves: Iterable<number>): Promise<void> {
    const operations = this.#buckets(leaves).map(([level, n]): AnyBulkWriteOperation<TallyDocument> => {
      const { _id, ...place } = this.#place(level, n);
      return { updateOne: { filter: { _id }, update: { $inc: { version: 1 }, $setOnInsert: place }, upsert: true } };
    });
    if (operations.length > 0) await twiceAtMost(() => this.#tallies.bulkWrite(operations, { ordered: true }));
  }

  /** From now until `close`, every reader counts this leaf: its writer need not touch it. It must be a new one. */
  async open(leaf: number): Promise<void> {
    const { _id, ...place } = this.#place(0, leaf);
    const opened = { $inc: { version: 1 }, $set: { isOpen: true }, $setOnInsert: place } as const;
    await this.#tallies.updateOne({ _id }, opened, { upsert: true });
    await this.touch([leaf]);
  }

  async close(leaf: number): Promise<void> {
    await this.#tallies.updateOne({ _id: this.#place(0, leaf)._id }, { $set: { isOpen: false } });
    await this.touch([leaf]);
  }

  async rows(): Promise<readonly TallyRow[]> {
    return (await this.#read(this.#tallied.widths.length - 1, ...everything)).rows;
  }

  /** Of all leaves from this one on. */
  async rowsFrom(leaf: number): Promise<readonly TallyRow[]> {
    return (await this.#read(0, leaf, Number.MAX_SAFE_INTEGER)).rows;
  }

  /** Of each leaf from this one on, ascending; leaves without records may be among them. */
  async leavesFrom(leaf: number): Promise<ReadonlyMap<number, readonly TallyRow[]>> {
    const buckets = await this.#find(0, leaf, Number.MAX_SAFE_INTEGER);
    const again = await this.#countAgain(
      buckets.filter((bucket) => !isKept(bucket)),
      0,
    );
    return new Map(
      buckets.map((bucket) => [bucket.n, isKept(bucket) ? (bucket.rows ?? []) : (again.get(bucket.n)?.rows ?? [])]),
    );
  }

  /** Touches every leaf that has records, or had. */
  async touchAll(): Promise<void> {
    const kept = await this.#find(0, ...everything);
    const counted = await this.#tallied.count(...everything);
    await this.touch(new Set([...kept.map(({ n }) => n), ...counted.map(({ leaf }) => leaf)]));
  }

  /** Buckets whose kept counts are wrong, and leaves with records but without a bucket. Reads the whole index. */
  async *wrongBuckets(): AsyncIterable<string> {
    const { widths } = this.#tallied;
    const kept = await Promise.all(widths.map((_, level) => this.#find(level, ...everything)));
    const counted = await this.#tallied.count(...everything);
    for (const [level, width] of widths.entries()) {
      const rows = new Map<number, TallyRow[]>();
      for (const row of counted) {
        const n = Math.floor(row.leaf / width);
        rows.set(n, [...(rows.get(n) ?? []), row]);
      }
      const known = new Map((kept[level] ?? []).map((bucket) => [bucket.n, bucket]));
      for (const n of new Set([...rows.keys(), ...known.keys()])) {
        const bucket = known.get(n);
        const isRight = bucket !== undefined && (!isKept(bucket) || sameRows(bucket.rows ?? [], rows.get(n) ?? []));
        if (!isRight) yield this.#place(level, n)._id;
      }
    }
  }

  async #read(level: number, from: number, to: number): Promise<Counted> {
    const buckets = await this.#find(level, from, to);
    const stale = buckets.filter((bucket) => !isKept(bucket));
    const kept = buckets.filter(isKept).flatMap(({ rows }) => rows ?? []);
    const counted = [...(await this.#countAgain(stale, level)).values()];
    return {
      rows: mergeRows([...kept, ...counted.flatMap(({ rows }) => rows)]),
      isFinal: counted.every(({ isFinal }) => isFinal),
    };
  }

  /** Counts these buckets, and keeps what is final. */
  async #countAgain(stale: readonly TallyDocument[], level: number): Promise<ReadonlyMap<number, Counted>> {
    const again = level === 0 ? await this.#countLeaves(stale) : await this.#sumUp(level, stale);
    const counted = stale.map((bucket) => ({ bucket, ...(again.get(bucket.n) ?? { rows: [], isFinal: true }) }));
    await this.#keep(counted);
    return new Map(counted.map(({ bucket: { n }, rows, isFinal }) => [n, { rows, isFinal }]));
  }

  /** One query for each run of neighbouring leaves. */
  async #countLeaves(leaves: readonly TallyDocument[]): Promise<ReadonlyMap<number, Counted>> {
    const counted = new Map<number, LeafRow[]>(leaves.map(({ n }) => [n, []]));
    for (const [from, to] of runsOf(leaves.map(({ n }) => n)))
      for (const row of await this.#tallied.count(from, to)) counted.get(row.leaf)?.push(row);
    return new Map(
      leaves.map(({ n, isOpen }) => [n, { rows: mergeRows(counted.get(n) ?? []), isFinal: isOpen !== true }]),
    );
  }

  async #sumUp(level: number, buckets: readonly TallyDocument[]): Promise<ReadonlyMap<number, Counted>> {
    const { widths } = this.#tallied;
    const perBucket = (widths[level] ?? 1) / (widths[level - 1] ?? 1);
    const sums = new Map<number, Counted>();
    for (const { n } of buckets) sums.set(n, await this.#read(level - 1, n * perBucket, (n + 1) * perBucket));
    return sums;
  }

  async #keep(counted: readonly (Counted & { readonly bucket: TallyDocument })[]): Promise<void> {
    const operations = counted.flatMap(({ bucket: { _id, version }, rows, isFinal }) => {
      const keep = { filter: { _id, version }, update: { $set: { counted: version, rows: [...rows] } } };
      return isFinal ? [{ updateOne: keep }] : [];
    });
    if (operations.length > 0) await this.#tallies.bulkWrite(operations, { ordered: false });
  }

  async #find(level: number, from: number, to: number): Promise<TallyDocument[]> {
    const { kind } = this.#tallied;
    return await this.#tallies
      .find({ kind, level, n: { $gte: from, $lt: to } })
      .sort({ n: 1 })
      .toArray();
  }

  /** The leaves first, the top last. */
  #buckets(leaves: Iterable<number>): (readonly [level: number, n: number])[] {
    const unique = [...new Set(leaves)];
    return this.#tallied.widths.flatMap((width, level) =>
      [...new Set(unique.map((leaf) => Math.floor(leaf / width)))].map((n) => [level, n] as const),
    );
  }

  #place(level: number, n: number): Omit<TallyDocument, 'version'> {
    const { kind } = this.#tallied;
    return { _id: `${kind} ${level} ${n}`, kind, level, n };
  }
}

const isKept = ({ version, counted, isOpen }: TallyDocument): boolean => counted === version && isOpen !== true;

/** @param sorted ascending @returns first and last, the last excluded */
function runsOf(sorted: readonly number[]): (readonly [from: number, to: number])[] {
  const runs: [number, number][] = [];
  for (const n of sorted) {
    const last = runs.at(-1);
    if (last?.[1] === n) last[1] = n + 1;
    else runs.push([n, n + 1]);
  }
  return runs;
}
