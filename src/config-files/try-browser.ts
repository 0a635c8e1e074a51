import type { Log } from '../ports.ts';
import { type Config, settings } from '../settings/config.ts';
import { loadBrowsers } from './load-definitions.ts';

export interface BrowserTrial {
  readonly executablePath: string;
  readonly origin: string;
  readonly version: string;
  /** Whether the browser's sandbox is on. */
  readonly hasSandbox: boolean;
  /** Why it does not start or opens no page, and what to do; null: it works. */
  readonly trouble: string | null;
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Finds the browser as a crawl does, starts it with the configured sandbox, and opens a page.
 * @param config null: it could not be read, so the defaults are used
 * @throws CommandError (browser) where no browser is found, (configuration)
 */
export async function tryBrowser(
  config: Config | null,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BrowserTrial> {
  const { findChromium } = await import('../stages/fetch/browser/chromium.ts');
  const { openOnePage } = await import('../stages/fetch/browser/open-one-page.ts');
  const { usesSandbox } = await import('../stages/fetch/browser/browser-process.ts');
  const browsers = await loadBrowsers(config?.browsersFile ?? settings.browsersFile.fallback);
  const chromium = await findChromium({
    engine: browsers.engine,
    explicit: browsers.executablePath,
    cacheDir: config?.cacheDir ?? null,
    env: { ...env, CHROMIUM_PATH: config?.chromiumPath ?? undefined },
  });
  const sandbox = config?.chromiumSandbox ?? settings.chromiumSandbox.fallback;
  const trouble = await openOnePage({ chromium, sandbox, browsers, log: silent }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const { executablePath, origin, version } = chromium;
  return { executablePath, origin, version, hasSandbox: usesSandbox(sandbox), trouble };
}
