import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { viteConfig } from '../../src/server/dashboard/vite-config.ts';
import {
  type BuiltFile,
  buildRecord,
  builtFolder,
  type DashboardBuild,
  readBuild,
} from '../../src/server/dashboard-files/built-dashboard.ts';
import { hashOfSources, rootFolder, sourceFolder } from '../../src/server/dashboard-files/dashboard-sources.ts';

/**
 * Builds the dashboard into `dist/`, unless the build there is current.
 * @throws Error where the sources have a mistake, or Vite is not installed (code `ERR_MODULE_NOT_FOUND`)
 */
export async function buildDashboard(): Promise<void> {
  const last = await readBuild(builtFolder);
  if (last !== null && last.sources === (await hashOfSources(last.shared))) return;
  process.stderr.write('Building the dashboard (only when its sources have changed) …\n');
  await mkdir(dirname(builtFolder), { recursive: true });
  // a killed build leaves nothing that is served, and of several processes that build at the same time one wins
  const unfinished = await mkdtemp(join(dirname(builtFolder), 'building-'));
  try {
    await buildInto(unfinished);
    await chmod(unfinished, 0o755); // another user may serve it: an image is built as root
    await rm(builtFolder, { recursive: true, force: true });
    await rename(unfinished, builtFolder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function buildInto(folder: string): Promise<void> {
  const { build } = await import('vite');
  const modules: string[] = [];
  await build({
    ...viteConfig,
    // all modules that were read: the output does not name one whose constants were inlined
    plugins: [
      {
        name: 'note-modules',
        buildEnd() {
          modules.push(...this.getModuleIds());
        },
      },
    ],
    build: { ...viteConfig.build, outDir: folder, emptyOutDir: true },
  });
  const shared = sharedOf(modules);
  const sources = await hashOfSources(shared);
  if (sources === null) throw new Error('The sources of the dashboard are missing: build it in a checkout.');
  const files = await compressAll(folder);
  await writeFile(join(folder, buildRecord), JSON.stringify({ shared, sources, files } satisfies DashboardBuild));
}

/** What `DashboardBuild` calls shared. The hash has packages by their versions. */
const sharedOf = (modules: readonly string[]): string[] =>
  modules
    .filter((path) => path.startsWith(rootFolder) && !path.startsWith(sourceFolder))
    .map((path) => path.slice(rootFolder.length).split(sep).join('/'))
    .filter((name) => !name.startsWith('node_modules/'))
    .sort();

/** Writes the compressed variants next to each file: compressing as well as this takes too long for a request. */
async function compressAll(folder: string): Promise<BuiltFile[]> {
  const files: BuiltFile[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const content = await readFile(join(folder, name));
    const brotli = brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    });
    const gzip = gzipSync(content, { level: constants.Z_BEST_COMPRESSION });
    await writeFile(join(folder, `${name}.br`), brotli);
    await writeFile(join(folder, `${name}.gz`), gzip);
    files.push({ name, bytes: content.length, brotliBytes: brotli.length, gzipBytes: gzip.length });
  }
  return files;
}
