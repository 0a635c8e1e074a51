import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
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
/** A slow disk at the first start. Chosen by hand, not measured. */
const versionTimeoutMs = 20_000;

export type EnvVariables = Readonly<Record<string, string | undefined>>;
export type ChromiumOrigin = 'CHROMIUM_PATH' | 'browsers.config.ts' | 'playwright' | 'packaged' | 'system';

export interface Chromium {
  readonly executablePath: string;
  /** Environment of the browser's process; has LD_LIBRARY_PATH when the machine lacks libraries. */
  readonly env: Readonly<Record<string, string>>;
  readonly origin: ChromiumOrigin;
  /** As the browser reports it, for example `153.0.8010.0`. */
  readonly version: string;
}

/** The headless shell renders as full Chromium does, in 38 % of the CPU time. Full Chromium also opens PDFs and plays more media formats. */
export type ChromiumEngine = 'headless-shell' | 'chromium';

export interface ChromiumSearch {
  /** Default: the headless shell, with full Chromium as the fallback. `chromium`: never the headless shell. */
  readonly engine?: ChromiumEngine;
  /** `executablePath` of browsers.config.ts. */
  readonly explicit: string | null;
  /** Where the packaged browser is unpacked. Null: the user's cache folder, or ./.cache/newshawk as the fallback. */
  readonly cacheDir: string | null;
  readonly env: EnvVariables;
}

interface Candidate {
  readonly path: string;
  readonly origin: ChromiumOrigin;
}

/**
 * Finds a browser that runs, in this order: CHROMIUM_PATH, browsers.config.ts, Playwright's installation, the npm package, the system. A configured browser
 * that does not run is an error; no other is tried.
 * @throws CommandError (browser) with advice
 */
export async function findChromium({
  engine = 'headless-shell',
  explicit,
  cacheDir,
  env,
}: ChromiumSearch): Promise<Chromium> {
  const configured = configuredBrowser(explicit, env);
  if (configured !== null) return probeConfigured(configured, env);
  if (engine === 'chromium') return fullChromium(env);
  const installed = await firstRunning(await playwrightPaths(env), 'playwright', env);
  if (installed !== null) return installed;
  const packaged = await packagedChromium(cacheDir, env);
  if (packaged !== null) return packaged;
  const system = await firstRunning(systemPaths(env), 'system', env);
  if (system !== null) return system;
  throw new CommandError(
    exitCodes.browser,
    'No browser was found: not in Playwright, not in the npm package @sparticuz/chromium (linux x64 only), not in the PATH (chromium or chrome). Run `npx playwright-core install chromium-headless-shell`, or install Chromium and set CHROMIUM_PATH to it.',
  );
}

async function fullChromium(env: EnvVariables): Promise<Chromium> {
  const running =
    (await firstRunning((await playwrightPaths(env)).slice(-1), 'playwright', env)) ??
    (await firstRunning(pathCandidates(fullChromiumNames, env), 'system', env));
  if (running !== null) return running;
  throw new CommandError(
    exitCodes.browser,
    "browsers.config.ts asks for the engine `chromium`, and no full Chromium was found: not in Playwright, not in the PATH (chromium or chrome). Run `npx playwright-core install chromium` or `apt-get install chromium`, set CHROMIUM_PATH to one, or take the engine 'headless-shell'.",
  );
}

function configuredBrowser(explicit: string | null, env: EnvVariables): Candidate | null {
  if (env.CHROMIUM_PATH) return { path: env.CHROMIUM_PATH, origin: 'CHROMIUM_PATH' };
  return explicit === null ? null : { path: explicit, origin: 'browsers.config.ts' };
}

async function probeConfigured({ path, origin }: Candidate, env: EnvVariables): Promise<Chromium> {
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

/** The packaged browser with the machine's libraries, or else with the package's. Null without a package, or when neither runs. */
async function packagedChromium(cacheDir: string | null, env: EnvVariables): Promise<Chromium | null> {
  const installed = await chromiumPackage();
  if (installed === null || process.platform !== 'linux' || process.arch !== 'x64') return null;
  const unpacked = await unpackedChromium(installed, cacheFolders(cacheDir, env));
  if (unpacked === null) return null;
  const { executablePath, libraries } = unpacked;
  const candidate: Candidate = { path: executablePath, origin: 'packaged' };
  const variables = definedVariables(env);
  const withLibraries = {
    ...variables,
    LD_LIBRARY_PATH: [libraries, variables.LD_LIBRARY_PATH].filter((path) => path !== undefined).join(delimiter),
  };
  for (const environment of [variables, withLibraries]) {
    const running = await probe(candidate, environment).catch(() => null); // a missing library: the other environment is tried
    if (running !== null) return running;
  }
  return null;
}

/** Where the packaged browser may be unpacked, in the order in which it is looked for. */
export function cacheFolders(cacheDir: string | null, env: EnvVariables): readonly string[] {
  const base = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache');
  return cacheDir === null ? [join(base, 'newshawk'), resolve('.cache/newshawk')] : [resolve(cacheDir)];
}

/** The browser in the first folder that has it (perhaps read-only, as in an image) or can be written. Null: no folder has it, and the package has no archives. */
async function unpackedChromium(
  { bin, version, isPacked }: ChromiumPackage,
  folders: readonly string[],
): Promise<PackagedChromium | null> {
  for (const path of folders) {
    const unpacked = await unpackedIn(path, version);
    if (unpacked !== null) return unpacked;
    const folder = isPacked ? await writableFolder(path) : null;
    if (folder !== null) return await unpackChromium(bin, version, folder);
  }
  if (!isPacked) return null;
  throw new CommandError(
    exitCodes.browser,
    `The packaged browser needs a folder to be unpacked into (220 MB), and cannot write to ${folders.join(' or ')}. Set NEWSHAWK_CACHE to a folder that can be written.`,
  );
}

async function firstRunning(
  paths: readonly string[],
  origin: ChromiumOrigin,
  env: EnvVariables,
): Promise<Chromium | null> {
  for (const path of paths) {
    const running = await access(path, constants.X_OK)
      .then(
        () => probe({ path, origin }, definedVariables(env)),
        () => null,
      )
      .catch(() => null); // it exists but does not run, for lack of a library: the next one is tried
    if (running !== null) return running;
  }
  return null;
}

/** @throws Error when the process does not start or reports no version */
async function probe({ path, origin }: Candidate, env: Readonly<Record<string, string>>): Promise<Chromium> {
  const { stdout } = await run(path, ['--version'], { env, timeout: versionTimeoutMs });
  const version = /\d+(\.\d+){1,3}/.exec(stdout)?.[0];
  if (version === undefined) throw new Error(`it answers --version with ${JSON.stringify(stdout.slice(0, 80))}`);
  return { executablePath: path, env, origin, version };
}

/** Playwright gives the path of its full Chromium. The headless shell of the same revision is in the folder next to it and costs less. */
/** Headless shells, then full Chromium. Playwright is loaded only where it has installed browsers: loading it takes .2 s of CPU, and a static crawl needs none of it. */
async function playwrightPaths(env: EnvVariables): Promise<readonly string[]> {
  if (process.platform === 'linux' && env.PLAYWRIGHT_BROWSERS_PATH === undefined) {
    const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ms-playwright');
    if (!existsSync(folder)) return [];
  }
  const { chromium } = await import('playwright-core');
  const full = chromium.executablePath();
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
