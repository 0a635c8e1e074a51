import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, exitCodes } from '../../errors.ts';
import { type DashboardFiles, readBuild, readDashboard } from './built-dashboard.ts';
import { buildDashboard, hashOfSources, sourceFolder } from './dashboard-build.ts';
import { markUsed, removeOldBuilds } from './old-builds.ts';

/** Where `npm run build` puts it; in a package it is beside the compiled server. */
const releasedFolder = fileURLToPath(new URL('../../../dist/server/dashboard/', import.meta.url));
const packedFolder = sourceFolder;

export interface DashboardPlaces {
  /** Folder for files that can be made again; null: the user's cache folder. */
  readonly cacheDir: string | null;
}

/**
 * The dashboard's files, read into memory. A package brings them. A checkout builds them with Vite when its sources have changed, once, into the cache folder.
 * @throws CommandError (configuration) where there are none and nothing can build them
 */
export async function openDashboard({ cacheDir }: DashboardPlaces): Promise<DashboardFiles> {
  const packed = await readBuild(packedFolder);
  if (packed !== null) return await readDashboard(packedFolder, packed);
  if (!existsSync(join(sourceFolder, 'index.html')))
    throw new CommandError(
      exitCodes.configuration,
      `The dashboard's files are missing (${packedFolder}): install newshawk again.`,
    );
  const sources = await hashOfSources();
  const caches = [cacheDir ?? join(homedir(), '.cache', 'newshawk'), tmpdir()].map((folder) =>
    join(folder, 'dashboard', sources.slice(0, 20)),
  );
  for (const folder of [releasedFolder, ...caches]) {
    const build = await readBuild(folder);
    if (build?.sources !== sources) continue;
    if (folder !== releasedFolder) await markUsed(folder);
    return await readDashboard(folder, build);
  }
  return await buildInto(caches, sources);
}

/** Builds into the first of these folders that can be written. */
async function buildInto(folders: readonly string[], sources: string): Promise<DashboardFiles> {
  const mistakes: string[] = [];
  for (const folder of folders)
    try {
      await buildDashboard(folder, sources);
      const build = await readBuild(folder);
      if (build === null) continue;
      await markUsed(folder);
      const files = await readDashboard(folder, build);
      await removeOldBuilds(folder).catch(ignoreUnwritable);
      return files;
    } catch (error) {
      mistakes.push(reasonOf(error as NodeJS.ErrnoException & { readonly stderr?: string }));
      if (!isUnwritable(error as NodeJS.ErrnoException)) break;
    }
  throw new CommandError(
    exitCodes.configuration,
    `The dashboard is not built, and building it failed: ${mistakes.join('; ')}. Install the development packages (npm ci), or run \`npm run build\` where they are.`,
  );
}

/** Old builds of another user stay: they only take room. */
function ignoreUnwritable(error: NodeJS.ErrnoException): void {
  if (!isUnwritable(error)) throw error;
}

const isUnwritable = ({ code }: NodeJS.ErrnoException): boolean =>
  ['EACCES', 'EROFS', 'EPERM', 'ENOSPC'].includes(code ?? '');

/** The error's own line of what the build printed, without its stack. */
function reasonOf({ message, stderr = '' }: { readonly message: string; readonly stderr?: string }): string {
  const line = stderr.split('\n').find((text) => /error/i.test(text));
  return (line ?? message.split('\n', 1)[0] ?? '').trim();
}
