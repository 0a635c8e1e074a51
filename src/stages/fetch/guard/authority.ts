import { isIP } from 'node:net';

/** A host and a port, as in `host:port`. */
export interface Authority {
  /** Lower case, ASCII, without brackets or a trailing dot. */
  readonly host: string;
  readonly port: number;
}

const authorityPattern = /^(\[[\da-f:.]+\]|[^\s/:@?#\\[\]]+)(?::(\d{1,5}))?$/i;

/**
 * Parses `host:port` in every notation that a URL allows (decimal, octal and hexadecimal IPv4, full-width digits, IDN).
 * @returns null for anything else
 */
export function parseAuthority(text: string, defaultPort: number): Authority | null {
  const [, name = '', portText] = authorityPattern.exec(text) ?? [];
  const port = portText === undefined ? defaultPort : Number(portText);
  if (name === '' || port > 65_535 || !URL.canParse(`http://${name}`)) return null;
  const host = normalizeHost(new URL(`http://${name}`).hostname);
  return host === '' ? null : { host, port };
}

/** Lower case, without brackets and trailing dots: some resolvers take `localhost..` for `localhost`. */
export const normalizeHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();

export const formatAuthority = ({ host, port }: Authority): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
