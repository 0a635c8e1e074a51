import { parseProxyAddress, proxyUrlOf } from './proxy-address.ts';

/** Deeper nesting is no proxy list. */
const maxDepth = 6;

/**
 * The entries of a JSON list, or of one JSON object per line: strings, and objects with host and port under one of their usual names, at any depth.
 * @returns the proxy of each entry; null for an entry that is none, and one null for a text that is not JSON
 */
export function parseJsonList(text: string, scheme: string): readonly (string | null)[] {
  const values = parseValues(text);
  return values === null ? [null] : values.flatMap((value) => entriesIn(value, scheme, 0));
}

function parseValues(text: string): readonly unknown[] | null {
  try {
    return [JSON.parse(text)];
  } catch {
    // not one JSON text: one per line?
  }
  try {
    return text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown);
  } catch {
    return null; // reported as an unreadable entry
  }
}

function entriesIn(value: unknown, scheme: string, depth: number): readonly (string | null)[] {
  if (typeof value === 'string') return [parseProxyAddress(value, scheme)];
  if (typeof value !== 'object' || value === null || depth > maxDepth) return [];
  if (Array.isArray(value)) return value.flatMap((item) => entriesIn(item, scheme, depth + 1));
  const record = new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field] as const));
  const host = textOf(record, ['ip', 'host', 'address', 'server', 'ipaddress', 'ip_address', 'hostname']);
  const port = textOf(record, ['port', 'proxy_port']);
  if (host !== null && port !== null) return [recordProxy(record, host, port, scheme)];
  const whole = textOf(record, ['proxy', 'url', 'proxyurl', 'ipport', 'addr']) ?? host;
  if (whole !== null) return [parseProxyAddress(whole, schemeOf(record) ?? scheme)];
  // an envelope such as { data: [...] }: its other fields (a count, a date) are no entries
  return [...record.values()].filter(isList).flatMap((item) => entriesIn(item, scheme, depth + 1));
}

const isList = (value: unknown): boolean => typeof value === 'object' && value !== null;

type Fields = ReadonlyMap<string, unknown>;

const recordProxy = (record: Fields, host: string, port: string, scheme: string): string | null =>
  proxyUrlOf({
    scheme: schemeOf(record) ?? scheme,
    host,
    port,
    user: textOf(record, ['user', 'username', 'login']) ?? '',
    password: textOf(record, ['password', 'pass', 'pwd']) ?? '',
  });

/** A proxy that speaks several protocols is used by the first that can be used. */
function schemeOf(record: Fields): string | null {
  const field = ['protocol', 'protocols', 'scheme', 'type']
    .map((name) => record.get(name))
    .find((value) => value != null);
  const names = (Array.isArray(field) ? field : String(field ?? '').split(/[,/ ]+/)).map((name) =>
    String(name).toLowerCase(),
  );
  return names.find((name) => /^(?:https?|socks5h?)$/.test(name)) ?? names.find((name) => /^socks/.test(name)) ?? null;
}

function textOf(record: Fields, names: readonly string[]): string | null {
  const value = names.map((name) => record.get(name)).find((field) => field != null);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
