import type { IdentityRoute } from '../../ports.ts';

/** What Chromium sends with a navigation, in its order; a server that compares them with the user agent finds them alike. */
export function browserHeaders({ userAgent, locale }: IdentityRoute): Record<string, string> {
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
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': acceptLanguage(locale),
  };
}

/** `en-GB` asks for `en-GB,en;q=0.9`, as Chromium does. */
export function acceptLanguage(locale: string): string {
  const [language = locale] = locale.split('-');
  return language === locale ? locale : `${locale},${language};q=0.9`;
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
