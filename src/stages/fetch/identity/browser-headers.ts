import type { IdentityRoute } from '../../../ports.ts';

export interface HeaderFacts {
  readonly protocol: 'h2' | 'http/1.1';
  /** The `cookie` header; empty: none. */
  readonly cookie: string;
  /** Beside a navigation's own, or in their place. Names in lower case. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Names and values in turn: what our browser sends with a navigation, in its order and with its capitals (HTTP/2 has none), so that one identity looks alike on
 * both ways. `host` is the connection's. Accept-Language stands where Chromium puts one that is set by emulation.
 */
export function requestHeaders(identity: IdentityRoute, { protocol, cookie, own }: HeaderFacts): string[] {
  const headers: Record<string, string> = {
    ...browserHeaders(identity),
    ...(cookie === '' ? {} : { cookie }),
    ...own,
    ...(protocol === 'h2' ? { priority: 'u=0, i' } : {}),
  };
  return Object.entries(headers).flatMap(([name, value]) => [protocol === 'h2' ? name : spelled(name), value]);
}

/** HTTP/1.1 names as Chromium writes them: with capitals, client hints without. */
const spelled = (name: string): string =>
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

/** `en-GB` asks for `en-GB,en;q=0.9`, as Chromium does. */
const acceptLanguage = (locale: string): string =>
  languagesOf(locale)
    .map((language, index) => (index === 0 ? language : `${language};q=${(1 - index / 10).toFixed(1)}`))
    .join(',');

/** `en-GB` speaks `en-GB` and `en`: `navigator.languages`. */
export function languagesOf(locale: string): string[] {
  const [language = locale] = locale.split('-');
  return language === locale ? [locale] : [locale, language];
}

export interface Brand {
  readonly brand: string;
  readonly version: string;
}

/** The brands of `sec-ch-ua`, the same on the static path and in the browser; none for a user agent that is no Chromium's. */
export function brandsOf(userAgent: string): Brand[] {
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
