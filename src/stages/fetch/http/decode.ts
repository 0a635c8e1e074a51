import { foreignText, garbledShare } from '../../../text/garbled.ts';
import { sniffEncoding } from './sniff-encoding.ts';

/** Bytes in which a page's declaration of its encoding is looked for. HTML allows 1024; real pages have it later. */
const declarationBytes = 4096;

const byteOrderMarks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

export interface DecodedText {
  readonly html: string;
  /** WHATWG name. */
  readonly encoding: string;
}

/**
 * Decodes an HTML body by its byte order mark, the header, the page's own declaration, or the bytes themselves, in this order. It skips a declaration that the
 * bytes contradict, or that gives garbled text where another encoding does not. GB2312 and GBK are decoded as GB18030, their superset. Never throws: invalid
 * bytes become U+FFFD.
 */
export function decodeHtml(body: Uint8Array, headers: Readonly<Record<string, string>>): DecodedText {
  const markEncoding =
    byteOrderMarks.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0] ??
    utf16WithoutMark(body);
  if (markEncoding !== null) return decodeAs(body, markEncoding);
  const headerCharset = charsetOf(headers['content-type'] ?? '').toLowerCase();
  // In UTF-16 each ASCII character of the markup has a NUL byte: without one the header is wrong.
  if (/^utf-16(le|be)?$/.test(headerCharset) && body.subarray(0, declarationBytes).includes(0))
    return decodeAs(body, headerCharset === 'utf-16' ? 'utf-16le' : headerCharset);
  const declared = [headerCharset, ...declaredInPage(body)].flatMap(encodingOfLabel);
  const utf8 = decodeStrictly(body, 'utf-8');
  // Text in another encoding is practically never valid UTF-8, so valid UTF-8 outweighs any declaration.
  return utf8 === null ? decodeLegacy(body, declared) : { html: utf8, encoding: 'utf-8' };
}

/** Decodes a body that is not entirely valid UTF-8. */
function decodeLegacy(body: Uint8Array, declared: readonly string[]): DecodedText {
  const utf8 = decodeAs(body, 'utf-8');
  // truncated inside a character, or assembled from parts in two encodings
  if (brokenShare(utf8.html) < maxBrokenShare) return utf8;
  const sniffed = sniffEncoding(body);
  const first = decodeDeclared(body, declared) ?? decodeAs(body, sniffed);
  return clearestReading(first, body, [...declared, sniffed, 'utf-8']);
}

/** The text by the encodings that header and page declare; null when none of them fits. */
function decodeDeclared(body: Uint8Array, declared: readonly string[]): DecodedText | null {
  const readable = declared.flatMap((encoding) => {
    const html = decodeStrictly(body, encoding);
    return html === null ? [] : [{ html, encoding }];
  });
  // any bytes are valid in a single-byte encoding, so a multi-byte declaration that fits is the better evidence
  const [first] = readable;
  if (first !== undefined) return readable.find(({ encoding }) => multiByteEncodings.has(encoding)) ?? first;
  const lenient = declared.filter((encoding) => encoding !== 'utf-8').map((encoding) => decodeAs(body, encoding))[0];
  return lenient !== undefined && brokenShare(lenient.html) < maxBrokenShare ? lenient : null;
}

/** The first reading, unless it is garbled and another encoding gives a much clearer one. */
function clearestReading(first: DecodedText, body: Uint8Array, encodings: readonly string[]): DecodedText {
  const garbled = garbledShare(foreignText(first.html));
  if (garbled < minGarbledShare) return first;
  const others = encodings.map((encoding) => {
    const reading = decodeAs(body, encoding);
    return { reading, garbled: garbledShare(foreignText(reading.html)) };
  });
  const [best] = others.sort((a, b) => a.garbled - b.garbled);
  return best !== undefined && best.garbled < garbled / minImprovement ? best.reading : first;
}

/** Share of garbled characters among non-ASCII text. KOI8-R decoded as windows-1251 has 0.01: one at each capital letter. */
const minGarbledShare = 0.005;
/** Another encoding replaces the declared one only when it divides the garbled share by more than this. */
const minImprovement = 2;

/** Encodings with two or more bytes per letter: other text is hardly ever valid in them. */
const multiByteEncodings = new Set(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-2022-jp']);

/** Of non-ASCII characters. Pages of the corpora with a few broken bytes have far less; a page decoded with the wrong encoding has most of them broken. */
const maxBrokenShare = 0.1;

/** Share of replacement characters (U+FFFD) among non-ASCII characters. */
function brokenShare(html: string): number {
  const foreign = html.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return (html.match(/\ufffd/g)?.length ?? 0) / Math.max(1, foreign);
}

/** The UTF-16 variant of a page without a byte order mark: every other byte of its first tag is NUL. Null for another encoding. */
function utf16WithoutMark(body: Uint8Array): string | null {
  const [a, b, c, d] = body;
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null;
}

const charsetOf = (text: string): string => /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? '';

function declaredInPage(body: Uint8Array): string[] {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, declarationBytes)).toString(
    'latin1',
  );
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ?? '';
  const metas = [...head.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<meta\b[^>]*>/gi)].map(([tag]) => charsetOf(tag));
  return [xml, ...metas];
}

/** The WHATWG name of a label; empty for an unknown one. A page whose declaration can be read as ASCII is not UTF-16, even if it says so. */
function encodingOfLabel(label: string): string[] {
  if (label === '') return [];
  try {
    const { encoding } = new TextDecoder(label);
    if (encoding.startsWith('utf-16')) return ['utf-8'];
    return [encoding === 'gbk' ? 'gb18030' : encoding];
  } catch {
    return []; // TextDecoder throws for an unknown label
  }
}

function decodeStrictly(body: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    return null; // with "fatal" TextDecoder throws on bytes that are invalid in the encoding
  }
}

const decodeAs = (body: Uint8Array, encoding: string): DecodedText => ({
  html: new TextDecoder(encoding).decode(body),
  encoding,
});
