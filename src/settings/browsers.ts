import { z } from 'zod';
import type { BrowsersDefinition } from './definitions/browsers-definition.ts';
import { proxyListsSchema } from './proxy-lists.ts';
import { closedObject } from './setting.ts';

const proxyUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^(https?|socks5):$/.test(new URL(text).protocol),
    'a proxy is written http://user:password@host:port, https://… or socks5://…',
  )
  .refine(
    (text) => !URL.canParse(text) || hasReadableCredentials(new URL(text)),
    'special characters of a user name or password are percent-encoded, % itself as %25',
  );

function hasReadableCredentials({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== null;
  } catch {
    return false; // a % without an escape
  }
}

const profileName = z.string().regex(/^[\w-]{1,40}$/, 'a name of letters, digits, - and _');
const locale = z.string().refine(isLocale, 'a language tag, such as en-GB or zh-CN');
const timeZone = z.string().refine(isTimeZone, 'a time zone, such as Europe/Paris or UTC');
const viewport = closedObject({ widthPx: z.int().min(200).max(4000), heightPx: z.int().min(200).max(4000) });
/** Null: the rendering browser's own. */
const userAgent = z.string().min(1).nullable();

const profileSchema = closedObject({
  name: profileName,
  userAgent: userAgent.optional(),
  locale: locale.optional(),
  timeZone: timeZone.optional(),
  viewport: viewport.optional(),
});

/** Other browsers are refused with the reason: a crawl must not run without the guard and request blocking unnoticed. */
const engine = z.enum(['headless-shell', 'chromium'], {
  error: ({ input }) =>
    input === 'firefox' || input === 'webkit'
      ? `${input} is not supported: blocking, byte limits and guarded reading are built on Chromium's DevTools protocol; write 'headless-shell' or 'chromium'`
      : "'headless-shell' or 'chromium'",
});

/** Every field with its default and its description, which `config print` shows. */
const browsersSchema = closedObject({
  engine: engine
    .default('headless-shell')
    .describe("'headless-shell', or 'chromium': the full browser, for .38 times the pages per CPU-second"),
  executablePath: z
    .string()
    .nullable()
    .default(null)
    .describe('path of your own browser; by default one is searched, and `newshawk doctor` shows which'),
  proxies: z
    .array(z.union([proxyUrl, closedObject({ url: proxyUrl, profiles: z.array(profileName).min(1) })]))
    .default([])
    .describe(
      "proxies: 'http://user:password@host:port', https://, socks5://, or { url, profiles } for some profiles only",
    ),
  allowDirect: z.boolean().default(false).describe('whether tasks may also use a direct connection beside the proxies'),
  proxyBytesPerDay: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      'bytes that each proxy may bring per day (UTC), as visits count them; then it rests until the next day; null: no limit',
    ),
  proxyLists: proxyListsSchema,
  userAgent: userAgent.default(null).describe("the profile's user agent; null: the browser's own"),
  locale: locale.default('en-GB').describe("the profile's language"),
  timeZone: timeZone.default('UTC').describe("the profile's time zone"),
  viewport: viewport.default({ widthPx: 1280, heightPx: 800 }).describe("the profile's window"),
  profiles: z
    .array(profileSchema)
    .default([])
    .describe(
      'readers that look different to sites: each proxy has an identity (cookies, cache, context) for each profile',
    ),
  processes: z
    .int()
    .min(1)
    .max(4)
    .default(1)
    .describe('browser processes; identities are spread over them, and a crash loses the pages of one process'),
  maxContexts: z
    .int()
    .min(1)
    .max(500)
    .default(32)
    .describe('contexts kept open (1.4 MB each when idle); the least recently used one is closed first'),
  pagesPerContext: z.int().min(1).default(100).describe('pages after which a context is retired; its cookies stay'),
  contextMaxAgeMs: z
    .int()
    .min(1_000)
    .default(30 * 60_000)
    .describe('age at which a context is retired'),
  block: z
    .array(z.string().min(1))
    .default([
      '*://*.doubleclick.net/*',
      '*://*.googlesyndication.com/*',
      '*://*.google-analytics.com/*',
      '*://*.googletagmanager.com/*',
      '*://connect.facebook.net/*',
    ])
    .describe('addresses that pages may not load; * is a wildcard'),
  images: z
    .boolean()
    .default(false)
    .describe("images and remote fonts: not needed for text, and a third of a page's CPU"),
  frames: z
    .enum(['on-demand', 'continuous'])
    .default('on-demand')
    .describe(
      'on-demand: pages draw only when newshawk needs it, which saves a third of their CPU (headless shell on Linux; others always draw); continuous: 60 times per second, as in a window',
    ),
  network: closedObject({
    /** Exceptions from the network policy: CIDR, address, host, host:port. */
    allow: z.array(z.string().min(1)).default([]),
    /** Ports of public servers beside the web's default ports: `port` or `from-to`. */
    ports: z.array(z.string().min(1)).default([]),
    /** The guard listens on loopback. On a shared machine it can be limited to processes of our own user (Linux; 5 ms of CPU per connection). */
    ownUserOnly: z.boolean().default(false),
    /** Who resolves host names for a proxy; auto: the guard where the proxy is in our own network, else the proxy. */
    proxyDns: z.enum(['auto', 'proxy', 'guard']).default('auto'),
  })
    .prefault({})
    .describe('the network policy: what may be reached beside the public web, and how'),
  ignoreTlsErrors: z.boolean().default(false).describe('accept any certificate'),
  limits: closedObject({
    /** Memory of one page's process; a page that needs more ends as `too-large`. */
    pageMemoryMb: z.int().min(128).default(768),
    /** Memory of all processes of a browser (at least 150 MB per open page). Beyond it the largest page is ended, or the browser restarted. */
    browserMemoryMb: z.int().min(400).default(1_300),
    /** Pages after which a browser is replaced. */
    pagesPerBrowser: z.int().min(1).default(2_000),
    /** Age at which a browser is replaced. */
    browserMaxAgeMs: z
      .int()
      .min(1_000)
      .default(2 * 3_600_000),
  })
    .prefault({})
    .describe('what pages and browsers may use before they are ended or restarted'),
});

const checkedSchema = browsersSchema.superRefine(({ proxies, profiles }, context) => {
  const complain = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  const names = profiles.map(({ name }) => name);
  const urls = proxies.map((proxy) => (typeof proxy === 'string' ? proxy : proxy.url));
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index) complain(['profiles', index, 'name'], `the profile ${name} is defined twice`);
  for (const [index, proxy] of proxies.entries()) {
    if (urls.indexOf(urls[index] ?? '') < index)
      complain(
        ['proxies', index],
        'the proxy is listed twice: use another user name for another session, and `profiles` for several readers',
      );
    if (typeof proxy === 'string') continue;
    for (const name of proxy.profiles)
      if (!names.includes(name)) complain(['proxies', index, 'profiles'], `there is no profile ${name}`);
  }
});

export type BrowsersConfig = z.output<typeof browsersSchema>;

/**
 * Declares the browsers (`browsers.config.ts`); every field has a default.
 * @example defineBrowsers({ locale: 'fr-FR', timeZone: 'Europe/Paris' })
 * @throws z.ZodError with every mistake at once
 */
export const defineBrowsers = (definition: BrowsersDefinition): BrowsersConfig =>
  Object.freeze(checkedSchema.parse(definition));

export interface BrowserSetting {
  readonly name: string;
  readonly value: unknown;
  readonly isDefault: boolean;
  readonly about: string;
}

/** The fields in the order of the definition, for display. Proxies still have their passwords. */
export function browserSettings(config: BrowsersConfig): readonly BrowserSetting[] {
  const defaults = defineBrowsers({});
  return Object.entries(browsersSchema.shape).map(([name, field]) => {
    const key = name as keyof BrowsersConfig;
    const isDefault = JSON.stringify(config[key]) === JSON.stringify(defaults[key]);
    return { name, value: config[key], isDefault, about: field.description ?? '' };
  });
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false; // Intl throws a RangeError for an invalid name
  }
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // Intl throws a RangeError for an invalid name
  }
}
