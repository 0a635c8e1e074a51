import { createReadStream, createWriteStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { CommandError, exitCodes } from '../../../errors.ts';
import { extractTar } from './tar.ts';

const decompress = promisify(brotliDecompress);
/** Unpacking takes seconds: an older temporary folder belongs to a killed process. */
const abandonedAfterMs = 10 * 60_000;

export interface PackagedChromium {
  readonly executablePath: string;
  /** Folder of the package's libraries, for machines without NSS. */
  readonly libraries: string;
}

/** The npm package @sparticuz/chromium. */
export interface ChromiumPackage {
  /** Folder of its archives. */
  readonly bin: string;
  readonly version: string;
  /** Whether the package has its archives: an image keeps only the unpacked browser. */
  readonly isPacked: boolean;
}

/** Null when it is not installed: npm skips it on other platforms. */
export async function chromiumPackage(): Promise<ChromiumPackage | null> {
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
    const bin = join(folder, 'bin');
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { bin, version, isPacked: await exists(join(bin, 'chromium.br')) };
  } catch {
    return null; // the package is not installed
  }
}

const inCache = (cacheDir: string, version: string): PackagedChromium => {
  const folder = join(cacheDir, `chromium-${version}`);
  return { executablePath: join(folder, 'chromium'), libraries: join(folder, 'lib') };
};

/** The browser that an earlier start, or an image build, unpacked into a cache folder; null without one. */
export async function unpackedIn(cacheDir: string, version: string): Promise<PackagedChromium | null> {
  const unpacked = inCache(cacheDir, version);
  return (await exists(unpacked.executablePath)) ? unpacked : null;
}

/**
 * Unpacks the browser of the npm package into `<cacheDir>/chromium-<version>/`, once. The folder gets this name by a rename when it is complete, so a killed
 * process leaves no incomplete browser, and concurrent processes do not disturb each other.
 * @param bin folder with chromium.br, swiftshader.tar.br and al2023.tar.br
 * @throws CommandError (browser) when the folder cannot be written; incomplete files are removed
 */
export async function unpackChromium(bin: string, version: string, cacheDir: string): Promise<PackagedChromium> {
  const folder = join(cacheDir, `chromium-${version}`);
  const unpacked = inCache(cacheDir, version);
  if (await exists(unpacked.executablePath)) return unpacked;
  const temporary = await mkdtemp(join(cacheDir, 'unpacking-'));
  try {
    await removeAbandoned(cacheDir, temporary);
    await inflateInto(bin, temporary);
    // mkdtemp makes it private, but an image unpacks as root for another user
    await chmod(temporary, 0o755);
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (await exists(unpacked.executablePath)) return unpacked; // another process was first
    throw unpackingFailed(error, folder);
  }
  return unpacked;
}

async function inflateInto(bin: string, folder: string): Promise<void> {
  await Promise.all([
    pipeline(
      createReadStream(join(bin, 'chromium.br')),
      createBrotliDecompress(),
      createWriteStream(join(folder, 'chromium'), { mode: 0o755 }),
    ),
    ...['swiftshader.tar.br', 'al2023.tar.br'].map(async (name) =>
      extractTar(await decompress(await readFile(join(bin, name))), folder),
    ),
  ]);
}

/** Removes folders of killed processes. Ages are measured by the file system's clock: `fresh` was just created. */
async function removeAbandoned(cacheDir: string, fresh: string): Promise<void> {
  const { mtimeMs: nowMs } = await stat(fresh);
  for (const name of await readdir(cacheDir)) {
    const path = join(cacheDir, name);
    if (!name.startsWith('unpacking-') || path === fresh) continue;
    const age = await stat(path).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0, // removed meanwhile
    );
    if (age > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

function unpackingFailed(cause: unknown, folder: string): CommandError {
  const code = (cause as NodeJS.ErrnoException).code;
  const why = code === 'ENOSPC' ? 'the disk is full (220 MB are needed)' : (cause as Error).message;
  return new CommandError(
    exitCodes.browser,
    `The packaged browser could not be unpacked into ${folder}: ${why}. Free some space, set NEWSHAWK_CACHE to another folder, or set CHROMIUM_PATH to a browser of your own.`,
    { cause },
  );
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Creates the folder if necessary. @returns null when it cannot be written */
export async function writableFolder(path: string): Promise<string | null> {
  try {
    await mkdir(path, { recursive: true });
    await rm(await mkdtemp(join(path, 'unpacking-')), { recursive: true });
    return path;
  } catch {
    return null; // no permission, a read-only file system, or a file of this name: the next folder is tried
  }
}

/** Deletes the unpacked browser of a cache folder: the next start unpacks it again. @returns the folder; null: there was none @throws Error where it can't be deleted */
export async function dropUnpacked(cacheDir: string, version: string): Promise<string | null> {
  const folder = join(cacheDir, `chromium-${version}`);
  if (!(await exists(folder))) return null;
  await rm(folder, { recursive: true });
  return folder;
}
