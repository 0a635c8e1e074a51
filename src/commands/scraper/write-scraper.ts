import { access, link, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadScraperFiles } from '../../config-files/load-scrapers.ts';
import { CommandError, exitCodes } from '../../errors.ts';
import { makeFolder } from '../../machine/make-folder.ts';
import { soundSite } from '../../settings/broken-scrapers.ts';
import type { StudiedPage } from './site-study.ts';
import { writeStudyFixtures } from './study-fixtures.ts';

/** What `new` writes. */
interface NewScraper {
  readonly text: string;
  /** Some of them become fixtures. */
  readonly pages: readonly StudiedPage[];
}

/** File systems without hard links. */
const noLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'];

/**
 * Writes a scraper that is not there yet, with fixtures. `scraper.ts` gets its name last: whatever happens, no other command ever loads a half-written one.
 * @returns the fixtures' files @throws CommandError (usage) where it can't be written, or is there by now; then nothing is left of it
 */
export async function writeScraper(file: string, { text, pages }: NewScraper): Promise<readonly string[]> {
  const folder = dirname(file);
  const draft = join(folder, 'scraper.new.ts');
  const isNewFolder = await access(folder).then(
    () => false,
    () => true, // missing, as a rule; else the next step says what is wrong
  );
  try {
    await makeFolder(folder);
    await writeFile(draft, text);
    const [site] = await loadScraperFiles([draft]);
    const fixtures = site === undefined ? [] : await writeStudyFixtures(pages, soundSite(site));
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (!noLinks.includes(error.code)) throw error;
      return writeFile(file, text, { flag: 'wx' });
    });
    return fixtures;
  } catch (error) {
    if (isNewFolder) await remove(folder);
    if (error instanceof CommandError) throw error;
    const { code, path } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(
      exitCodes.usage,
      `${path ?? file} can't be written (${code}). Set NEWSHAWK_SCRAPERS to another folder.`,
      { cause: error },
    );
  } finally {
    await remove(draft);
  }
}

/** What can't be removed could not be written either: the error of that is the one to show. */
const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => {});
