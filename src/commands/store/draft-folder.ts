import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import { makeFolder, privateFolder } from '../../machine/make-folder.ts';
import { isFree } from './backup-folder.ts';

/** Says that a folder is ours, and may be deleted. */
const markerName = 'newshawk-draft';

/** What is prepared is in a folder below the draft, so that the marker stays until it is moved to its place. */
export const contentOf = (draft: string): string => join(draft, 'content');

/**
 * Makes a folder in which a backup or a store is prepared. What a killed process left there is deleted first.
 * @returns its empty folder `content`
 * @throws CommandError (refused) where something else is there
 */
export async function makeDraft(draft: string): Promise<string> {
  if (!(await isFree(draft)) && !(await isDraft(draft)))
    throw new CommandError(
      exitCodes.refused,
      `${draft} is needed for a moment, and something else is there: move or delete it first.`,
    );
  await clearDraft(draft);
  try {
    await makeFolder(draft, privateFolder);
    await writeFile(join(draft, markerName), 'newshawk prepares something here, and deletes this folder at the end.\n');
    await mkdir(contentOf(draft), { mode: privateFolder });
  } catch (error) {
    await clearDraft(draft);
    throw error;
  }
  return contentOf(draft);
}

/** Whether a killed process left the folder, or a running one uses it. */
const isDraft = async (folder: string): Promise<boolean> =>
  await stat(join(folder, markerName)).then(
    () => true,
    () => false,
  );

/** The marker goes last: after a kill in between the rest is still a draft. */
export async function clearDraft(draft: string): Promise<void> {
  await rm(contentOf(draft), { recursive: true, force: true });
  await rm(draft, { recursive: true, force: true });
}
