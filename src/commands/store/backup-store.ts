import { rename, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Clock } from '../../ports.ts';
import type { Store, StorePurpose } from '../../storage/port.ts';
import { type BackupManifest, flushFolder, isFree, onDisk, writeManifest } from './backup-folder.ts';
import { checkStore, type StoreCheck } from './check-store.ts';
import { copyStore } from './copy-store.ts';
import { clearDraft, makeDraft } from './draft-folder.ts';

export interface BackupTools {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** @param address as in NEWSHAWK_STORE */
  readonly openStoreAt: (address: string, purpose?: StorePurpose) => Promise<Store>;
}

export interface BackupReport {
  readonly manifest: BackupManifest;
  readonly check: StoreCheck;
  /** Blobs that `gc` removed meanwhile. */
  readonly leftOut: number;
}

/**
 * Writes a backup of a store into a new folder: a SQLite store, and a manifest. A SQLite store may be written meanwhile; of a MongoDB store no crawl may run.
 * It is made beside, under another name, checked, and renamed at the end: a folder of that name is whole.
 * @param folder absolute; nothing may be there
 * @throws CommandError (refused), NewshawkError store (a full disk, a damaged blob): nothing is left then
 */
export async function backupStore(store: Store, folder: string, tools: BackupTools): Promise<BackupReport> {
  const draft = `${folder}.unfinished`;
  return await onDisk(folder, async () => {
    if (!(await isFree(folder)))
      throw new CommandError(exitCodes.refused, `${folder} exists already: name a new folder for each backup.`);
    const content = await makeDraft(draft);
    try {
      const report = await writeBackup(store, content, tools);
      if (tools.signal.aborted)
        throw new CommandError(exitCodes.interrupted, 'The backup was stopped, and nothing is left of it.');
      await removeEmpty(folder);
      await rename(content, folder);
      await flushFolder(dirname(folder));
      return report;
    } finally {
      await clearDraft(draft);
    }
  });
}

/** Removes an empty folder, where one is. */
async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function writeBackup(
  store: Store,
  draft: string,
  { clock, signal, openStoreAt }: BackupTools,
): Promise<BackupReport> {
  const takenAt = clock.now().toISOString();
  const leftOut = await store.transfer.snapshot(draft);
  await using copy = await openStoreAt(`file:${draft}`);
  if (leftOut === null) await copyAll(store, copy, { clock, signal });
  else await copy.maintenance.recount(); // the records of blobs that went away meanwhile
  // the processes that beat in the store do not use its copy
  for (const { owner } of await copy.workers.list()) await copy.workers.remove(owner);
  const check = await checkStore(copy);
  const { articles, blobs } = check;
  if (articles === null || blobs === null)
    throw new CommandError(
      exitCodes.defects,
      `The backup of ${store.location} would be damaged as the store is: see \`newshawk store check\`.`,
    );
  const manifest = {
    format: 1,
    takenAt,
    of: store.location,
    articles,
    blobs,
    defects: defectsOf(check),
  } as const;
  await writeManifest(draft, manifest);
  return { manifest, check, leftOut: leftOut ?? 0 };
}

async function copyAll(store: Store, copy: Store, options: Pick<BackupTools, 'clock' | 'signal'>): Promise<void> {
  const { differences } = await copyStore(store, copy, options);
  const [first] = differences;
  if (first !== undefined)
    throw new CommandError(
      exitCodes.refused,
      `The backup differs from ${store.location} (${first.kind} ${first.key.join(' ')} is ${first.what}), which was written meanwhile: stop what writes to it, then try again.`,
    );
}

export const defectsOf = ({ defects }: StoreCheck): number => defects.reduce((sum, { count }) => sum + count, 0);
