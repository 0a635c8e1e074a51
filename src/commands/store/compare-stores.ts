import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Blobs } from '../../storage/blobs-port.ts';
import type { Store } from '../../storage/port.ts';
import { type Transfer, type TransferKey, type TransferKind, transferKinds } from '../../storage/transfer-port.ts';
import { batchesOf, DigestSum, digestOf, type RecordDigest, recordText, transferKeyOf } from './record-digest.ts';

/** Differences per kind that are named. */
const maxNamed = 20;

/** Blobs per read. */
const batchSize = 500;

export interface StoreDifference {
  readonly kind: TransferKind | 'blobs';
  readonly key: TransferKey;
  readonly what: 'missing' | 'different' | 'only in the target';
}

export interface KindComparison {
  readonly kind: TransferKind | 'blobs';
  readonly source: RecordDigest;
  readonly target: RecordDigest;
}

export interface StoreComparison {
  readonly kinds: readonly KindComparison[];
  /** The first ones of each kind. */
  readonly differences: readonly StoreDifference[];
}

export type ComparedStore = Store;

/** Compares all records and the names of all blobs, which are the hashes of their bytes. */
export async function compareStores(source: ComparedStore, target: ComparedStore): Promise<StoreComparison> {
  const kinds: KindComparison[] = [];
  const differences: StoreDifference[] = [];
  for (const kind of transferKinds) {
    const compared = {
      kind,
      source: await digestOf(source.transfer, kind),
      target: await digestOf(target.transfer, kind),
    };
    kinds.push(compared);
    if (isSame(compared)) continue;
    differences.push(...(await first(differingRecords(kind, source.transfer, target.transfer))));
  }
  const blobs = {
    kind: 'blobs' as const,
    source: await blobDigest(source.blobs),
    target: await blobDigest(target.blobs),
  };
  kinds.push(blobs);
  if (!isSame(blobs)) differences.push(...(await first(differingBlobs(source.blobs, target.blobs))));
  return { kinds, differences };
}

export const isSame = ({ source, target }: KindComparison): boolean =>
  source.count === target.count && source.hash === target.hash;

async function first(differences: AsyncIterable<StoreDifference>): Promise<StoreDifference[]> {
  const named: StoreDifference[] = [];
  for await (const difference of differences) {
    named.push(difference);
    if (named.length === maxNamed) break;
  }
  return named;
}

async function* differingRecords(
  kind: TransferKind,
  source: Transfer,
  target: Transfer,
): AsyncIterable<StoreDifference> {
  const textsOf = async (transfer: Transfer, keys: readonly TransferKey[]) =>
    new Map(
      (await transfer.get(kind, keys)).map((record) => [
        JSON.stringify(transferKeyOf(kind, record)),
        recordText(record),
      ]),
    );
  for await (const records of batchesOf(source, kind)) {
    const keys = records.map((record) => transferKeyOf(kind, record));
    const texts = await textsOf(target, keys);
    for (const record of records) {
      const key = transferKeyOf(kind, record);
      const text = texts.get(JSON.stringify(key));
      if (text !== recordText(record)) yield { kind, key, what: text === undefined ? 'missing' : 'different' };
    }
  }
  for await (const records of batchesOf(target, kind)) {
    const keys = records.map((record) => transferKeyOf(kind, record));
    const texts = await textsOf(source, keys);
    for (const key of keys) if (!texts.has(JSON.stringify(key))) yield { kind, key, what: 'only in the target' };
  }
}

/** All blobs, in the order of their hashes. */
export async function* allBlobs(blobs: Blobs): AsyncIterable<ContentHash> {
  let after: ContentHash | null = null;
  for (;;) {
    const hashes: readonly ContentHash[] = await blobs.list(after, batchSize);
    yield* hashes;
    const last = hashes.at(-1);
    if (last === undefined || hashes.length < batchSize) return;
    after = last;
  }
}

async function blobDigest(blobs: Blobs): Promise<RecordDigest> {
  const sum = new DigestSum();
  for await (const hash of allBlobs(blobs)) sum.add(hash);
  return sum.digest;
}

/** The blobs that only one of both has, by their names. Those that are missing may be put into the target meanwhile. */
export async function* differingBlobs(
  source: Blobs,
  target: Blobs,
): AsyncIterable<StoreDifference & { readonly hash: ContentHash }> {
  const difference = (what: StoreDifference['what'], hash: ContentHash) =>
    ({ kind: 'blobs', key: [hash], what, hash }) as const;
  const others = allBlobs(target)[Symbol.asyncIterator]();
  let other = await others.next();
  for await (const hash of allBlobs(source)) {
    for (; !other.done && other.value < hash; other = await others.next())
      yield difference('only in the target', other.value);
    if (!other.done && other.value === hash) other = await others.next();
    else yield difference('missing', hash);
  }
  for (; !other.done; other = await others.next()) yield difference('only in the target', other.value);
}
