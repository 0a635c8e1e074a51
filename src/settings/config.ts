import { CommandError, exitCodes } from '../errors.ts';
import { crawlSettings } from './crawl-settings.ts';
import { webhookSettings } from './events/webhook-settings.ts';
import { keepingSettings } from './keeping-settings.ts';
import { nearestName } from './nearest-name.ts';
import { seedSettings } from './seed-settings.ts';
import { serverSettings } from './server-settings.ts';
import { choiceSetting, listSetting, optionalSetting, type Setting, setting, textSetting } from './setting.ts';
import { teacherSettings } from './teacher-settings.ts';

/** Where a value comes from. */
export type ConfigOrigin = 'default' | '.env' | 'environment';

const store = setting(
  'NEWSHAWK_STORE',
  'file:./data',
  'the store: file:<folder> (SQLite) or mongodb://…',
  (value) => {
    if (!/^(file:.+|mongodb(\+srv)?:\/\/.+)$/.test(value))
      throw new Error('must be file:<folder> or mongodb://host/database');
    return value;
  },
  true,
);

function isQueueAddress(value: string): boolean {
  if (!/^rediss?:\/\/.+$/.test(value) || !URL.canParse(value)) return false;
  const { username, password, pathname } = new URL(value);
  return /^(\/\d{0,9})?$/.test(pathname) && [username, password].every(isPercentEncoded);
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const queue = setting<string | null>(
  'NEWSHAWK_QUEUE',
  null,
  'the queue that gives hosts to workers on several machines: redis://host:6379 (docs/scale.md); default: none, one process does all work',
  (value) => {
    if (!isQueueAddress(value))
      throw new Error(
        'must be redis://host:port or rediss://host:port, with /<number> of a database, ?prefix=<name> where several stores share it, and special characters in user and password percent-encoded',
      );
    return value;
  },
  true,
);

/** Every setting: variable, default (its unit is in the name), what it does, and limits. */
export const settings = {
  store,
  queue,
  scrapersDir: textSetting('NEWSHAWK_SCRAPERS', './scrapers', 'folder with <host>/scraper.ts'),
  topicsFile: textSetting(
    'NEWSHAWK_TOPICS',
    './topics.json',
    'file with the topics; without it every article is on topic',
  ),
  alertsFile: textSetting(
    'NEWSHAWK_ALERTS',
    './alerts.config.ts',
    'file with the rules of alerts (docs/alerts.md); without it the rules about health have their defaults',
  ),
  categoriesModel: optionalSetting(
    'NEWSHAWK_CATEGORIES_MODEL',
    "file of the model that predicts categories; default: the store's active version, else section, address and words",
  ),
  browsersFile: textSetting('NEWSHAWK_BROWSERS', './browsers.config.ts', 'browsers and proxies'),
  chromiumPath: optionalSetting('CHROMIUM_PATH', 'path of your own browser'),
  cacheDir: optionalSetting(
    'NEWSHAWK_CACHE',
    "where the packaged browser is unpacked and compiled code is kept (default: the user's cache folder)",
  ),
  aliveFile: optionalSetting(
    'NEWSHAWK_ALIVE_FILE',
    'file that `crawl` and `watch` touch after each heartbeat in the store (every 5 s), for health checks',
  ),
  ...crawlSettings,
  ...seedSettings,
  ...teacherSettings,
  allowNetworks: listSetting(
    'NEWSHAWK_ALLOW_NETWORKS',
    'exceptions from the network policy: CIDR, address, host or host:port',
  ),
  allowPorts: listSetting(
    'NEWSHAWK_ALLOW_PORTS',
    "ports of public servers beside the web's default ports: port or from-to",
  ),
  connectTo: listSetting(
    'NEWSHAWK_CONNECT_TO',
    'host:port=address:port: connect there instead, names and certificates unchanged',
  ),
  adLists: listSetting(
    'NEWSHAWK_AD_LISTS',
    'files of filter lists (EasyList) that recognise advertisements among media; default: those that a system package installed',
  ),
  ...keepingSettings,
  ...serverSettings,
  ...webhookSettings,
  logLevel: choiceSetting('NEWSHAWK_LOG', 'info', ['debug', 'info', 'warn', 'error', 'silent'], 'log level (stderr)'),
  chromiumSandbox: choiceSetting(
    'NEWSHAWK_SANDBOX',
    'auto',
    ['auto', 'on', 'off'],
    "Chromium's own sandbox; auto: on, except as root",
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Config = { readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer T> ? T : never };
export type ConfigOrigins = Readonly<Record<SettingName, ConfigOrigin>>;

/** Variables without a setting: they belong to the tests, the demo, the launcher and the benchmarks. Any other unknown NEWSHAWK_ variable is an error. */
const otherVariables = /^NEWSHAWK_(TEST|DEMO|NODE|BENCH)_/;

/**
 * Reads all settings: the environment, else `.env`, else the default. The result is frozen.
 * @throws CommandError (configuration) that lists all mistakes
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  dotEnv: Readonly<Record<string, string | undefined>> = {},
): { config: Config; origins: ConfigOrigins } {
  const values: Record<string, unknown> = {};
  const origins: Record<string, ConfigOrigin> = {};
  const mistakes = unknownVariables({ ...dotEnv, ...environment });
  for (const [name, entry] of Object.entries(settings) as [string, Setting<unknown>][]) {
    const [text, origin] = environment[entry.variable]
      ? [environment[entry.variable], 'environment' as const]
      : [dotEnv[entry.variable], '.env' as const];
    origins[name] = text ? origin : 'default';
    try {
      values[name] = text ? entry.parse(text) : entry.fallback;
    } catch (error) {
      mistakes.push(
        `${entry.variable}=${entry.secret ? '…' : text} (${origin}): ${(error as Error).message}. Meaning: ${entry.about}.`,
      );
    }
  }
  if (mistakes.length > 0)
    throw new CommandError(
      exitCodes.configuration,
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}\n\`newshawk config print\` lists every setting.`,
    );
  return { config: Object.freeze(values) as Config, origins: Object.freeze(origins) as ConfigOrigins };
}

function unknownVariables(variables: Readonly<Record<string, string | undefined>>): string[] {
  const knownVariables = new Set(Object.values(settings).map(({ variable }) => variable));
  const unknown = Object.keys(variables).filter(
    (name) => name.startsWith('NEWSHAWK_') && !otherVariables.test(name) && !knownVariables.has(name),
  );
  return unknown.map((name) => {
    const nearest = nearestName(name, [...knownVariables]);
    return `${name}: there is no such setting${nearest === null ? '' : `, did you mean ${nearest}?`}`;
  });
}
