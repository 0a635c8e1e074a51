import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';

/** How long things are kept, and how many; 0: forever, all. */
export interface Retention {
  /** Blobs younger than this may be referenced in a moment, and stay. */
  readonly graceMs: number;
  readonly snapshotsMs: number;
  readonly failuresMs: number;
  readonly failures: number;
  readonly goneRecordsMs: number;
  readonly blobBytes: number;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

type Settings = Pick<
  Config,
  'gcGraceHours' | 'keepSnapshotsDays' | 'keepFailuresDays' | 'keepFailures' | 'keepGoneRecordsDays' | 'keepBlobBytes'
>;

export const retentionOf = (config: Settings): Retention => ({
  graceMs: config.gcGraceHours * hourMs,
  snapshotsMs: config.keepSnapshotsDays * dayMs,
  failuresMs: config.keepFailuresDays * dayMs,
  failures: config.keepFailures,
  goneRecordsMs: config.keepGoneRecordsDays * dayMs,
  blobBytes: config.keepBlobBytes,
});

export interface GarbageReport {
  /** Blobs without a reference. */
  readonly unnamed: Amount;
  /** Snapshots that only visits reference, beyond the bytes to keep. */
  readonly excess: Amount;
  readonly failures: number;
  /** Records that were gone for too long. */
  readonly records: number;
  /** Partial blobs that killed writers left. */
  readonly pieces: number;
  readonly left: Amount;
}

export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

interface Idle extends Amount {
  readonly hashes: readonly ContentHash[];
}

/** 64 bits of a hash, to save memory; blobs that collide are both kept. */
const shortHash = (hash: string): string => hash.slice(0, 16);

/** Blobs removed per call. */
const batchSize = 100;

const amountOf = (blobs: readonly { readonly bytes: number }[]): Amount => ({
  count: blobs.length,
  bytes: blobs.reduce((sum, { bytes }) => sum + bytes, 0),
});

/**
 * Removes unreferenced blobs and whatever exceeds the retention settings. Safe beside running crawls: a blob is stored shortly before it is referenced, so blobs
 * younger than the grace stay; the removal checks their age again.
 */
export async function collectGarbage(
  {
    store,
    clock,
    retention,
  }: { readonly store: Store; readonly clock: Pick<Clock, 'now'>; readonly retention: Retention },
  { isDry }: { readonly isDry: boolean },
): Promise<GarbageReport> {
  const before = (ms: number) => (ms === 0 ? null : new Date(clock.now().getTime() - ms));
  const { upkeep, blobs } = store;
  const graceMs = retention.graceMs;
  const kept = { since: before(retention.failuresMs), atMost: retention.failures === 0 ? null : retention.failures };
  const failures = await upkeep.forgetFailures(kept, { isDry });
  const goneBefore = before(retention.goneRecordsMs);
  const records = goneBefore === null ? 0 : await store.records.forgetGone(goneBefore, { isDry });
  const pieces = await upkeep.sweep(graceMs, { isDry });
  const named = { needed: new Set<string>(), visited: new Set<string>() };
  for await (const { hash, by } of upkeep.references(before(retention.snapshotsMs)))
    named[by === 'visit' ? 'visited' : 'needed'].add(shortHash(hash));
  const [unnamed, unneeded]: { hash: ContentHash; bytes: number }[][] = [[], []];
  for await (const { hash, bytes } of blobs.idle(graceMs)) {
    if (named.needed.has(shortHash(hash))) continue;
    (named.visited.has(shortHash(hash)) ? unneeded : unnamed)?.push({ hash, bytes });
  }
  const total = await blobs.size();
  const limit = retention.blobBytes === 0 ? Number.POSITIVE_INFINITY : retention.blobBytes;
  const excess = oldestBeyond(unneeded ?? [], total.bytes - amountOf(unnamed ?? []).bytes - limit);
  const remove = async (chosen: Idle['hashes']) => {
    for (let from = 0; from < chosen.length && !isDry; from += batchSize)
      await blobs.remove(chosen.slice(from, from + batchSize), graceMs);
  };
  await remove([...(unnamed ?? []), ...excess].map(({ hash }) => hash));
  return {
    unnamed: amountOf(unnamed ?? []),
    excess: amountOf(excess),
    failures,
    records,
    pieces,
    left: await blobs.size(),
  };
}

/** The first blobs, until their sizes reach the excess. */
function oldestBeyond<T extends { readonly bytes: number }>(unneeded: readonly T[], excessBytes: number): T[] {
  const chosen: T[] = [];
  let left = excessBytes;
  for (const blob of unneeded) {
    if (left <= 0) break;
    chosen.push(blob);
    left -= blob.bytes;
  }
  return chosen;
}
