import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the project: package.json is there. */
export const rootFolder = fileURLToPath(new URL('../../../', import.meta.url));
/** The sources of the dashboard: TypeScript, styles and the configuration of Vite. */
export const sourceFolder = fileURLToPath(new URL('../dashboard/', import.meta.url));
/** It defines the files of a build. */
const recordFile = fileURLToPath(new URL('./built-dashboard.ts', import.meta.url));

/**
 * SHA-256 (hex) of everything that a build depends on: the sources and the versions of the packages.
 * @param shared modules outside the dashboard's folder, as `DashboardBuild` has them; one that is gone counts as empty
 * @returns null in an npm package, which has the build but not the sources
 */
export async function hashOfSources(shared: readonly string[]): Promise<string | null> {
  if (!existsSync(join(sourceFolder, 'main.tsx'))) return null;
  const hash = createHash('sha256');
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8'));
  hash.update(JSON.stringify([dependencies, devDependencies]));
  const entries = await readdir(sourceFolder, { recursive: true, withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of [...own.sort(), recordFile, ...shared.map((name) => join(rootFolder, name))])
    hash.update(`\n${path.slice(rootFolder.length)}\n`).update(await contentOf(path));
  return hash.digest('hex');
}

async function contentOf(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
