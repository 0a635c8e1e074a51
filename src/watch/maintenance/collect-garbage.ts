import type { ContentHash } from '../../model/page/snapshot.ts';
import type { Clock } from '../../ports.ts';
import type { Config } from '../../settings/config.ts';
import type { keepingSettings } from '../../settings/keeping-settings.ts';
import type { Amount, Bounds, Removal } from '../../storage/maintenance-port.ts';
import type { Store } from '../../storage/port.ts';

/** How long records of a kind are kept, how many, and how many bytes of them; 0: forever, all. */
export interface KeptAmount {
  readonly ms: number;
  readonly count: number;
  readonly bytes: number;
}

/** How long things are kept, and how many; 0: forever, all. */
export interface Retention {
  /** Blobs and records younger than this stay: they may be referenced, or written again, in a moment. */
  readonly graceMs: number;
  readonly articles: KeptAmount;
  /** `count` holds for each article. */
  readonly revisions: KeptAmount;
  readonly visits: KeptAmount;
  readonly snapshotsMs: number;
  readonly snapshots: number;
  readonly failuresMs: number;
  readonly failures: number;
  readonly goneRecordsMs: number;
  readonly blobBytes: number;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];

export const retentionOf = (config: Pick<Config, Exclude<keyof typeof keepingSettings, 'gcEveryMs'>>): Retention => ({
  graceMs: config.gcGraceHours * hourMs,
  articles: { ms: config.keepArticlesDays * dayMs, count: config.keepArticles, bytes: config.keepArticleBytes },
  revisions: { ms: config.keepRevisionsDays * dayMs, count: config.keepRevisions, bytes: config.keepRevisionBytes },
  visits: { ms: config.keepVisitsDays * dayMs, count: config.keepVisits, bytes: config.keepVisitBytes },
  snapshotsMs: config.keepSnapshotsDays * dayMs,
  snapshots: config.keepSnapshots,
  failuresMs: config.keepFailuresDays * dayMs,
  failures: config.keepFailures,
  goneRecordsMs: config.keepGoneRecordsDays * dayMs,
  blobBytes: config.keepBlobBytes,
});

export interface GarbageReport {
  readonly articles: Removal;
  readonly revisions: Removal;
  readonly visits: Removal;
  /** Blobs without a reference. In a dry run those of records that would go still have one. */
  readonly unnamed: Amount;
  /** Snapshots that only visits reference, beyond the number or the bytes to keep. */
  readonly excess: Amount;
  readonly failures: number;
  /** Records that were gone for too long. */
  readonly records: number;
  /** Partial blobs that killed writers left. */
  readonly pieces: number;
  readonly left: Amount;
}

/** All that goes. */
export const removedOf = ({ byAge, byCount, byBytes }: Removal): Amount => ({
  count: byAge.count + byCount.count + byBytes.count,
  bytes: byAge.bytes + byCount.bytes + byBytes.bytes,
});

interface Idle {
  readonly hash: ContentHash;
  readonly bytes: number;
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
  { store, clock, retention }: { readonly store: Store; readonly clock: Clock; readonly retention: Retention },
  { isDry }: { readonly isDry: boolean },
): Promise<GarbageReport> {
  const before = (ms: number) => (ms === 0 ? null : new Date(clock.now().getTime() - ms));
  const { maintenance, blobs } = store;
  const graceMs = retention.graceMs;
  const bounds = ({ ms, count, bytes }: KeptAmount): Bounds => ({
    since: before(ms),
    atMost: count === 0 ? null : count,
    bytes: bytes === 0 ? null : bytes,
    before: new Date(clock.now().getTime() - graceMs),
  });
  // revisions after articles, and blobs after all that names them
  const articles = await maintenance.forget('articles', bounds(retention.articles), { isDry });
  const revisions = await maintenance.forget('revisions', bounds(retention.revisions), { isDry });
  const visits = await maintenance.forget('visits', bounds(retention.visits), { isDry });
  const kept = { since: before(retention.failuresMs), atMost: retention.failures === 0 ? null : retention.failures };
  const failures = await store.failures.forget(kept, { isDry });
  const goneBefore = before(retention.goneRecordsMs);
  const records = goneBefore === null ? 0 : await store.records.forgetGone(goneBefore, { isDry });
  const pieces = await maintenance.sweep(graceMs, { isDry });
  const { unnamed, excess } = await superfluousBlobs(store, retention, before(retention.snapshotsMs));
  const chosen = [...unnamed, ...excess].map(({ hash }) => hash);
  for (let from = 0; from < chosen.length && !isDry; from += batchSize)
    await blobs.remove(chosen.slice(from, from + batchSize), graceMs);
  return {
    articles,
    revisions,
    visits,
    unnamed: amountOf(unnamed),
    excess: amountOf(excess),
    failures,
    records,
    pieces,
    left: await blobs.size(),
  };
}

/** Blobs that nothing names, and the oldest snapshots beyond the bounds that only visits name. */
async function superfluousBlobs(
  { maintenance, blobs }: Store,
  { graceMs, blobBytes, snapshots }: Retention,
  visitsSince: Date | null,
): Promise<{ readonly unnamed: readonly Idle[]; readonly excess: readonly Idle[] }> {
  const named = { needed: new Set<string>(), visited: new Set<string>() };
  for await (const { hash, by } of maintenance.references(visitsSince))
    named[by === 'visit' ? 'visited' : 'needed'].add(shortHash(hash));
  const [unnamed, unneeded]: [Idle[], Idle[]] = [[], []];
  let young = 0;
  for await (const { hash, bytes, idleMs } of blobs.idle(0)) {
    if (named.needed.has(shortHash(hash))) continue;
    const isVisited = named.visited.has(shortHash(hash));
    if (idleMs >= graceMs) (isVisited ? unneeded : unnamed).push({ hash, bytes });
    else if (isVisited) young += 1;
  }
  const total = await blobs.size();
  const excessBytes = blobBytes === 0 ? 0 : total.bytes - amountOf(unnamed).bytes - blobBytes;
  const excessCount = snapshots === 0 ? 0 : unneeded.length + young - snapshots;
  return { unnamed, excess: oldestBeyond(unneeded, { count: excessCount, bytes: excessBytes }) };
}

/** The first blobs, until they are as many as the excess, and have its bytes. */
function oldestBeyond(unneeded: readonly Idle[], excess: Amount): Idle[] {
  const chosen: Idle[] = [];
  let left = excess.bytes;
  for (const blob of unneeded) {
    if (left <= 0 && chosen.length >= excess.count) break;
    chosen.push(blob);
    left -= blob.bytes;
  }
  return chosen;
}
