import { createHash, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../settings/config.ts';
import type { HttpToken, TokenScope } from '../../settings/http-tokens.ts';

/** Who makes a request. */
export interface TokenHolder {
  readonly name: string;
  readonly scope: TokenScope;
}

/** All configured tokens, each with its name. */
export const tokensOf = ({ httpToken, httpReadToken, httpTokens }: Config): readonly HttpToken[] => [
  ...(httpToken === null ? [] : [{ name: 'NEWSHAWK_HTTP_TOKEN', scope: 'write' as const, token: httpToken }]),
  ...(httpReadToken === null
    ? []
    : [{ name: 'NEWSHAWK_HTTP_READ_TOKEN', scope: 'read' as const, token: httpReadToken }]),
  ...httpTokens,
];

/** Finds the token of a request. All are compared, each in constant time: digests are, because timingSafeEqual needs equal lengths. */
export function tokenFinder(tokens: readonly HttpToken[]): (authorization: string) => TokenHolder | null {
  const known = tokens.map(({ token, ...identity }) => ({ identity, digest: digestOf(token) }));
  return (authorization) => {
    const sent = digestOf(tokenIn(authorization));
    let found: TokenHolder | null = null;
    for (const { identity, digest } of known) if (timingSafeEqual(digest, sent)) found ??= identity;
    return found;
  };
}

/** Bearer, or Basic with the token as password: feed readers support only Basic. */
function tokenIn(authorization: string): string {
  const [scheme = '', credentials = ''] = authorization.split(/ +/, 2);
  if (/^bearer$/i.test(scheme)) return credentials;
  if (!/^basic$/i.test(scheme)) return '';
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
