import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, exitCodes } from '../errors.ts';
import type { AlertRules } from '../model/publish/alert-rules.ts';
import { type BrowsersConfig, defineBrowsers } from '../settings/browsers.ts';
import { defineAlerts } from '../settings/events/alerts.ts';
import { loadDefinition } from './load-module.ts';

/**
 * Loads `browsers.config.ts`; without the file, the defaults.
 * @throws CommandError (configuration) that names every mistake at once
 */
export async function loadBrowsers(file: string): Promise<BrowsersConfig> {
  const path = resolve(file);
  return existsSync(path) ? loadDefinition(path, (exported) => defineBrowsers(exported as never)) : defineBrowsers({});
}

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
  return loadDefinition(path, (exported) => defineAlerts(definitionOf(exported) as never));
}

/** `defineAlerts` has made null of a rule that is off. */
const definitionOf = (exported: unknown): unknown =>
  typeof exported === 'object' && exported !== null && !Array.isArray(exported)
    ? Object.fromEntries(Object.entries(exported).map(([key, value]) => [key, value === null ? false : value]))
    : exported;
