import iconv from 'iconv-lite';

/** The encoding of a page. Only the ones "in the header" are declared in the content type. */
export type PageEncoding =
  | 'utf-8'
  | 'utf-8 in the header'
  | 'utf-16le'
  | 'gb18030'
  | 'gbk'
  | 'shift_jis'
  | 'windows-1252'
  | 'windows-1256';

export interface ServedPage {
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The page's bytes and headers. Characters that the encoding lacks become numeric references, as publishing systems write them. */
export function serve(html: string, encoding: PageEncoding): ServedPage {
  switch (encoding) {
    case 'utf-8':
      return { bytes: Buffer.from(html), headers: {} };
    case 'utf-8 in the header':
      return { bytes: Buffer.from(html), headers: { 'content-type': 'text/html; charset=utf-8' } };
    case 'utf-16le':
      return { bytes: iconv.encode(html, 'utf-16le', { addBOM: true }), headers: {} };
    default:
      return { bytes: Buffer.concat([...html].map((char) => encodeCharacter(char, encoding))), headers: {} };
  }
}

const encodedCharacters = new Map<string, Buffer>();

function encodeCharacter(char: string, encoding: string): Buffer {
  const key = `${encoding} ${char}`;
  const cached = encodedCharacters.get(key);
  if (cached !== undefined) return cached;
  const bytes = iconv.encode(char, encoding);
  // browsers and the encoder differ in some characters: what browsers read counts
  const isEncodable = new TextDecoder(encoding).decode(bytes) === char;
  const encoded = isEncodable ? bytes : Buffer.from(`&#${char.codePointAt(0)};`);
  encodedCharacters.set(key, encoded);
  return encoded;
}
