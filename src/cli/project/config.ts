import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { redactText } from '../../printable.ts';
import { type BrokenScraper, brokenScrapers } from '../../settings/broken-scrapers.ts';
import { type BrowsersConfig, browserSettings } from '../../settings/browsers.ts';
import { type SettingName, settings } from '../../settings/config.ts';
import type { Session } from '../session.ts';
import { printTable } from '../terminal/table.ts';

interface SettingRow {
  readonly variable: string;
  readonly value: unknown;
  readonly origin: string;
  readonly about: string;
}

export function addConfig(program: Command, session: Session): void {
  program
    .command('config')
    .description('the settings')
    .command('print', { isDefault: true })
    .description('every setting: its effective value, where it comes from, what it does')
    .action(session.withApp((app) => print(session, app)));
}

async function print(session: Session, app: App): Promise<void> {
  const broken = brokenScrapers(await app.sites());
  const rows = [...settingRows(app), ...browserRows(app.config, await app.browsersConfig()), ...broken.map(brokenRow)];
  if (session.options.json) return session.printJson(rows);
  await printTable(session, rows, [
    ['setting', ({ variable }) => variable],
    ['value', ({ value }) => valueText(value), 16],
    ['from', ({ origin }) => origin],
    ['what it does', ({ about }) => about, 24],
  ]);
}

/** The settings in the order of config.ts. Secrets are masked. */
function settingRows({ config, origins }: App): SettingRow[] {
  return (Object.keys(settings) as SettingName[]).map((name) => ({
    variable: settings[name].variable,
    value: masked(name, config[name]),
    origin: origins[name],
    about: settings[name].about,
  }));
}

/** The fields of browsers.config.ts, defaults included; proxies without passwords. */
const browserRows = ({ browsersFile }: App['config'], config: BrowsersConfig): SettingRow[] =>
  browserSettings(config).map(({ name, value, isDefault, about }) => ({
    variable: `browsers: ${name}`,
    value: JSON.parse(redactText(JSON.stringify(value))),
    origin: isDefault ? 'default' : browsersFile,
    about,
  }));

/** A scraper that can't be used. */
const brokenRow = ({ host, file, mistakes }: BrokenScraper): SettingRow => ({
  variable: `scraper: ${host}`,
  value: mistakes,
  origin: file,
  about: 'has a mistake: its site is not crawled until it is corrected',
});

/** In the store's address only the credentials are secret; the rest is shown. */
function masked(name: SettingName, value: unknown): unknown {
  if (value === null || (Array.isArray(value) && value.length === 0)) return value;
  if (settings[name].secret && name !== 'store') return '…';
  return typeof value === 'string' ? redactText(value) : value;
}

function valueText(value: unknown): string {
  if (value === null) return '(none)';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(valueText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
