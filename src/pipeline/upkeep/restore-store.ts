import { createHash } from 'node:crypto';
import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Store } from '../../storage/port.ts';
import { type BackupManifest, flushFolder, isFree, manifestName, onDisk, readManifest } from './backup-folder.ts';
import { type BackupTools, defectsOf } from './backup-store.ts';
import { checkStore } from './check-store.ts';
import { allBlobs } from './compare-stores.ts';
import { copyStore, isEmptyStore, refuseBusy } from './copy-store.ts';

export interface RestoreReport {
  readonly manifest: BackupManifest;
  /** Where the store that was there is now; null: there was none, or an empty one. */
  readonly replaced: string | null;
}

/**
 * Puts a backup in the place of a SQLite store. The copy is made beside and checked before anything is moved.
 * @param backup absolute folder @param folder of the store, absolute
 * @param replace true: a store that is not empty is kept beside, as `<folder>.replaced`
 * @throws CommandError (refused), with what to do; NewshawkError store
 */
export async function restoreFolder(
  backup: string,
  folder: string,
  { replace, ...tools }: BackupTools & { readonly replace: boolean },
): Promise<RestoreReport> {
  const manifest = await readManifest(backup);
  const [draft, beside] = [`${folder}.restoring`, `${folder}.replaced`];
  return await onDisk(folder, async () => {
    const isUsed = await hasRecords(folder, tools);
    if (isUsed && !replace)
      throw new CommandError(
        exitCodes.refused,
        `The store ${folder} is not empty: --replace moves it to ${beside} and puts the backup in its place.`,
      );
    if (isUsed && !(await isFree(beside)))
      throw new CommandError(
        exitCodes.refused,
        `${beside} holds a store that was replaced before: move or delete it first.`,
      );
    await rm(draft, { recursive: true, force: true }); // of a killed restore
    try {
      await cp(backup, draft, { recursive: true, errorOnExist: true, force: false });
      await rm(join(draft, manifestName));
      await checkCopy(draft, manifest, tools);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
    if (isUsed) await rename(folder, beside);
    else await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    await flushFolder(dirname(folder));
    return { manifest, replaced: isUsed ? beside : null };
  });
}

/** Copies a backup into an empty store of any kind. @throws as `copyStore` */
export async function restoreInto(backup: string, target: Store, tools: BackupTools): Promise<RestoreReport> {
  const manifest = await readManifest(backup);
  await using source = await tools.openStoreAt(`file:${backup}`);
  const { differences } = await copyStore(source, target, tools);
  const [first] = differences;
  if (first !== undefined)
    throw new CommandError(
      exitCodes.defects,
      `The store ${target.location} differs from the backup (${first.kind} ${first.key.join(' ')} is ${first.what}). Restore into an empty store.`,
    );
  return { manifest, replaced: null };
}

async function hasRecords(folder: string, { openStoreAt, clock }: BackupTools): Promise<boolean> {
  if (await isFree(folder)) return false;
  await using store = await openStoreAt(`file:${folder}`);
  await refuseBusy(store, clock);
  return !(await isEmptyStore(store));
}

async function checkCopy(draft: string, manifest: BackupManifest, { openStoreAt }: BackupTools): Promise<void> {
  await using store = await openStoreAt(`file:${draft}`);
  const damaged: string[] = [];
  for await (const hash of allBlobs(store.blobs)) {
    const bytes = await store.blobs.get(hash);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== hash) damaged.push(hash);
  }
  const check = await checkStore(store);
  const problems = [
    ...(damaged.length > 0 ? [`${damaged.length} blobs are damaged or missing, first ${damaged[0]}`] : []),
    ...(check.articles === manifest.articles ? [] : [`${check.articles} articles instead of ${manifest.articles}`]),
    ...(check.blobs === manifest.blobs ? [] : [`${check.blobs} blobs instead of ${manifest.blobs}`]),
    ...(defectsOf(check) <= manifest.defects ? [] : [`defects: ${check.defects.map(({ what }) => what).join('; ')}`]),
  ];
  if (problems.length > 0)
    throw new CommandError(
      exitCodes.defects,
      `The backup is damaged (${problems.join(', ')}). The store is as it was.`,
    );
}
