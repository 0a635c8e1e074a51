import iconv from 'iconv-lite';

/** How a page's text becomes bytes, and what the server says of it; UTF-8 without a word unless told. */
export type PageEncoding =
  | 'utf-8'
  | 'utf-8 in the header'
  | 'utf-16le'
  | 'gb18030'
  | 'gbk'
  | 'shift_jis'
  | 'windows-1252'
  | 'windows-1256';

export interface Served {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** What an old encoding lacks becomes a numeric reference, as browsers and publishing systems write it. */
export function served(html: string, encoding: PageEncoding): Served {
  switch (encoding) {
    case 'utf-8':
      return { bytes: Buffer.from(html), headers: {} };
    case 'utf-8 in the header':
      return { bytes: Buffer.from(html), headers: { 'content-type': 'text/html; charset=utf-8' } };
    case 'utf-16le':
      return { bytes: iconv.encode(html, 'utf-16le', { addBOM: true }), headers: {} };
    default:
      return { bytes: Buffer.concat([...html].map((sign) => signIn(sign, encoding))), headers: {} };
  }
}

const known = new Map<string, Buffer>();

function signIn(sign: string, encoding: string): Buffer {
  const key = `${encoding} ${sign}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const bytes = iconv.encode(sign, encoding);
  // what browsers read, not what the encoder thinks: they differ in some signs
  const isThere = new TextDecoder(encoding).decode(bytes) === sign;
  const written = isThere ? bytes : Buffer.from(`&#${sign.codePointAt(0)};`);
  known.set(key, written);
  return written;
}
