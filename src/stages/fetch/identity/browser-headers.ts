import type { IdentityRoute } from '../../../ports.ts';

interface HeaderOptions {
  readonly protocol: 'h2' | 'http/1.1';
  /** Value of the `cookie` header; empty: no such header. */
  readonly cookie: string;
  /** Headers that are added to a navigation's or replace them. Lower-case names. */
  readonly extra: Readonly<Record<string, string>>;
  /** What sends the request in a page; default: a navigation. */
  readonly as?: RequestSender | undefined;
}

/** `fetch`: also XMLHttpRequest; `script`: a script element. */
export type RequestSender = 'navigation' | 'fetch' | 'script';

/**
 * Alternating names and values: the headers of our browser's navigations, in its order and with its capitals (lower case in HTTP/2), so that an identity
 * looks the same with and without the browser. `host` is not included. Accept-Language is where Chromium puts it when emulation sets it.
 */
export function requestHeaders(
  identity: IdentityRoute,
  { protocol, cookie, extra, as = 'navigation' }: HeaderOptions,
): string[] {
  const headers: Record<string, string> = {
    ...(as === 'navigation' ? browserHeaders(identity) : scriptHeaders(identity, as, extra)),
    ...(cookie === '' ? {} : { cookie }),
    ...extra,
    ...(protocol === 'h2' ? { priority: priorities[as] } : {}),
  };
  return Object.entries(headers).flatMap(([name, value]) => [protocol === 'h2' ? name : http1Name(name), value]);
}

const priorities: Readonly<Record<RequestSender, string>> = { navigation: 'u=0, i', fetch: 'u=1, i', script: 'u=1' };

/**
 * The headers of a request by a page's scripts, in Chromium's order for a GET without headers of its own; those that scripts set come behind the client hints. With own
 * headers Chromium has no fixed order.
 */
function scriptHeaders(
  identity: IdentityRoute,
  as: Exclude<RequestSender, 'navigation'>,
  extra: Readonly<Record<string, string>>,
): Record<string, string> {
  const ofBrowser = browserHeaders(identity);
  const pick = (...names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (ofBrowser[name] === undefined ? [] : [[name, ofBrowser[name]]])));
  const later = ['origin', 'referer', 'accept', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];
  const own = Object.fromEntries(Object.entries(extra).filter(([name]) => !later.includes(name)));
  return {
    ...pick('sec-ch-ua-platform', 'user-agent', 'sec-ch-ua'),
    ...own,
    // of the context's locale alone; only navigations name the others
    'accept-language': identity.locale,
    ...pick('sec-ch-ua-mobile'),
    accept: '*/*',
    ...(extra.origin === undefined ? {} : { origin: extra.origin }),
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': as === 'fetch' ? 'cors' : 'no-cors',
    'sec-fetch-dest': as === 'fetch' ? 'empty' : 'script',
    ...(extra.referer === undefined ? {} : { referer: extra.referer }),
    ...pick('accept-encoding'),
  };
}

/** A header name as Chromium writes it in HTTP/1.1: capitalized, except client hints. */
const http1Name = (name: string): string =>
  name.startsWith('sec-ch-') ? name : name.replace(/(^|-)[a-z]/g, (first) => first.toUpperCase());

function browserHeaders({ userAgent, locale }: IdentityRoute): Record<string, string> {
  const brands = brandsOf(userAgent);
  const hints: Record<string, string> =
    brands.length === 0
      ? {}
      : {
          'sec-ch-ua': brands.map(({ brand, version }) => `"${brand}";v="${version}"`).join(', '),
          'sec-ch-ua-mobile': '?0',
          'sec-ch-ua-platform': `"${platformOf(userAgent)}"`,
        };
  return {
    ...hints,
    'upgrade-insecure-requests': '1',
    'user-agent': userAgent,
    'accept-language': acceptLanguage(locale),
    accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
    'accept-encoding': 'gzip, deflate, br, zstd',
  };
}

/** `en-GB` gives `en-GB,en;q=0.9`, as in Chromium. */
const acceptLanguage = (locale: string): string =>
  languagesOf(locale)
    .map((language, index) => (index === 0 ? language : `${language};q=${(1 - index / 10).toFixed(1)}`))
    .join(',');

/** The value of `navigator.languages`: `en-GB` gives `en-GB` and `en`. */
export function languagesOf(locale: string): string[] {
  const [language = locale] = locale.split('-');
  return language === locale ? [locale] : [locale, language];
}

export interface ClientHintBrand {
  readonly brand: string;
  readonly version: string;
}

/** The brands of `sec-ch-ua`, equal with and without the browser; empty for a user agent other than Chromium's. */
export function brandsOf(userAgent: string): ClientHintBrand[] {
  const version = /Chrome\/(\d+)/.exec(userAgent)?.[1];
  return version === undefined
    ? []
    : [
        { brand: 'Chromium', version },
        { brand: 'Not)A;Brand', version: '24' },
      ];
}

export function platformOf(userAgent: string): string {
  if (userAgent.includes('Windows')) return 'Windows';
  return userAgent.includes('Mac OS X') ? 'macOS' : 'Linux';
}
