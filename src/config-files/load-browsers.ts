import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import { type BrowsersConfig, defineBrowsers } from '../settings/browsers.ts';
import { importDefault, mistakesOf } from './load-module.ts';

/**
 * Loads `browsers.config.ts`; without the file, the defaults.
 * @throws CommandError (configuration) that names every mistake at once
 */
export async function loadBrowsers(file: string): Promise<BrowsersConfig> {
  const path = resolve(file);
  if (!existsSync(path)) return defineBrowsers({});
  try {
    // the export is validated again: a plain object works too, and an unknown key is an error
    return defineBrowsers((await importDefault(path)) as never);
  } catch (error) {
    const mistakes = mistakesOf(error, path).map((mistake) => `  - ${mistake}`);
    throw new CommandError(exitCodes.configuration, `${path} has mistakes:\n${mistakes.join('\n')}`, { cause: error });
  }
}
