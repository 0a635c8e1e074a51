import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import type { Site } from '../model/crawl/site.ts';
import { claimingSite, siteKey } from '../model/web/site-key.ts';
import { isBroken } from '../settings/broken-scrapers.ts';
import { unknownSite, withPort } from '../settings/scraper.ts';
import { importDefault, mistakesOf } from './load-module.ts';

/**
 * Loads `<dir>/<host>/scraper.ts` of every host. Folders without that file are skipped; without `dir`, the list is empty. A scraper that can't be used becomes a
 * site with its `mistakes`: it stops its own site, and no other.
 * @returns the sites, by host
 * @throws CommandError (configuration) where the folder can't be read
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

/** As `loadScrapers`, for known files: worker threads use it. @param save as in `importDefault` */
export async function loadScraperFiles(files: readonly string[], save = 0): Promise<Site[]> {
  const sites: Site[] = [];
  for (const file of files) sites.push(await readScraper(file, save));
  return withoutClaimedTwice(sites).sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** The site of a host, with its port unless that is the default: the longest matching scraper host; without a scraper, a site with defaults. */
export function siteFor(sites: readonly Site[], host: string): Site {
  return claimingSite(sites, host) ?? unknownSite(host);
}

async function readScraper(file: string, save: number): Promise<Site> {
  let exported: unknown;
  try {
    exported = await importDefault(file, undefined, save);
  } catch (error) {
    return await brokenSite(file, mistakesOf(error, file));
  }
  if (isSite(exported)) return { ...exported, file, version: await versionOf(file) };
  const problem = exported === undefined ? 'has no default export' : 'exports something else by default';
  return await brokenSite(file, [`${problem}: write \`export default defineScraper({ host: … })\``]);
}

/** The place of a scraper that can't be used. Its host is what its text says, else the name of its folder. */
async function brokenSite(file: string, mistakes: readonly string[]): Promise<Site> {
  const text = await readFile(file, 'utf8').catch(() => ''); // why it can't be read is among the mistakes
  const written = (key: string) => new RegExp(`\\b${key}\\s*:\\s*(['"\`])([^'"\`]+)\\1`).exec(text)?.[2];
  const named = written('host') ?? basename(dirname(file)).replace('_', ':');
  const host = /^https?:/.test(named) && URL.canParse(named) ? siteKey(named) : named.toLowerCase();
  return { ...unknownSite(withPort(host, [written('origin') ?? ''])), file, mistakes };
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

/** Scrapers that claim the same host can't be used: nobody knows which one is meant. */
function withoutClaimedTwice(sites: readonly Site[]): Site[] {
  return [...Map.groupBy(sites, ({ host }) => host).values()].flatMap((claims) => {
    const sound = claims.filter((site) => !isBroken(site));
    if (sound.length < 2) return claims;
    return claims.map((site) => {
      const others = sound.filter(({ file }) => file !== site.file).map(({ file }) => file);
      return isBroken(site)
        ? site
        : { ...site, mistakes: [`${others.join(' and ')} claims ${site.host} too: keep one of them`] };
    });
  });
}

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
