import { createHash } from 'node:crypto';
import {
  type Transfer,
  type TransferKey,
  type TransferKind,
  type TransferKinds,
  transferKeys,
} from '../../storage/transfer-port.ts';

/** Records of these kinds may be large. */
const largeKinds: ReadonlySet<TransferKind> = new Set([
  'articles',
  'failures',
  'revisions',
  'topicExamples',
  'wrappers',
]);
const [batchSize, largeBatchSize] = [500, 25];

/** How many records of a kind exist, and the sum of their hashes: it does not depend on the order, in which stores differ. */
export interface RecordDigest {
  readonly count: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

/** Sums hashes, as numbers of 256 bits. */
export class DigestSum {
  #count = 0;
  #sum = 0n;

  add(text: string): void {
    this.#count += 1;
    this.#sum += BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
  }

  get digest(): RecordDigest {
    return { count: this.#count, hash: BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0') };
  }
}

/** JSON with sorted keys. A half of a surrogate pair, which MongoDB can't keep, counts as the character that it becomes there. */
export const recordText = (record: unknown): string =>
  JSON.stringify(record, (_, value: unknown) => {
    if (typeof value === 'string') return value.toWellFormed();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });

export const transferKeyOf = <Kind extends TransferKind>(kind: Kind, record: TransferKinds[Kind]): TransferKey =>
  transferKeys[kind].map((field) => record[field] as string | number);

/** All records of a kind, in batches that fit into memory. */
export async function* batchesOf<Kind extends TransferKind>(
  transfer: Transfer,
  kind: Kind,
  from: TransferKey | null = null,
): AsyncIterable<readonly TransferKinds[Kind][]> {
  const limit = largeKinds.has(kind) ? largeBatchSize : batchSize;
  let after = from;
  for (;;) {
    const records = await transfer.read(kind, after, limit);
    if (records.length > 0) yield records;
    const last = records.at(-1);
    if (last === undefined || records.length < limit) return;
    after = transferKeyOf(kind, last);
  }
}

export async function digestOf(transfer: Transfer, kind: TransferKind): Promise<RecordDigest> {
  const sum = new DigestSum();
  for await (const records of batchesOf(transfer, kind)) for (const record of records) sum.add(recordText(record));
  return sum.digest;
}
