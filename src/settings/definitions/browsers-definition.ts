/** The fields of `browsers.config.ts`. All have a default. */
export interface BrowsersDefinition {
  /**
   * The browser: `headless-shell`, or `chromium`, the full browser, for .38 times the pages per CPU-second.
   * @default 'headless-shell'
   * @example engine: 'chromium'
   */
  engine?: 'headless-shell' | 'chromium';
  /**
   * Path of your own browser. By default one is searched; `newshawk doctor` shows which.
   * @default null
   * @example executablePath: '/usr/bin/chromium'
   */
  executablePath?: string | null;
  /**
   * Proxies that pages are fetched through; with `profiles` for some of them only. Read credentials from the environment.
   * @default []
   * @example proxies: ['http://user:password@proxy.example:8080', { url: 'socks5://other.example:1080', profiles: ['reader'] }], profiles: [{ name: 'reader' }]
   */
  proxies?: (string | { url: string; profiles: string[] })[];
  /**
   * Whether tasks may also use a direct connection beside the proxies.
   * @default false
   * @example allowDirect: true
   */
  allowDirect?: boolean;
  /**
   * Bytes that each proxy may bring per day (UTC); then it rests until the next day. Null: no limit.
   * @default null
   * @example proxyBytesPerDay: 2_000_000_000
   */
  proxyBytesPerDay?: number | null;
  /**
   * Lists of proxies that are checked daily, how they are checked and how many of them are used (docs/proxies.md).
   * @default no list
   * @example proxyLists: { urls: ['https://lists.example/proxies.txt'], perRound: 3 }
   */
  proxyLists?: {
    urls?: (string | { url: string; scheme: 'http' | 'https' | 'socks5' })[];
    pages?: number;
    triesPerPage?: number;
    minSuccessRate?: number;
    maxLatencyMs?: number;
    checksAtOnce?: number;
    perRound?: number;
    roundMs?: number;
  };
  /**
   * The user agent; null: the browser's own.
   * @default null
   * @example userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Example/1.0'
   */
  userAgent?: string | null;
  /**
   * The language that pages see.
   * @default 'en-GB'
   * @example locale: 'zh-CN'
   */
  locale?: string;
  /**
   * The time zone that pages see.
   * @default 'UTC'
   * @example timeZone: 'Europe/Paris'
   */
  timeZone?: string;
  /**
   * The size of the window, px.
   * @default { widthPx: 1280, heightPx: 800 }
   * @example viewport: { widthPx: 1440, heightPx: 900 }
   */
  viewport?: { widthPx: number; heightPx: number };
  /**
   * Readers that look different to sites: each proxy has an identity (cookies, cache, context) for each of them. What a profile leaves out is as above.
   * @default []
   * @example profiles: [{ name: 'paris', locale: 'fr-FR', timeZone: 'Europe/Paris' }]
   */
  profiles?: {
    name: string;
    userAgent?: string | null;
    locale?: string;
    timeZone?: string;
    viewport?: { widthPx: number; heightPx: number };
  }[];
  /**
   * Browser processes, 1 to 4. Identities are spread over them, and a crash loses the pages of one.
   * @default 1
   * @example processes: 2
   */
  processes?: number;
  /**
   * Contexts kept open (1.4 MB each when idle). The least recently used one is closed first.
   * @default 32
   * @example maxContexts: 8
   */
  maxContexts?: number;
  /**
   * Pages after which a context is retired; its cookies stay.
   * @default 100
   * @example pagesPerContext: 50
   */
  pagesPerContext?: number;
  /**
   * Age at which a context is retired, ms.
   * @default 1800000
   * @example contextMaxAgeMs: 600_000
   */
  contextMaxAgeMs?: number;
  /**
   * Addresses that pages may not load; `*` is a wildcard.
   * @default five addresses of advertising and tracking
   * @example block: ['*://*.tracker.example/*']
   */
  block?: string[];
  /**
   * Whether images and remote fonts are loaded. They are not needed for text, and are a third of a page's CPU.
   * @default false
   * @example images: true
   */
  images?: boolean;
  /**
   * `on-demand`: pages draw only when newshawk needs it, which saves a third of their CPU; `continuous`: 60 times per second, as in a window.
   * @default 'on-demand'
   * @example frames: 'continuous'
   */
  frames?: 'on-demand' | 'continuous';
  /**
   * The network policy: exceptions (`allow`: CIDR, address, host or host:port), further ports (`ports`), whether only processes of our own user may use the guard (`ownUserOnly`), and who resolves names for a proxy (`proxyDns`).
   * @default { allow: [], ports: [], ownUserOnly: false, proxyDns: 'auto' }
   * @example network: { allow: ['10.0.0.0/8'], ports: ['8000-8100'] }
   */
  network?: { allow?: string[]; ports?: string[]; ownUserOnly?: boolean; proxyDns?: 'auto' | 'proxy' | 'guard' };
  /**
   * Accept any certificate.
   * @default false
   * @example ignoreTlsErrors: true
   */
  ignoreTlsErrors?: boolean;
  /**
   * What pages and browsers may use before they are ended or restarted: memory of a page's process and of a browser, MB; pages and age of a browser.
   * @default { pageMemoryMb: 768, browserMemoryMb: 1300, pagesPerBrowser: 2000, browserMaxAgeMs: 7200000 }
   * @example limits: { pageMemoryMb: 512 }
   */
  limits?: { pageMemoryMb?: number; browserMemoryMb?: number; pagesPerBrowser?: number; browserMaxAgeMs?: number };
}
