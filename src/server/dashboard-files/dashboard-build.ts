import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { InlineConfig } from 'vite';
import { type BuiltFile, buildRecord, type DashboardBuild } from './built-dashboard.ts';

/** The sources of the dashboard: TypeScript and styles, which Vite builds. */
export const sourceFolder = fileURLToPath(new URL('../dashboard/', import.meta.url));
/** Values that the pages and the API share. */
const sharedFolder = fileURLToPath(new URL('../api/answers/', import.meta.url));
const packageFile = fileURLToPath(new URL('../../../package.json', import.meta.url));

/** Browsers since 2024: they know `light-dark()`, `dialog` and modules, so nothing is rewritten for older ones. */
const target = ['chrome125', 'firefox128', 'safari17.5'];

/** What building and developing share. Data addresses are forbidden by our content security policy: every asset is a file. */
export const viteConfig: InlineConfig = {
  root: sourceFolder,
  base: '/dashboard/',
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target,
    cssTarget: target,
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
};

/** SHA-256 of all that a build is made of: the sources, and the versions of the packages. */
export async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const { dependencies, devDependencies } = JSON.parse(await readFile(packageFile, 'utf8'));
  hash.update(JSON.stringify([dependencies, devDependencies]));
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  for (const folder of [sourceFolder, sharedFolder]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    for (const path of paths.sort()) hash.update(path.slice(folder.length)).update(await readFile(path));
  }
  return hash.digest('hex');
}

/**
 * Builds the dashboard into a folder, which gets its name by a rename when it is complete: a killed build leaves nothing that is served, and of several
 * processes that build at once one wins. Vite takes 100 MB and ends with the process, so it has one of its own.
 */
export async function buildDashboard(folder: string, sources: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(folder), 'building-'));
  try {
    await runVite(unfinished);
    const files = await compressAll(unfinished);
    await writeFile(join(unfinished, buildRecord), JSON.stringify({ sources, files } satisfies DashboardBuild));
    await chmod(unfinished, 0o755); // another user may serve it: an image is built as root
    await rename(unfinished, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function runVite(outDir: string): Promise<void> {
  // Vite builds for the mode of its environment, which may be that of a test
  const program = `process.env.NODE_ENV = 'production'; const { runBuild } = await import(${JSON.stringify(import.meta.url)}); await runBuild(${JSON.stringify(outDir)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: sourceFolder });
}

/** What the process of a build runs. */
export async function runBuild(outDir: string): Promise<void> {
  const { build } = await import('vite');
  await build({ ...viteConfig, build: { ...viteConfig.build, outDir, emptyOutDir: true } });
}

/** Writes the compressed variants beside each file: compressing as well as this takes too long for a request. */
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
