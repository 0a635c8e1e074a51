import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, exitCodes, StoreDamaged } from '../../errors.ts';
import { contentHash } from '../../model/page/content-hash.ts';
import type { Store } from '../../storage/port.ts';
import { databaseName } from '../../storage/store-folder-port.ts';
import type { BackupManifest } from './backup-folder.ts';
import { type BackupTools, defectsOf } from './backup-store.ts';
import { checkStore } from './check-store.ts';
import { allBlobs } from './compare-stores.ts';

/**
 * Checks a copy of a backup, which is migrated to this version: records, hashes of all blobs, and the counts of the manifest.
 * @param copy folder
 * @throws CommandError (defects)
 */
export async function checkBackup(
  copy: string,
  manifest: BackupManifest,
  { openStoreAt }: BackupTools,
): Promise<{ readonly articles: number; readonly blobs: number }> {
  const bytes = await stat(join(copy, databaseName)).then(
    ({ size }) => size,
    () => 0,
  );
  if (bytes === 0) throw damaged(`${databaseName} is missing or empty`);
  try {
    await using store = await openStoreAt(`file:${copy}`, 'existing');
    return await checkContent(store, manifest);
  } catch (error) {
    throw isDamagedStore(error) ? damaged(`${databaseName} can't be read`, error) : error;
  }
}

async function checkContent(store: Store, manifest: BackupManifest) {
  const damagedBlobs: string[] = [];
  for await (const hash of allBlobs(store.blobs)) {
    const bytes = await store.blobs.get(hash);
    if (bytes === null || contentHash(bytes) !== hash) damagedBlobs.push(hash);
  }
  const check = await checkStore(store);
  const problems = [
    ...(damagedBlobs.length > 0
      ? [`${damagedBlobs.length} blobs are damaged or missing, first ${damagedBlobs[0]}`]
      : []),
    ...(check.articles === manifest.articles
      ? []
      : [`${check.articles ?? 'no'} articles instead of ${manifest.articles}`]),
    ...(check.blobs === manifest.blobs ? [] : [`${check.blobs ?? 'no'} blobs instead of ${manifest.blobs}`]),
    ...(defectsOf(check) <= manifest.defects ? [] : [`defects: ${check.defects.map(({ what }) => what).join('; ')}`]),
  ];
  if (problems.length > 0) throw damaged(problems.join(', '));
  return { articles: manifest.articles, blobs: manifest.blobs }; // as counted
}

const damaged = (what: string, cause?: unknown): CommandError =>
  new CommandError(exitCodes.defects, `The backup is damaged (${what}). The store is as it was.`, { cause });

/** Whether a store's own files are damaged. Where closing it fails too, that error stands before the first one. */
export const isDamagedStore = (error: unknown): boolean =>
  error instanceof StoreDamaged || (error instanceof SuppressedError && isDamagedStore(error.suppressed));
