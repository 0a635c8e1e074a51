import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium as playwrightChromium } from 'playwright-core';
import { CommandError, exitCodes } from '../../../errors.ts';
import {
  type ChromiumPackage,
  chromiumPackage,
  type PackagedChromium,
  unpackChromium,
  unpackedIn,
  writableFolder,
} from './packaged-chromium.ts';

const run = promisify(execFile);
const versionTimeoutMs = 20_000;

export type EnvVariables = Readonly<Record<string, string | undefined>>;
export type ChromiumOrigin = 'CHROMIUM_PATH' | 'browsers.config.ts' | 'playwright' | 'packaged' | 'system';

export interface Chromium {
  readonly executablePath: string;
  /** What the browser's process is started with; holds LD_LIBRARY_PATH where the machine lacks libraries. */
  readonly env: Readonly<Record<string, string>>;
  readonly origin: ChromiumOrigin;
  /** As the browser says it: `153.0.8010.0`. */
  readonly version: string;
}

/** The headless shell renders as Chromium does, for .38 of the CPU-seconds; full Chromium opens PDFs and plays what the shell does not. */
export type ChromiumEngine = 'headless-shell' | 'chromium';

export interface ChromiumSearch {
  /** Default: the headless shell, or full Chromium where there is none. `chromium`: no headless shell, whatever is installed. */
  readonly engine?: ChromiumEngine;
  /** `executablePath` of browsers.config.ts. */
  readonly explicit: string | null;
  /** Where the packaged browser is unpacked; null: the user's cache folder, or ./.cache/newshawk where that can't be written. */
  readonly cacheDir: string | null;
  readonly env: EnvVariables;
}

interface Candidate {
  readonly path: string;
  readonly origin: ChromiumOrigin;
}

/**
 * Finds a browser that runs: CHROMIUM_PATH, browsers.config.ts, Playwright's own installation, the packaged one, the system's. A browser that was named
 * and does not run is an error, not a reason to take another.
 * @throws CommandError (browser) that says what to do
 */
export async function findChromium({
  engine = 'headless-shell',
  explicit,
  cacheDir,
  env,
}: ChromiumSearch): Promise<Chromium> {
  const named = namedBrowser(explicit, env);
  if (named !== null) return runNamed(named, env);
  if (engine === 'chromium') return fullChromium(env);
  const installed = await firstRunning(playwrightPaths(), 'playwright', env);
  if (installed !== null) return installed;
  const packaged = await packagedChromium(cacheDir, env);
  if (packaged !== null) return packaged;
  const system = await firstRunning(systemPaths(env), 'system', env);
  if (system !== null) return system;
  throw new CommandError(
    exitCodes.browser,
    'No browser was found: none of Playwright, none in the npm package @sparticuz/chromium (linux x64 only), no chromium or chrome in the PATH. Run `npx playwright-core install chromium-headless-shell`, or install Chromium and set CHROMIUM_PATH to it.',
  );
}

async function fullChromium(env: EnvVariables): Promise<Chromium> {
  const found =
    (await firstRunning([playwrightChromium.executablePath()], 'playwright', env)) ??
    (await firstRunning(pathCandidates(fullChromiumNames, env), 'system', env));
  if (found !== null) return found;
  throw new CommandError(
    exitCodes.browser,
    "browsers.config.ts asks for the engine `chromium`, and no full Chromium was found: none of Playwright, no chromium or chrome in the PATH. Run `npx playwright-core install chromium` or `apt-get install chromium`, set CHROMIUM_PATH to one, or take the engine 'headless-shell'.",
  );
}

function namedBrowser(explicit: string | null, env: EnvVariables): Candidate | null {
  if (env.CHROMIUM_PATH) return { path: env.CHROMIUM_PATH, origin: 'CHROMIUM_PATH' };
  return explicit === null ? null : { path: explicit, origin: 'browsers.config.ts' };
}

async function runNamed({ path, origin }: Candidate, env: EnvVariables): Promise<Chromium> {
  try {
    return await probe({ path, origin }, definedVariables(env));
  } catch (cause) {
    throw new CommandError(
      exitCodes.browser,
      `The browser that ${origin} names does not run: ${path}: ${firstLine(cause)}. Correct the path, or leave it out to use the packaged browser.`,
      { cause },
    );
  }
}

/** The packaged browser with the machine's libraries, else with those of the package; null where there is no package or neither runs. */
async function packagedChromium(cacheDir: string | null, env: EnvVariables): Promise<Chromium | null> {
  const found = await chromiumPackage();
  if (found === null || process.platform !== 'linux' || process.arch !== 'x64') return null;
  const unpacked = await unpackedChromium(found, cacheFolders(cacheDir, env));
  if (unpacked === null) return null;
  const { executablePath, libraries } = unpacked;
  const candidate: Candidate = { path: executablePath, origin: 'packaged' };
  const own = definedVariables(env);
  const withLibraries = {
    ...own,
    LD_LIBRARY_PATH: [libraries, own.LD_LIBRARY_PATH].filter((path) => path !== undefined).join(delimiter),
  };
  for (const environment of [own, withLibraries]) {
    const running = await probe(candidate, environment).catch(() => null); // a missing library: the other environment is tried
    if (running !== null) return running;
  }
  return null;
}

function cacheFolders(cacheDir: string | null, env: EnvVariables): readonly string[] {
  const base = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache');
  return cacheDir === null ? [join(base, 'newshawk'), resolve('.cache/newshawk')] : [resolve(cacheDir)];
}

/** In the first folder that has it (read-only, as in an image) or takes it; null: the package's archives are gone, and no folder has it. */
async function unpackedChromium(
  { bin, version, isPacked }: ChromiumPackage,
  wanted: readonly string[],
): Promise<PackagedChromium | null> {
  for (const path of wanted) {
    const unpacked = await unpackedIn(path, version);
    if (unpacked !== null) return unpacked;
    const folder = isPacked ? await writableFolder(path) : null;
    if (folder !== null) return await unpackChromium(bin, version, folder);
  }
  if (!isPacked) return null;
  throw new CommandError(
    exitCodes.browser,
    `The packaged browser needs a folder to be unpacked into (220 MB), and cannot write to ${wanted.join(' or ')}. Set NEWSHAWK_CACHE to a folder that can be written.`,
  );
}

async function firstRunning(
  paths: readonly string[],
  origin: ChromiumOrigin,
  env: EnvVariables,
): Promise<Chromium | null> {
  for (const path of paths) {
    const found = await access(path, constants.X_OK)
      .then(
        () => probe({ path, origin }, definedVariables(env)),
        () => null,
      )
      .catch(() => null); // there but not running (a library is missing): the next one is tried
    if (found !== null) return found;
  }
  return null;
}

/** @throws Error of the process when it doesn't start or says no version */
async function probe({ path, origin }: Candidate, env: Readonly<Record<string, string>>): Promise<Chromium> {
  const { stdout } = await run(path, ['--version'], { env, timeout: versionTimeoutMs });
  const version = /\d+(\.\d+){1,3}/.exec(stdout)?.[0];
  if (version === undefined) throw new Error(`it answers --version with ${JSON.stringify(stdout.slice(0, 80))}`);
  return { executablePath: path, env, origin, version };
}

/** Playwright names its full Chromium; the headless shell of the same revision stands beside it and is cheaper. */
function playwrightPaths(): readonly string[] {
  const full = playwrightChromium.executablePath();
  const shell = dirname(dirname(full)).replace(/chromium-(\d+)$/, 'chromium_headless_shell-$1');
  return [
    join(shell, 'chrome-headless-shell-linux64', 'chrome-headless-shell'),
    join(shell, 'chrome-linux', 'headless_shell'),
    full,
  ];
}

const fullChromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const systemPaths = (env: EnvVariables): readonly string[] =>
  pathCandidates(['chromium-headless-shell', 'chrome-headless-shell', ...fullChromiumNames], env);

function pathCandidates(names: readonly string[], env: EnvVariables): readonly string[] {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

const definedVariables = (env: EnvVariables): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

const firstLine = (error: unknown): string => (error as Error).message.split('\n').slice(0, 2).join(' ').trim();
