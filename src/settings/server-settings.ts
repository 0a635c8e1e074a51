import { z } from 'zod';
import { type HttpToken, parseHttpTokens } from './http-tokens.ts';
import { choiceSetting, intSetting, type Setting, secretSetting, setting, textSetting } from './setting.ts';

/** @throws Error that says which values are valid */
function parsePublicUrl(value: string): string {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    throw new Error('must be an address such as https://news.example or https://example.com/newshawk');
  return value;
}

/** @throws Error that says which values are valid */
function parseHubs(value: string): readonly string[] {
  const hubs = value
    .split(',')
    .map((hub) => hub.trim())
    .filter((hub) => hub !== '');
  if (hubs.some((hub) => !/^https?:\/\//i.test(hub) || !URL.canParse(hub)))
    throw new Error('must be http(s) addresses, with commas between them: https://hub.example/');
  return [...new Set(hubs)];
}

/** @throws Error that says which names are valid */
function parseHosts(value: string): readonly string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const wrong = names.find((name) => name !== '*' && !/^([\w-]+(\.[\w-]+)*|\[[\da-f:.]+\])$/i.test(name));
  if (wrong !== undefined)
    throw new Error(
      `must be host names without scheme and port, with commas between them, or *: news.example,intern; "${wrong}" is none`,
    );
  return names;
}

const networkSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** @throws Error that says which entries are valid */
function parseNetworks(value: string): readonly string[] {
  const networks = value
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== '');
  const wrong = networks.find((network) => !networkSchema.safeParse(network).success);
  if (wrong !== undefined)
    throw new Error(`"${wrong}" is not an address or a CIDR range: 127.0.0.1, 10.0.0.0/8 or fd00::/8, with commas`);
  return networks;
}

/** The HTTP server of `serve`. */
export const serverSettings = {
  httpHost: textSetting('NEWSHAWK_HTTP_HOST', '127.0.0.1', 'address of `serve`; any other than loopback needs a token'),
  httpPort: intSetting('NEWSHAWK_HTTP_PORT', 8780, 'port of `serve`', 0, 65_535),
  httpConnections: intSetting(
    'NEWSHAWK_HTTP_CONNECTIONS',
    1_000,
    'connections of `serve` at once; further ones are asked to retry later',
    1,
    60_000,
  ),
  httpRequests: intSetting(
    'NEWSHAWK_HTTP_REQUESTS',
    256,
    'requests of `serve` at once; further ones are asked to retry later',
    1,
    10_000,
  ),
  httpEventClients: intSetting(
    'NEWSHAWK_HTTP_EVENT_CLIENTS',
    100,
    'readers of `/v1/events` at once; further ones are asked to retry later',
    0,
    10_000,
  ),
  httpExtracts: intSetting('NEWSHAWK_HTTP_EXTRACTS', 4, 'pages that `POST /v1/extract` reads at once', 0, 100),
  httpExtractSeconds: intSetting(
    'NEWSHAWK_HTTP_EXTRACT_S',
    60,
    'seconds that `POST /v1/extract` waits for a page',
    1,
    600,
  ),
  httpCrawls: intSetting('NEWSHAWK_HTTP_CRAWLS', 1, 'crawls that `POST /v1/crawl` runs at once; 0: none', 0, 20),
  httpThreads: intSetting('NEWSHAWK_HTTP_THREADS', 2, 'threads of `serve` that read the store', 1, 16),
  publicUrl: setting<string | null>(
    'NEWSHAWK_PUBLIC_URL',
    null,
    'address under which other servers reach `serve`: hubs announce changes of feeds there (WebSub); default: none',
    parsePublicUrl,
  ),
  publicFeeds: choiceSetting(
    'NEWSHAWK_PUBLIC_FEEDS',
    'off',
    ['off', 'on'],
    'on: feeds (/v1/feeds) need no token, so that hubs and any feed reader can read them',
  ),
  websubHubs: setting<readonly string[]>(
    'NEWSHAWK_WEBSUB_HUBS',
    [],
    'hubs that are told of changed feeds and that feeds name (WebSub), with commas: https://hub.example/; needs NEWSHAWK_PUBLIC_URL',
    parseHubs,
  ),
  httpHosts: setting<readonly string[]>(
    'NEWSHAWK_HTTP_HOSTS',
    [],
    'names by which `serve` is reached beside its own (Host header), such as that of a reverse proxy; *: any',
    parseHosts,
  ),
  httpProxies: setting<readonly string[]>(
    'NEWSHAWK_HTTP_PROXIES',
    [],
    'reverse proxies before `serve`, as addresses or CIDR ranges: clients are counted by the X-Forwarded-For that these send',
    parseNetworks,
  ),
  httpToken: secretSetting('NEWSHAWK_HTTP_TOKEN', 'bearer token of the API, with all rights'),
  httpReadToken: secretSetting('NEWSHAWK_HTTP_READ_TOKEN', 'bearer token of the API that may only read'),
  httpTokens: setting<readonly HttpToken[]>(
    'NEWSHAWK_HTTP_TOKENS',
    [],
    'further tokens of the API: name:read:token or name:write:token, separated by commas',
    parseHttpTokens,
    true,
  ),
  httpReadRate: intSetting(
    'NEWSHAWK_HTTP_READ_RATE',
    600_000,
    'requests a minute that read, of one token or (without tokens) one address; 0: no limit',
  ),
  httpWriteRate: intSetting(
    'NEWSHAWK_HTTP_WRITE_RATE',
    6_000,
    'requests a minute that change or fetch something, of one token or (without tokens) one address; 0: no limit',
  ),
} as const satisfies Record<string, Setting<unknown>>;
