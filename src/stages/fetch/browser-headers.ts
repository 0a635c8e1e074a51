import type { IdentityRoute } from '../../ports.ts';

/** What Chromium sends with a navigation, in its order; a server that compares them with the user agent finds them alike. */
export function browserHeaders({ userAgent, locale }: IdentityRoute): Record<string, string> {
  const major = /Chrome\/(\d+)/.exec(userAgent)?.[1];
  const hints: Record<string, string> =
    major === undefined
      ? {}
      : {
          'sec-ch-ua': `"Chromium";v="${major}", "Not)A;Brand";v="24"`,
          'sec-ch-ua-mobile': '?0',
          'sec-ch-ua-platform': platform(userAgent),
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

function platform(userAgent: string): string {
  if (userAgent.includes('Windows')) return '"Windows"';
  return userAgent.includes('Mac OS X') ? '"macOS"' : '"Linux"';
}
