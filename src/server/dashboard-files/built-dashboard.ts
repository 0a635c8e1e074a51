import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the build is: in a checkout and an image `dist/` is next to `src/`; in a package it holds this module. */
export const builtFolder = fileURLToPath(new URL('../../../dist/server/dashboard/', import.meta.url));
/** File in a build's folder that names its files: only these are served. */
export const buildRecord = 'build.json';

export interface BuiltFile {
  readonly name: string;
  readonly bytes: number;
  readonly brotliBytes: number;
  readonly gzipBytes: number;
}

export interface DashboardBuild {
  /** Modules that the dashboard shares with the server: paths from the root of the project, with forward slashes, sorted. */
  readonly shared: readonly string[];
  /** Hash of the sources that it was built from: its own and the shared ones (`hashOfSources`). */
  readonly sources: string;
  readonly files: readonly BuiltFile[];
}

/** A file of the dashboard in memory, in each form that a browser may ask for. */
export interface ServedFile {
  readonly type: string;
  /** Without quotes. */
  readonly hash: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** By name; `index.html` is the page. */
export type DashboardFiles = ReadonlyMap<string, ServedFile>;

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** @returns null where the folder holds no build, or one that another version of newshawk wrote in another form */
export async function readBuild(folder: string): Promise<DashboardBuild | null> {
  try {
    const build = JSON.parse(await readFile(join(folder, buildRecord), 'utf8')) as Partial<DashboardBuild>;
    const { shared, sources, files } = build;
    return shared === undefined || sources === undefined || files === undefined ? null : { shared, sources, files };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Reads a build into memory. */
export async function readDashboard(folder: string, { files }: DashboardBuild): Promise<DashboardFiles> {
  const served = new Map<string, ServedFile>();
  for (const { name } of files) {
    const type = types[name.slice(name.lastIndexOf('.') + 1)];
    if (type === undefined) throw new Error(`${join(folder, name)} is of a type that the dashboard does not serve`);
    const plain = await readFile(join(folder, name));
    served.set(name, {
      type,
      hash: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
      plain,
      br: await readFile(join(folder, `${name}.br`)),
      gzip: await readFile(join(folder, `${name}.gz`)),
    });
  }
  return served;
}
