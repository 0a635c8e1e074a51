import iconv from 'iconv-lite';
import type { Document } from './dom/document.ts';

const charsetIn = (text: string): string => /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? '';

/** The encoding that a page declares, where it is an old one: what its links are written in. Null: UTF-8, or none that is known. */
export function legacyEncoding(document: Document, contentType: string): string | null {
  const meta = document.querySelector('meta[charset]')?.getAttribute('charset');
  const equiv = [...document.querySelectorAll('meta[http-equiv]')].find(
    (element) => element.getAttribute('http-equiv')?.toLowerCase() === 'content-type',
  );
  const label = charsetIn(contentType) || meta || charsetIn(equiv?.getAttribute('content') ?? '');
  if (label === '') return null;
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith('utf-') || !iconv.encodingExists(encoding) ? null : encoding;
  } catch {
    return null; // TextDecoder's only way to say that it does not know the label
  }
}

/** An address as a browser asks for it from a page in this encoding: the letters of its query in the page's own bytes (URL Standard, "query state"); those of the path are UTF-8 everywhere. */
export function queryInEncoding(href: string, encoding: string): string {
  const [, before = href, query = '', after = ''] = /^([^?#]*\?)([^#]*)(.*)$/su.exec(href) ?? [];
  return before + query.replace(/\P{ASCII}/gu, (letter) => escaped(letter, encoding)) + after;
}

function escaped(letter: string, encoding: string): string {
  const bytes = iconv.encode(letter, encoding);
  if (iconv.decode(bytes, encoding) !== letter) return `%26%23${letter.codePointAt(0)}%3B`;
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
