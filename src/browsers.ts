import { z } from 'zod';

const proxyUrl = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^(https?|socks5):$/.test(new URL(text).protocol),
    'a proxy is written http://user:password@host:port, https://… or socks5://…',
  );

const browsersSchema = z.strictObject({
  /** Own executable; default: searched (see `newshawk doctor`). */
  executablePath: z.string().nullable().default(null),
  proxies: z.array(proxyUrl).default([]),
  /** Whether a task may go without a proxy when proxies are configured. */
  allowDirect: z.boolean().default(false),
  userAgent: z.string().min(1).nullable().default(null),
  locale: z.string().default('en-GB'),
  timeZone: z.string().default('UTC'),
  viewport: z
    .strictObject({ widthPx: z.int().min(200).max(4000), heightPx: z.int().min(200).max(4000) })
    .default({ widthPx: 1280, heightPx: 800 }),
  /** Contexts kept open; the least recently used one goes first. */
  maxContexts: z.int().min(1).max(500).default(32),
  pagesPerContext: z.int().min(1).default(100),
  contextMaxAgeMs: z
    .int()
    .min(1_000)
    .default(30 * 60_000),
  /** Patterns of CDP's Network.setBlockedURLs; `*` is a wildcard. */
  block: z
    .array(z.string().min(1))
    .default([
      '*://*.doubleclick.net/*',
      '*://*.googlesyndication.com/*',
      '*://*.google-analytics.com/*',
      '*://*.googletagmanager.com/*',
      '*://connect.facebook.net/*',
    ]),
  /** Images and remote fonts are not needed for text, and cost a third of a page's CPU. */
  images: z.boolean().default(false),
  network: z
    .strictObject({
      /** Exceptions from the network policy: CIDR, address, host, host:port. */
      allow: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  ignoreTlsErrors: z.boolean().default(false),
});

export type BrowsersConfig = z.output<typeof browsersSchema>;
export type BrowsersDefinition = z.input<typeof browsersSchema>;

/**
 * Declares the browsers (`browsers.config.ts`); every field has a default.
 * @throws z.ZodError with every mistake at once
 */
export const defineBrowsers = (definition: BrowsersDefinition): BrowsersConfig =>
  Object.freeze(browsersSchema.parse(definition));
