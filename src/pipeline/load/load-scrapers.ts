import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError, exitCodes } from '../../errors.ts';
import type { Site } from '../../model/crawl/site.ts';
import { claimingSite } from '../../model/web/site-key.ts';
import { unknownSite } from '../../settings/scraper.ts';
import { importDefault, mistakesOf } from './load-module.ts';

/**
 * Loads `<dir>/<host>/scraper.ts` of every host. Folders without that file are skipped; without `dir`, the list is empty.
 * @returns the sites, by host
 * @throws CommandError (configuration) that names all mistakes of all files at once
 */
export async function loadScrapers(dir: string): Promise<Site[]> {
  return loadScraperFiles(await scraperFiles(dir));
}

/** Absolute paths of the scrapers below a folder, sorted. */
export async function scraperFiles(dir: string): Promise<string[]> {
  const root = resolve(dir);
  const entries = await readdir(root, { withFileTypes: true }).catch(missingIsEmpty);
  const files = entries.filter((entry) => !entry.isFile()).map(({ name }) => join(root, name, 'scraper.ts'));
  const present = await Promise.all(files.map(async (file) => ((await exists(file)) ? [file] : [])));
  return present.flat().sort();
}

/** As `loadScrapers`, for known files: worker threads use it. @param save as in `importDefault` @throws CommandError (configuration) */
export async function loadScraperFiles(files: readonly string[], save = 0): Promise<Site[]> {
  const sites: Site[] = [];
  const mistakes: string[] = [];
  for (const file of files) {
    const read = await readScraper(file, save);
    if (read.site === null) mistakes.push(...read.mistakes.map((mistake) => `${file}: ${mistake}`));
    else sites.push(read.site);
  }
  mistakes.push(...claimedTwice(sites));
  if (mistakes.length > 0) throw configurationError(mistakes);
  return sites.sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** The site of a host, with its port unless that is the default: the longest matching scraper host; without a scraper, a site with defaults. */
export function siteFor(sites: readonly Site[], host: string): Site {
  return claimingSite(sites, host) ?? unknownSite(host);
}

type ReadScraper = { readonly site: Site } | { readonly site: null; readonly mistakes: readonly string[] };

async function readScraper(file: string, save: number): Promise<ReadScraper> {
  let exported: unknown;
  try {
    exported = await importDefault(file, undefined, save);
  } catch (error) {
    return { site: null, mistakes: mistakesOf(error, file) };
  }
  if (isSite(exported)) return { site: { ...exported, file, version: await versionOf(file) } };
  const problem = exported === undefined ? 'has no default export' : 'exports something else by default';
  return { site: null, mistakes: [`${problem}: write \`export default defineScraper({ host: … })\``] };
}

/** Names the text of a scraper's file: short enough to be shown. */
const versionOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12);

/** Checks the form, not the class: the kit may be loaded twice (tests, a linked package). */
const isSite = (value: unknown): value is Site =>
  typeof value === 'object' &&
  value !== null &&
  ['host', 'origin', 'sources', 'articleUrls', 'wrappers', 'fields', 'required', 'politeness'].every(
    (name) => name in value,
  );

function claimedTwice(sites: readonly Site[]): string[] {
  const byHost = Map.groupBy(sites, ({ host }) => host);
  return [...byHost].flatMap(([host, claims]) =>
    claims.length < 2 ? [] : [`${claims.map(({ file }) => file).join(' and ')}: both claim ${host}; keep one of them`],
  );
}

const configurationError = (mistakes: readonly string[]): CommandError =>
  new CommandError(
    exitCodes.configuration,
    `The scrapers have ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`,
  );

function missingIsEmpty(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw new CommandError(exitCodes.configuration, `The folder of the scrapers can't be read: ${error.message}`, {
    cause: error,
  });
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
