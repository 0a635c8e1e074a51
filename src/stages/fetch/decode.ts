/** How far into a page a declaration of its encoding may stand: HTML says 1024 bytes, real pages are later. */
const declarationWindow = 4096;

/** Bytes of a byte order mark and what they mean. */
const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/**
 * Text of an HTML body: byte order mark, declaration in the header, in the page, then what the bytes themselves say. A declaration that the bytes contradict
 * is passed over; GB2312 and GBK are read as GB18030, their superset. Never throws: bytes that are no text become U+FFFD.
 * @returns the text and the WHATWG name of the encoding
 */
export function decodeHtml(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): { html: string; encoding: string } {
  const marked = marks.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0];
  if (marked !== undefined) return decoded(body, marked);
  const sent = charsetOf(headers['content-type'] ?? '').toLowerCase();
  // Every ASCII sign of the markup is half a NUL in UTF-16: without one the header is wrong.
  if (/^utf-16(le|be)?$/.test(sent) && body.subarray(0, declarationWindow).includes(0))
    return decoded(body, sent === 'utf-16' ? 'utf-16le' : sent);
  const declared = [charsetOf(headers['content-type'] ?? ''), ...declaredInPage(body)].flatMap(knownEncoding);
  const utf8 = strictly(body, 'utf-8');
  // Fewer characters than bytes: some are not ASCII. Legacy text that happens to be valid UTF-8 beyond ASCII does not occur in practice: the bytes outweigh the declaration.
  if (utf8 !== null && (declared.length === 0 || utf8.length < body.byteLength))
    return { html: utf8, encoding: 'utf-8' };
  for (const encoding of declared) {
    const html = strictly(body, encoding);
    if (html !== null) return { html, encoding };
  }
  const [first] = declared.filter((encoding) => encoding !== 'utf-8');
  return decoded(body, first ?? guessed(body, declared.includes('utf-8')));
}

/** A few broken bytes in a page that says UTF-8 are just that; without any declaration Chinese is told from western text by its byte pairs. */
function guessed(body: Uint8Array, saysUtf8: boolean): string {
  if (saysUtf8) return 'utf-8';
  for (const encoding of ['gb18030', 'big5']) {
    const text = strictly(body, encoding);
    const han = text === null ? 0 : (text.match(/\p{Script=Han}/gu) ?? []).length;
    if (text !== null && han * 2 > (text.match(/[^\p{ASCII}]/gu) ?? []).length && han > 10) return encoding;
  }
  return 'windows-1252';
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

const decoded = (body: Uint8Array, encoding: string): { html: string; encoding: string } => ({
  html: new TextDecoder(encoding).decode(body),
  encoding,
});
