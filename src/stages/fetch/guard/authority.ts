import { isIP } from 'node:net';

/** A host and a port: all that is dialled is named so. */
export interface Authority {
  /** Lower case, ASCII, without brackets or a trailing dot. */
  readonly host: string;
  readonly port: number;
}

const form = /^(\[[\da-f:.]+\]|[^\s/:@?#\\[\]]+)(?::(\d{1,5}))?$/i;

/**
 * Reads `host:port` in every spelling that a URL allows (decimal, octal and hexadecimal IPv4, full-width digits, IDN).
 * @returns null when it is none
 */
export function parseAuthority(text: string, defaultPort: number): Authority | null {
  const [, name = '', given] = form.exec(text) ?? [];
  const port = given === undefined ? defaultPort : Number(given);
  if (name === '' || port > 65_535 || !URL.canParse(`http://${name}`)) return null;
  const host = plainHost(new URL(`http://${name}`).hostname);
  return host === '' ? null : { host, port };
}

/** `localhost..` is no name of the web, and some resolvers take it for `localhost`: all trailing dots go. */
export const plainHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();

export const formatAuthority = ({ host, port }: Authority): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
