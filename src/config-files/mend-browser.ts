import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../settings/config.ts';

/** What can be done without root where no browser runs. */
export interface BrowserMender {
  /** Deletes unpacked copies of the packaged browser, which may be damaged: the next start unpacks it again. @returns their folders */
  readonly dropUnpacked: (config: Config | null) => Promise<readonly string[]>;
  /** Downloads Playwright's headless Chromium into the user's cache. @throws Error with the last line of the download's message */
  readonly install: () => Promise<void>;
}

type Variables = Readonly<Record<string, string | undefined>>;

export const browserMender = (env: Variables): BrowserMender => ({
  dropUnpacked: async (config) => {
    const { cacheFolders } = await import('../stages/fetch/browser/chromium.ts');
    const { chromiumPackage, dropUnpacked } = await import('../stages/fetch/browser/packaged-chromium.ts');
    const installed = await chromiumPackage();
    // Without its archives it could not be unpacked again.
    if (installed === null || !installed.isPacked) return [];
    const folders = cacheFolders(config?.cacheDir ?? null, env);
    const dropped = await Promise.all(folders.map((folder) => dropUnpacked(folder, installed.version)));
    return dropped.filter((folder) => folder !== null);
  },
  install: async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
    const run = promisify(execFile);
    await run(process.execPath, [join(folder, 'cli.js'), 'install', 'chromium-headless-shell'], {
      env: { ...env },
      maxBuffer: 10_000_000,
    }).catch((error: Error & { readonly stderr?: string }) => {
      const line = (error.stderr ?? '').split('\n').find((text) => /error|failed/i.test(text));
      throw new Error(`the download failed: ${(line ?? error.message.split('\n', 1)[0] ?? '').trim()}`, {
        cause: error,
      });
    });
  },
});
