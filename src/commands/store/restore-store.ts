import { cp, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import { blobsName, databaseName, replacedName, restoringName, storeNames } from '../../storage/store-folder-port.ts';
import { type BackupManifest, isFree, onDisk, readManifest } from './backup-folder.ts';
import type { BackupTools } from './backup-store.ts';
import { checkBackup, isDamagedStore } from './check-backup.ts';
import { copyStore, isEmptyStore, refuseBusy } from './copy-store.ts';
import { clearDraft, makeDraft } from './draft-folder.ts';
import { switchStores, undoSwitch } from './switch-stores.ts';

export interface RestoreReport {
  readonly manifest: BackupManifest;
  /** What was restored. */
  readonly articles: number;
  readonly blobs: number;
  /** Where the store that was there is now; null: there was none, or an empty one. */
  readonly replaced: string | null;
}

/**
 * Puts a backup in the place of a SQLite store. The copy is made in a folder within, and checked before anything is moved. Other files stay where they are.
 * @param backup absolute folder @param folder of the store, absolute; it may be a mount point or a link
 * @param replace true: a store that is not empty is kept, in `<folder>/replaced`
 * @throws CommandError (refused; defects), with what to do; NewshawkError store: the store is as it was
 */
export async function restoreFolder(
  backup: string,
  folder: string,
  { replace, ...tools }: BackupTools & { readonly replace: boolean },
): Promise<RestoreReport> {
  const manifest = await readManifest(backup);
  const [draft, replaced] = [join(folder, restoringName), join(folder, replacedName)];
  return await onDisk(folder, async () => {
    await undoSwitch(folder); // of a killed restore
    const before = await contentIn(folder, backup, tools);
    if (before === 'used' && !replace)
      throw refused(
        `The store ${folder} is not empty: --replace moves it to ${replaced} and puts the backup in its place.`,
      );
    if (!(await isFree(replaced)))
      throw refused(`${replaced} holds a store that was replaced before: move or delete it first.`);
    const content = await makeDraft(draft);
    try {
      await copyEntries(backup, content, storeNames);
      const { articles, blobs } = await checkBackup(content, manifest, tools);
      if ((await contentIn(folder, backup, tools)) !== before)
        throw refused(`The store ${folder} was written meanwhile: stop what writes to it, then try again.`);
      await switchStores(folder);
      await clearDraft(draft);
      if (before !== 'used') await rm(replaced, { recursive: true });
      return { manifest, articles, blobs, replaced: before === 'used' ? replaced : null };
    } catch (error) {
      await undoSwitch(folder);
      await clearDraft(draft);
      throw error;
    }
  });
}

/**
 * Copies a backup into an empty store of any kind, and goes on where an earlier call was killed. Nothing is written into the backup: its database is copied to a
 * temporary folder, where it is migrated, and its blobs are read in their place.
 * @param address as in NEWSHAWK_STORE
 * @throws CommandError (defects) where the backup is damaged; as `copyStore`
 */
export async function restoreInto(backup: string, address: string, tools: BackupTools): Promise<RestoreReport> {
  const manifest = await readManifest(backup);
  return await onDisk(tmpdir(), async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newshawk-restore-'));
    try {
      await copyEntries(
        backup,
        folder,
        storeNames.filter((name) => name !== blobsName),
      );
      if (await hasEntry(backup, blobsName)) await symlink(join(backup, blobsName), join(folder, blobsName), 'dir');
      await checkBackup(folder, manifest, tools);
      await using source = await tools.openStoreAt(`file:${folder}`, 'existing');
      await using target = await tools.openStoreAt(address, 'copy');
      const { differences } = await copyStore(source, target, { ...tools, sourceName: backup });
      const [first] = differences;
      if (first !== undefined)
        throw new CommandError(
          exitCodes.defects,
          `The store ${target.location} differs from the backup (${first.kind} ${first.key.join(' ')} is ${first.what}). Restore into an empty store.`,
        );
      const [articles, blobs] = [await target.articles.count({}), (await target.blobs.size()).count];
      return { manifest, articles, blobs, replaced: null };
    } finally {
      await rm(folder, { recursive: true, force: true }); // of the blobs it removes the link
    }
  });
}

const refused = (message: string): CommandError => new CommandError(exitCodes.refused, message);

async function copyEntries(from: string, to: string, names: readonly string[]): Promise<void> {
  for (const name of names)
    if (await hasEntry(from, name))
      await cp(join(from, name), join(to, name), {
        recursive: true,
        dereference: true,
        errorOnExist: true,
        force: false,
      });
}

const hasEntry = async (folder: string, name: string): Promise<boolean> => (await namesIn(folder)).includes(name);

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(emptyWhereAbsent);

/**
 * What a folder holds: no store, one without records and blobs, or one that is in use or can't be read.
 * @throws CommandError (refused) where it is no store and holds other files, where it is the backup, or where a crawl runs
 */
async function contentIn(folder: string, backup: string, tools: BackupTools): Promise<'none' | 'empty' | 'used'> {
  const names = await namesIn(folder);
  if (names.length > 0) await refuseForeign(names, folder, backup);
  if (!names.some((name) => storeNames.includes(name))) return 'none';
  if (names.includes(databaseName) && (await stat(join(folder, databaseName))).size > 0)
    try {
      await using store = await tools.openStoreAt(`file:${folder}`, 'copy');
      await refuseBusy(store, tools.clock);
      if (!(await isEmptyStore(store))) return 'used';
    } catch (error) {
      if (isDamagedStore(error)) return 'used';
      throw error;
    }
  return (await hasFiles(join(folder, blobsName))) ? 'used' : 'empty';
}

/** Entries that say nothing about a folder; `lost+found` is in the root of a file system. */
const ownNames: ReadonlySet<string> = new Set([...storeNames, restoringName, replacedName, 'lost+found']);

async function refuseForeign(names: readonly string[], folder: string, backup: string): Promise<void> {
  const [way = ''] = relative(await realpath(folder), await realpath(backup)).split(sep); // backups may be in the folder
  if (way === '') throw refused(`${folder} is the backup itself: name another folder in NEWSHAWK_STORE.`);
  const foreign = names.filter((name) => !ownNames.has(name) && name !== way);
  if (!names.includes(databaseName) && foreign.length > 0)
    throw refused(
      `${folder} is no store, and holds other files (${foreign.slice(0, 3).join(', ')}): name a new or empty folder in NEWSHAWK_STORE.`,
    );
}

async function hasFiles(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(emptyWhereAbsent);
  return entries.some((entry) => !entry.isDirectory());
}

function emptyWhereAbsent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
