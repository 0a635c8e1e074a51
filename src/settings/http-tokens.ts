/** `read`: GET and HEAD. `write`: everything, also what fetches pages. */
export type TokenScope = 'read' | 'write';

export interface HttpToken {
  readonly name: string;
  readonly scope: TokenScope;
  readonly token: string;
}

/** `grafana:read:<token>,ingest:write:<token>` @throws Error that says what is wrong, without the tokens */
export function parseHttpTokens(value: string): readonly HttpToken[] {
  const tokens = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry, index): HttpToken => {
      const [, name, scope, token] = /^([\w.-]{1,50}):(read|write):(\S{16,})$/.exec(entry) ?? [];
      if (name === undefined || token === undefined)
        throw new Error(
          `entry ${index + 1} must be name:read:token or name:write:token, with a token of at least 16 characters (openssl rand -hex 32)`,
        );
      return { name, scope: scope as TokenScope, token };
    });
  if (new Set(tokens.map(({ name }) => name)).size < tokens.length) throw new Error('two tokens have the same name');
  if (new Set(tokens.map(({ token }) => token)).size < tokens.length) throw new Error('two names have the same token');
  return tokens;
}
