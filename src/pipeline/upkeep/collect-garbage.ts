import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { Store } from '../../storage/port.ts';

/** What is kept for how long; 0: for ever. */
export interface Retention {
  /** What was put since then may be named in a moment. */
  readonly graceMs: number;
  readonly snapshotsMs: number;
  readonly failuresMs: number;
  readonly failures: number;
  readonly blobBytes: number;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

type Settings = Pick<
  Config,
  'gcGraceHours' | 'keepSnapshotsDays' | 'keepFailuresDays' | 'keepFailures' | 'keepBlobBytes'
>;

export const retentionOf = (config: Settings): Retention => ({
  graceMs: config.gcGraceHours * hourMs,
  snapshotsMs: config.keepSnapshotsDays * dayMs,
  failuresMs: config.keepFailuresDays * dayMs,
  failures: config.keepFailures,
  blobBytes: config.keepBlobBytes,
});

export interface GarbageReport {
  /** Blobs that nothing names. */
  readonly unnamed: Amount;
  /** Pages that were read and that no article, failure or model names, beyond the bytes that are kept. */
  readonly excess: Amount;
  readonly failures: number;
  /** What killed writers have left of blobs that were never whole. */
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

/** 64 bits of a hash: enough to tell a million blobs apart, and two that are alike stay both. */
const short = (hash: string): string => hash.slice(0, 16);

/** Blobs that are removed in one call. */
const batch = 100;

const amountOf = (blobs: readonly { readonly bytes: number }[]): Amount => ({
  count: blobs.length,
  bytes: blobs.reduce((sum, { bytes }) => sum + bytes, 0),
});

/**
 * Takes away blobs that nothing names, and what the settings say is kept no longer. Safe beside running crawls: a blob is put a moment before it is named, and
 * what was put within the grace is left alone, looked at once more in the step that removes it.
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
  const pieces = await upkeep.sweep(graceMs, { isDry });
  const named = { needed: new Set<string>(), visited: new Set<string>() };
  for await (const { hash, by } of upkeep.references(before(retention.snapshotsMs)))
    named[by === 'visit' ? 'visited' : 'needed'].add(short(hash));
  const [unnamed, spare]: { hash: ContentHash; bytes: number }[][] = [[], []];
  for await (const { hash, bytes } of blobs.idle(graceMs)) {
    if (named.needed.has(short(hash))) continue;
    (named.visited.has(short(hash)) ? spare : unnamed)?.push({ hash, bytes });
  }
  const total = await blobs.size();
  const limit = retention.blobBytes === 0 ? Number.POSITIVE_INFINITY : retention.blobBytes;
  const excess = oldestBeyond(spare ?? [], total.bytes - amountOf(unnamed ?? []).bytes - limit);
  const remove = async (some: Idle['hashes']) => {
    for (let from = 0; from < some.length && !isDry; from += batch)
      await blobs.remove(some.slice(from, from + batch), graceMs);
  };
  await remove([...(unnamed ?? []), ...excess].map(({ hash }) => hash));
  return { unnamed: amountOf(unnamed ?? []), excess: amountOf(excess), failures, pieces, left: await blobs.size() };
}

/** The first ones, as many as it takes. */
function oldestBeyond<T extends { readonly bytes: number }>(spare: readonly T[], excessBytes: number): T[] {
  const some: T[] = [];
  let left = excessBytes;
  for (const blob of spare) {
    if (left <= 0) break;
    some.push(blob);
    left -= blob.bytes;
  }
  return some;
}
