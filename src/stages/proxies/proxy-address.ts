import { decoded } from '../../text/characters.ts';

/** `socks5h` only says who resolves names; the egress guard decides that. */
const schemes: Readonly<Record<string, string>> = {
  http: 'http',
  https: 'https',
  socks5: 'socks5',
  socks5h: 'socks5',
  socks: 'socks5',
};

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;
const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

interface ProxyParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: number | string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

/** A proxy in its one spelling, `scheme://[user:password@]host:port`; null where the parts are no HTTP, HTTPS or SOCKS5 proxy. */
export function proxyUrlOf({ scheme, host, port, user = '', password = '' }: ProxyParts): string | null {
  const protocol = schemes[scheme.trim().toLowerCase()];
  const portNumber = Number(port);
  const bareHost = host
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  const isIpv6 = bareHost.includes(':') && URL.canParse(`http://[${bareHost}]`);
  if (protocol === undefined || !(isIpv6 || ipv4.test(bareHost) || hostName.test(bareHost))) return null;
  if (!/^\d{1,5}$/.test(String(port).trim()) || portNumber < 1 || portNumber > 65_535) return null;
  const credentials = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${protocol}://${credentials}${isIpv6 ? `[${bareHost}]` : bareHost}:${portNumber}`;
}

const hostAndPort = String.raw`(\[[0-9a-f:.]+\]|[a-z0-9.-]+)[:\s,;|]+(\d{1,5})`;
const withScheme =
  /^([a-z][a-z0-9]{2,7}):\/\/(?:([^\s@/]*)@)?(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\d{1,5})\/?(?=[\s,;|#]|$)/i;
const withCredentials = new RegExp(`^([^\\s@:/]+):([^\\s@/]+)@${hostAndPort}(?=[\\s,;|#]|$)`, 'i');
/** `host:port:user:password`, as many providers export their lists. */
const withTrailingCredentials = /^([a-z0-9.-]+):(\d{1,5}):([^\s:]+):([^\s:]+)$/i;
const plain = new RegExp(`^${hostAndPort}(?=[\\s,;|#:]|$)`, 'i');

/**
 * Reads the proxy at the start of a line: `host:port`, `scheme://user:password@host:port`, `user:password@host:port`, `host:port:user:password`, or host and port
 * in two columns. What follows (country, comment) is ignored.
 * @param scheme of lines that name none
 * @returns `scheme://[user:password@]host:port`; null where the line is no proxy
 */
export function parseProxyAddress(line: string, scheme = 'http'): string | null {
  const text = line.trim();
  const full = withScheme.exec(text);
  if (full !== null) {
    const [, own = '', credentials = '', host = '', port = ''] = full;
    const [user, password] = decodedCredentials(credentials);
    return proxyUrlOf({ scheme: own, host, port, user, password });
  }
  const trailing = withTrailingCredentials.exec(text);
  if (trailing !== null) {
    const [, host = '', port = '', user, password] = trailing;
    return proxyUrlOf({ scheme, host, port, user, password });
  }
  const leading = withCredentials.exec(text);
  if (leading !== null) {
    const [, user, password, host = '', port = ''] = leading;
    return proxyUrlOf({ scheme, host, port, user, password });
  }
  const [, host = '', port = ''] = plain.exec(text) ?? [];
  return proxyUrlOf({ scheme, host, port });
}

function decodedCredentials(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  const parts = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return [decoded(parts[0] ?? ''), decoded(parts[1] ?? '')];
}
