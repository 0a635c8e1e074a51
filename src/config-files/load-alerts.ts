import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import type { AlertRules } from '../model/publish/alert-rules.ts';
import { defineAlerts } from '../settings/events/alerts.ts';
import { importDefault, mistakesOf } from './load-module.ts';

/**
 * Loads `alerts.config.ts`; without the default file, the default rules. @param isSet whether a setting names the file: then it must exist
 * @throws CommandError (configuration) that names every mistake at once
 */
export async function loadAlerts(file: string, isSet: boolean): Promise<AlertRules> {
  const path = resolve(file);
  if (!existsSync(path)) {
    if (!isSet) return defineAlerts({});
    throw new CommandError(
      exitCodes.configuration,
      `NEWSHAWK_ALERTS names ${path}, and there is no such file: correct the setting, or leave it out (the rules about health then have their defaults).`,
    );
  }
  try {
    return defineAlerts(definitionOf(await importDefault(path)) as never);
  } catch (error) {
    const mistakes = mistakesOf(error, path).map((mistake) => `  - ${mistake}`);
    throw new CommandError(exitCodes.configuration, `${path} has mistakes:\n${mistakes.join('\n')}`, { cause: error });
  }
}

/** The export is validated again: a plain object works too. `defineAlerts` has made null of a rule that is off. */
const definitionOf = (exported: unknown): unknown =>
  typeof exported === 'object' && exported !== null && !Array.isArray(exported)
    ? Object.fromEntries(Object.entries(exported).map(([key, value]) => [key, value === null ? false : value]))
    : exported;
