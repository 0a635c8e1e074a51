import { CommandError, exitCodes, NewshawkError } from '../../errors.ts';
import { silentAfterMs } from '../../model/crawl/worker-beat.ts';
import { contentHash } from '../../model/page/content-hash.ts';
import type { Clock } from '../../ports.ts';
import type { Store } from '../../storage/port.ts';
import {
  type TransferKey,
  type TransferKind,
  type TransferProgress,
  transferKinds,
} from '../../storage/transfer-port.ts';
import { compareStores, differingBlobs, type StoreComparison } from './compare-stores.ts';
import { batchesOf, transferKeyOf } from './record-digest.ts';

export interface CopyReport extends StoreComparison {
  /** True: an earlier copy that was cut off went on. */
  readonly resumed: boolean;
  /** Whether the source was written while it was copied; null: the store can't tell. */
  readonly sourceChanged: boolean | null;
}

interface CopyOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** What the target notes as the source; default: its location. */
  readonly sourceName?: string;
  /** @param done records or blobs of the kind that were copied by this call */
  readonly onProgress?: (kind: TransferKind | 'blobs', done: number) => void;
}

/**
 * Copies all records and blobs of a store into an empty one, then reads both again and compares them. Memory does not grow with the store. The target
 * notes how far it came: after a kill -9 the same call goes on from there. A record that was written twice is there once.
 * @throws CommandError (refused) where the target is not empty, or a crawl runs on one of both; (interrupted) where `signal` ended it
 * @throws NewshawkError store
 */
export async function copyStore(source: Store, target: Store, options: CopyOptions): Promise<CopyReport> {
  if (source.location === target.location)
    throw new CommandError(exitCodes.refused, `Both addresses name the store ${source.location}.`);
  await refuseBusy(source, options.clock);
  await refuseBusy(target, options.clock);
  await source.transfer.settle();
  const begun = await beginning(options.sourceName ?? source.location, target);
  const versionBefore = await source.version();
  await copyRecords(source, target, begun, options);
  await copyBlobs(source, target, options);
  const comparison = await compareStores(source, target);
  const versionAfter = await source.version();
  await refuseBusy(source, options.clock);
  // where they differ, the next call copies all records once more
  await target.transfer.saveProgress({ ...begun, last: {}, isDone: comparison.differences.length === 0 });
  const resumed = Object.keys(begun.last).length > 0;
  return { ...comparison, resumed, sourceChanged: versionBefore === null ? null : versionBefore !== versionAfter };
}

/** @throws CommandError (refused) where a crawl writes to the store */
export async function refuseBusy(store: Store, clock: Clock): Promise<void> {
  const since = clock.now().getTime() - silentAfterMs;
  const owners = (await store.workers.list()).filter(({ at }) => at.getTime() >= since).map(({ owner }) => owner);
  if (owners.length > 0)
    throw new CommandError(
      exitCodes.refused,
      `A crawl runs on the store ${store.location} (${owners.join(', ')}): stop it, then try again. A process that died is forgotten after ${silentAfterMs / 1000} s.`,
    );
}

/** Whether nothing was ever crawled or configured there. */
export async function isEmptyStore({ transfer, blobs }: Store): Promise<boolean> {
  for (const kind of transferKinds)
    if (kind !== 'counters' && (await transfer.read(kind, null, 1)).length > 0) return false;
  return (await blobs.size()).count === 0;
}

async function beginning(source: string, target: Store): Promise<TransferProgress> {
  const progress = await target.transfer.progress();
  const isUnfinished = progress !== null && !progress.isDone;
  if (isUnfinished && progress.source === source) return progress;
  if (isUnfinished)
    throw new CommandError(
      exitCodes.refused,
      `The store ${target.location} holds an unfinished copy of ${progress.source}: finish it with the same source, or copy into an empty store.`,
    );
  if (!(await isEmptyStore(target)))
    throw new CommandError(exitCodes.refused, `The store ${target.location} is not empty: copy into an empty one.`);
  const begun: TransferProgress = { source, isDone: false, last: {} };
  await target.transfer.saveProgress(begun);
  return begun;
}

async function copyRecords(source: Store, target: Store, begun: TransferProgress, options: CopyOptions): Promise<void> {
  let progress = begun;
  for (const kind of transferKinds) {
    let done = 0;
    for await (const records of batchesOf(source.transfer, kind, progress.last[kind] ?? null)) {
      refuseAborted(options.signal);
      await target.transfer.write(kind, records);
      const last = records.at(-1);
      const key: TransferKey = last === undefined ? [] : transferKeyOf(kind, last);
      progress = { ...progress, last: { ...progress.last, [kind]: key } };
      await target.transfer.saveProgress(progress);
      done += records.length;
      options.onProgress?.(kind, done);
    }
  }
}

/** Copies the blobs that the target does not have yet. */
async function copyBlobs(source: Store, target: Store, { signal, onProgress }: CopyOptions): Promise<void> {
  let done = 0;
  for await (const { hash, what } of differingBlobs(source.blobs, target.blobs)) {
    refuseAborted(signal);
    const bytes = what === 'missing' ? await source.blobs.get(hash) : null;
    if (bytes === null) continue; // the comparison names it
    if (contentHash(bytes) !== hash)
      throw new NewshawkError(
        'store',
        `The blob ${hash} of ${source.location} is damaged: its bytes have another hash. Restore it from a backup, or set it aside with \`newshawk store check --repair\`.`,
      );
    await target.blobs.put(bytes);
    done += 1;
    onProgress?.('blobs', done);
  }
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new CommandError(exitCodes.interrupted, 'The copy was stopped. The same command goes on where it ended.');
}
