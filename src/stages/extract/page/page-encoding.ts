import iconv from 'iconv-lite';
import type { TraceLine } from '../../../model/article/draft.ts';
import type { Snapshot } from '../../../model/page/snapshot.ts';
import type { Document } from '../dom/document.ts';

const findCharset = (text: string): string => /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? '';

/** Encoding label of the header, else of the page; '' if neither declares one. */
function declaredLabel(document: Document, contentType: string): string {
  const meta = document.querySelector('meta[charset]')?.getAttribute('charset');
  const equiv = [...document.querySelectorAll('meta[http-equiv]')].find(
    (element) => element.getAttribute('http-equiv')?.toLowerCase() === 'content-type',
  );
  return findCharset(contentType) || meta || findCharset(equiv?.getAttribute('content') ?? '');
}

/** WHATWG name of an encoding label; null if unknown. */
function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null; // TextDecoder throws for unknown labels
  }
}

/** Returns the legacy encoding that a page declares, in which its links are written. Null: UTF-8, or an unknown one. */
export function legacyEncoding(document: Document, contentType: string): string | null {
  const label = declaredLabel(document, contentType);
  const encoding = label === '' ? null : encodingOf(label);
  return encoding === null || encoding.startsWith('utf-') || !iconv.encodingExists(encoding) ? null : encoding;
}

/** Returns a trace line if the page is decoded with another encoding than the declared one. */
export function encodingTrace(document: Document, { encoding, headers }: Snapshot): readonly TraceLine[] {
  const label = declaredLabel(document, headers['content-type'] ?? '');
  const isDeclared = label !== '' && supersetOf(encodingOf(label)) === supersetOf(encoding);
  if (encoding === null || isDeclared || (label === '' && encoding === 'utf-8')) return [];
  const declared = label === '' ? 'nothing is declared' : `the declared ${label} does not fit its bytes`;
  return [{ rule: 'encoding', why: `read as ${encoding}: ${declared}` }];
}

/** GBK is decoded as its superset. */
const supersetOf = (encoding: string | null): string | null => (encoding === 'gbk' ? 'gb18030' : encoding);

/** Returns an address as a browser requests it from a page with this encoding: the query in the bytes of the page (URL Standard, "query state"), the path in UTF-8. */
export function encodeQuery(href: string, encoding: string): string {
  const [, before = href, query = '', after = ''] = /^([^?#]*\?)([^#]*)(.*)$/su.exec(href) ?? [];
  return before + query.replace(/\P{ASCII}/gu, (letter) => escaped(letter, encoding)) + after;
}

function escaped(letter: string, encoding: string): string {
  const bytes = iconv.encode(letter, encoding);
  if (iconv.decode(bytes, encoding) !== letter) return `%26%23${letter.codePointAt(0)}%3B`;
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
