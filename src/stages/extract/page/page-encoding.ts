import iconv from 'iconv-lite';
import type { TraceLine } from '../../../model/article/draft.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import type { Document } from '../dom/document.ts';

const findCharset = (text: string): string => /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? '';

/** What the header says, else the page; '' where neither does. */
function declaredLabel(document: Document, contentType: string): string {
  const meta = document.querySelector('meta[charset]')?.getAttribute('charset');
  const equiv = [...document.querySelectorAll('meta[http-equiv]')].find(
    (element) => element.getAttribute('http-equiv')?.toLowerCase() === 'content-type',
  );
  return findCharset(contentType) || meta || findCharset(equiv?.getAttribute('content') ?? '');
}

/** The WHATWG name of a label; null for an unknown one. */
function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null; // TextDecoder's only way to say that it does not know the label
  }
}

/** The encoding that a page declares, where it is an old one: what its links are written in. Null: UTF-8, or none that is known. */
export function legacyEncoding(document: Document, contentType: string): string | null {
  const label = declaredLabel(document, contentType);
  const encoding = label === '' ? null : encodingOf(label);
  return encoding === null || encoding.startsWith('utf-') || !iconv.encodingExists(encoding) ? null : encoding;
}

/** Where the page was read in another encoding than it declares, or in one that nothing declares. */
export function encodingTrace(document: Document, { encoding, headers }: Snapshot): readonly TraceLine[] {
  const label = declaredLabel(document, headers['content-type'] ?? '');
  const isDeclared = label !== '' && supersetOf(encodingOf(label)) === supersetOf(encoding);
  if (encoding === null || isDeclared || (label === '' && encoding === 'utf-8')) return [];
  const declared = label === '' ? 'nothing is declared' : `the declared ${label} does not fit its bytes`;
  return [{ rule: 'encoding', why: `read as ${encoding}: ${declared}` }];
}

/** GBK is read as its superset. */
const supersetOf = (encoding: string | null): string | null => (encoding === 'gbk' ? 'gb18030' : encoding);

/** An address as a browser asks for it from a page in this encoding: the letters of its query in the page's own bytes (URL Standard, "query state"); those of the path are UTF-8 everywhere. */
export function encodeQuery(href: string, encoding: string): string {
  const [, before = href, query = '', after = ''] = /^([^?#]*\?)([^#]*)(.*)$/su.exec(href) ?? [];
  return before + query.replace(/\P{ASCII}/gu, (letter) => escaped(letter, encoding)) + after;
}

function escaped(letter: string, encoding: string): string {
  const bytes = iconv.encode(letter, encoding);
  if (iconv.decode(bytes, encoding) !== letter) return `%26%23${letter.codePointAt(0)}%3B`;
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
