import { parseHtmlList } from './parse-html-list.ts';
import { parseJsonList } from './parse-json-list.ts';
import { parseProxyAddress } from './proxy-address.ts';

/** What a proxy list contains. */
export interface ProxyListReading {
  /** `scheme://[user:password@]host:port`, each once, in the order of the list. */
  readonly proxies: readonly string[];
  /** Lines, rows or entries that name no proxy that can be used (SOCKS4, a port out of range, prose). */
  readonly unreadable: number;
}

/** Longest list that is kept: a day's check of more takes longer than a day. */
const maxProxies = 20_000;

/**
 * Reads a proxy list: plain lines, an HTML page with a table, or JSON, recognised by its content. Whatever else the text contains is counted, not guessed.
 * @param scheme of entries that name none: a list of SOCKS5 proxies often has bare addresses
 */
export function parseProxyList(text: string, scheme = 'http'): ProxyListReading {
  const content = text.replace(/^\uFEFF/, '').trim();
  const entries = entriesOf(content, scheme);
  const proxies = new Set(entries.filter((entry) => entry !== null));
  return {
    proxies: [...proxies].slice(0, maxProxies),
    unreadable: entries.filter((entry) => entry === null).length,
  };
}

/** One for each line, row or entry: the proxy, or null. */
function entriesOf(content: string, scheme: string): readonly (string | null)[] {
  if (/^[[{]/.test(content) && !/^\[[0-9a-f:.]+\]:\d/i.test(content)) return parseJsonList(content, scheme);
  if (/<(?:!doctype|html|table|body|pre)\b/i.test(content)) return parseHtmlList(content, scheme);
  return content
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:[#;]|\/\/|$)/.test(line))
    .map((line) => parseProxyAddress(line, scheme));
}
