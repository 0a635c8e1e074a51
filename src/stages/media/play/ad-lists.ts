import { readFile } from 'node:fs/promises';
import { FiltersEngine, Request } from '@ghostery/adblocker';
import { CommandError, exitCodes } from '../../../errors.ts';
import type { AdLists } from '../../../ports.ts';

/** Default paths of EasyList, as Debian and other distributions install it. */
const defaultPaths: readonly string[] = [
  '/usr/share/chromium/extensions/ublock-origin/assets/thirdparties/easylist/easylist.txt',
  '/usr/share/webext/ublock-origin/assets/thirdparties/easylist/easylist.txt',
];

/**
 * Loads filter lists in EasyList format into Ghostery's engine. Without a list no address counts as an advertisement here; the ranking has its own patterns.
 * @param paths as configured; empty: those of the default paths that exist
 * @throws CommandError (configuration) if a configured file can't be read
 */
export async function openAdLists(paths: readonly string[]): Promise<AdLists> {
  const isConfigured = paths.length > 0;
  const read = await Promise.all(
    (isConfigured ? paths : defaultPaths).map(async (path) => {
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        if (isConfigured) throw unreadable(path, error);
        return null; // not installed
      });
      return text === null ? [] : [{ path, text }];
    }),
  );
  const lists = read.flat();
  if (lists.length === 0) return { isAd: () => false, files: [] };
  const engine = FiltersEngine.parse(lists.map(({ text }) => text).join('\n'), {
    loadCosmeticFilters: false,
    enableCompression: true,
  });
  return {
    isAd: (url, pageUrl) =>
      /^https?:/.test(url) && engine.match(Request.fromRawDetails({ url, sourceUrl: pageUrl, type: 'media' })).match,
    files: lists.map(({ path }) => path),
  };
}

function unreadable(path: string, cause: unknown): CommandError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new CommandError(
    exitCodes.configuration,
    `The filter list ${path} cannot be read: ${why}. Correct NEWSHAWK_AD_LISTS, or leave it out.`,
    { cause },
  );
}
