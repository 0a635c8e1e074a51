import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowsersConfig, defineBrowsers } from '../browsers.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { hookImports } from './load-scrapers.ts';

/**
 * Loads `browsers.config.ts`; without the file, the defaults.
 * @throws CommandError (configuration) that names every mistake at once
 */
export async function loadBrowsers(file: string): Promise<BrowsersConfig> {
  const path = resolve(file);
  if (!existsSync(path)) return defineBrowsers({});
  hookImports();
  try {
    const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { readonly default?: unknown };
    // Whatever was exported is checked again: a plain object works too, an unknown key stops the start.
    return defineBrowsers(module.default as never);
  } catch (error) {
    throw new CommandError(exitCodes.configuration, `${path} has mistakes:\n${wordsOf(error)}`, { cause: error });
  }
}

function wordsOf(error: unknown): string {
  const issues = error instanceof Error && 'issues' in error ? error.issues : null;
  if (!Array.isArray(issues)) return `  - ${error instanceof Error ? error.message : String(error)}`;
  return (issues as { path: PropertyKey[]; message: string }[])
    .map(({ path, message }) => `  - ${path.join('.') || 'the definition'}: ${message}`)
    .join('\n');
}
