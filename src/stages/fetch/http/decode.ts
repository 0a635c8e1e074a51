import { garbledShare } from '../../../text/garbled.ts';
import { foreignText, sniffEncoding } from './sniff-encoding.ts';

/** How far into a page a declaration of its encoding may stand: HTML says 1024 bytes, real pages are later. */
const declarationWindow = 4096;

/** Bytes of a byte order mark and what they mean. */
const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/** A text, and the WHATWG name of the encoding that it was read in. */
export interface Decoded {
  readonly html: string;
  readonly encoding: string;
}

/**
 * Text of an HTML body: byte order mark, declaration in the header, in the page, then what the bytes themselves say. A declaration that the bytes contradict
 * is passed over, and so is one that gives garbled text where another gives none; GB2312 and GBK are read as GB18030, their superset. Never throws: bytes that are no text become U+FFFD.
 */
export function decodeHtml(body: Uint8Array, headers: Readonly<Record<string, string>>): Decoded {
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0] ?? utf16Of(body);
  if (marked !== null) return decoded(body, marked);
  const sent = charsetOf(headers['content-type'] ?? '').toLowerCase();
  // Every ASCII sign of the markup is half a NUL in UTF-16: without one the header is wrong.
  if (/^utf-16(le|be)?$/.test(sent) && body.subarray(0, declarationWindow).includes(0))
    return decoded(body, sent === 'utf-16' ? 'utf-16le' : sent);
  const declared = [sent, ...declaredInPage(body)].flatMap(knownEncoding);
  const utf8 = strictly(body, 'utf-8');
  // Legacy text that happens to be valid UTF-8 beyond ASCII does not occur in practice: the bytes outweigh the declaration.
  return utf8 === null ? legacy(body, declared) : { html: utf8, encoding: 'utf-8' };
}

/** Text that is not UTF-8 throughout. */
function legacy(body: Uint8Array, declared: readonly string[]): Decoded {
  const utf8 = decoded(body, 'utf-8');
  // cut off in the middle of a character, or put together of parts in two encodings
  if (brokenShare(utf8.html) < mostlyRight) return utf8;
  const sniffed = sniffEncoding(body);
  const first = declaredText(body, declared) ?? decoded(body, sniffed);
  return clearer(first, body, [...declared, sniffed, 'utf-8']);
}

/** The text as the header or the page says; null where their encodings don't fit. */
function declaredText(body: Uint8Array, declared: readonly string[]): Decoded | null {
  const readable = declared.flatMap((encoding) => {
    const html = strictly(body, encoding);
    return html === null ? [] : [{ html, encoding }];
  });
  // any bytes are text in an encoding of single bytes, so a server's default proves nothing against a page that says otherwise
  const [first] = readable;
  if (first !== undefined) return readable.find(({ encoding }) => manyBytes.has(encoding)) ?? first;
  const named = declared.filter((encoding) => encoding !== 'utf-8').map((encoding) => decoded(body, encoding))[0];
  return named !== undefined && brokenShare(named.html) < mostlyRight ? named : null;
}

/** The first reading, unless it is garbled and another declaration, or what the bytes themselves say, gives a far better one. */
function clearer(first: Decoded, body: Uint8Array, encodings: readonly string[]): Decoded {
  const garbled = garbledShare(foreignText(first.html));
  if (garbled < garbledFrom) return first;
  const others = encodings.map((encoding) => {
    const reading = decoded(body, encoding);
    return { reading, garbled: garbledShare(foreignText(reading.html)) };
  });
  const [best] = others.sort((a, b) => a.garbled - b.garbled);
  return best !== undefined && best.garbled < garbled / farBetter ? best.reading : first;
}

/** Share of the signs around letters beyond ASCII. KOI8-R that is read as windows-1251 shows one in a hundred, at each capital. */
const garbledFrom = 0.005;
/** Against a declaration only a reading counts that has less than half of the wrong signs. */
const farBetter = 2;

/** Encodings in which a letter takes two bytes and more: other text is hardly ever valid in one. */
const manyBytes = new Set(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-2022-jp']);

/** On the corpora's pages with broken bytes that is true of a few dozen characters among thousands; of a page in another encoding, of most. */
const mostlyRight = 0.1;

/** Share of what is not ASCII that could not be read. */
function brokenShare(html: string): number {
  const foreign = html.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return (html.match(/\ufffd/g)?.length ?? 0) / Math.max(1, foreign);
}

/** A page in UTF-16 without a mark: every other byte of its first tag is NUL. */
function utf16Of(body: Uint8Array): string | null {
  const [a, b, c, d] = body;
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? 'utf-16be' : null;
}

const charsetOf = (text: string): string => /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text)?.[1] ?? '';

function declaredInPage(body: Uint8Array): string[] {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, declarationWindow)).toString(
    'latin1',
  );
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1] ?? '';
  const metas = [...head.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<meta\b[^>]*>/gi)].map(([tag]) => charsetOf(tag));
  return [xml, ...metas];
}

/** The WHATWG name of a label; nothing for an unknown one. A page that could be read so far is not UTF-16, whatever it says. */
function knownEncoding(label: string): string[] {
  if (label === '') return [];
  try {
    const { encoding } = new TextDecoder(label);
    if (encoding.startsWith('utf-16')) return ['utf-8'];
    return [encoding === 'gbk' ? 'gb18030' : encoding];
  } catch {
    return []; // TextDecoder's only way to say that it doesn't know the label
  }
}

function strictly(body: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    return null; // "fatal" tells bytes that are none of this encoding
  }
}

const decoded = (body: Uint8Array, encoding: string): Decoded => ({
  html: new TextDecoder(encoding).decode(body),
  encoding,
});
