import { parse } from 'parse5';
import { elementsIn, type HtmlElement, isHtmlElement, nodeText } from './html-tree.ts';
import { parseProxyAddress, proxyUrlOf } from './proxy-address.ts';

/**
 * The rows of an HTML page's tables, else the lines of its preformatted text. Columns are recognised by their head (`IP`, `Port`, `Protocol` or `Type`, `Https`),
 * and without one by what the cells contain.
 * @returns the proxy of each row or line; null for a row that names none (rows of heads are left out)
 */
export function parseHtmlList(html: string, scheme: string): readonly (string | null)[] {
  const document = parse(html);
  const tables = elementsIn(document, 'table').flatMap((table) => tableEntries(table, scheme));
  if (tables.some((entry) => entry !== null)) return tables;
  const texts = ['pre', 'textarea', 'li', 'p'].flatMap((tag) =>
    elementsIn(document, tag).map((element) => nodeText(element)),
  );
  return texts
    .flatMap((text) => text.split(/\r?\n/))
    .filter((line) => /\d/.test(line))
    .map((line) => parseProxyAddress(line, scheme));
}

interface Columns {
  readonly host: number;
  readonly port: number;
  readonly scheme: number;
  readonly https: number;
}

function tableEntries(table: HtmlElement, scheme: string): readonly (string | null)[] {
  const rows = elementsIn(table, 'tr').map((row) =>
    row.childNodes
      .filter(isHtmlElement)
      .map((cell) => ({ isHead: cell.tagName === 'th', text: nodeText(cell).trim() })),
  );
  const head = rows.find((cells) => cells.length > 0 && cells.every(({ isHead }) => isHead));
  const columns = columnsOf((head ?? []).map(({ text }) => text));
  return rows
    .map((cells) => cells.filter(({ isHead }) => !isHead).map(({ text }) => text))
    .filter((cells) => cells.length > 0)
    .map((cells) => rowProxy(cells, columns, scheme));
}

const columnsOf = (heads: readonly string[]): Columns => ({
  host: heads.findIndex((name) => /^(?:ip|host|proxy|address|server)\b/i.test(name)),
  port: heads.findIndex((name) => /^port\b/i.test(name)),
  scheme: heads.findIndex((name) => /^(?:protocols?|type|scheme)\b/i.test(name)),
  https: heads.findIndex((name) => /^(?:https|ssl)\b/i.test(name)),
});

function rowProxy(cells: readonly string[], columns: Columns, fallback: string): string | null {
  const scheme = rowScheme(cells, columns) ?? fallback;
  const whole = cells.map((cell) => parseProxyAddress(cell, scheme)).find((proxy) => proxy !== null);
  if (whole !== undefined) return whole;
  const hostAt = columns.host === -1 ? cells.findIndex((cell) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(cell)) : columns.host;
  const portAt =
    columns.port === -1 ? cells.findIndex((cell, at) => at > hostAt && /^\d{2,5}$/.test(cell)) : columns.port;
  return proxyUrlOf({ scheme, host: cells[hostAt] ?? '', port: cells[portAt] ?? '' });
}

/**
 * A cell of the protocol column, or any cell that is a protocol's name. A column `Https: yes` says that the proxy opens tunnels, not that it is reached by TLS: it
 * stays an HTTP proxy.
 */
function rowScheme(cells: readonly string[], { scheme, https }: Columns): string | null {
  const named = scheme === -1 ? cells.find((cell) => /^(?:https?|socks\d?h?)$/i.test(cell)) : cells[scheme];
  const names = (named ?? '').toLowerCase().split(/[^a-z0-9]+/);
  const usable =
    names.find((name) => /^(?:http|socks5h?)$/.test(name)) ?? (names.includes('https') ? 'http' : undefined);
  if (usable !== undefined) return usable;
  // an anonymity level ("elite proxy") in a column called Type names no protocol
  return names.find((name) => name.startsWith('socks')) ?? (https === -1 ? null : 'http');
}
