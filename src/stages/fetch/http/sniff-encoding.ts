import { analyse } from 'chardet';
import { foreignText } from '../../../text/garbled.ts';

/** Non-ASCII bytes that a detection needs: fewer do not identify a language. */
const minForeignBytes = 8;
/** The detector's confidence, 0 to 100. Its correct results for a sentence in each of a dozen encodings had 26 or more. */
const minConfidence = 20;

/** Share of invalid bytes among non-ASCII bytes. Real pages have up to 0.01. */
const maxBrokenShare = 0.03;

/** Windows encodings that extend an ISO encoding. Browsers use them in its place. */
const supersets: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};

/**
 * Detects the encoding of a page from its bytes, by the letter pairs of languages (chardet, after ICU). Markup is skipped: it looks like English.
 * @returns its WHATWG name; windows-1252 without evidence for another
 */
export function sniffEncoding(body: Uint8Array): string {
  const sample = textBytes(body);
  if (sample.filter((byte) => byte > 0x7f).length < minForeignBytes) return 'windows-1252';
  for (const { name, confidence } of analyse(sample)) {
    if (confidence < minConfidence) break;
    const encoding = supersets[name.toLowerCase()] ?? name.toLowerCase();
    if (!encoding.startsWith('utf-') && isReadable(body, encoding)) return encoding;
  }
  return 'windows-1252';
}

const textBytes = (body: Uint8Array): Uint8Array =>
  Buffer.from(foreignText(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')), 'latin1');

/** Whether a decoder knows the encoding and finds few invalid bytes among the non-ASCII ones. */
function isReadable(body: Uint8Array, encoding: string): boolean {
  try {
    const broken = new TextDecoder(encoding).decode(body).match(/\ufffd/g)?.length ?? 0;
    return broken < body.filter((byte) => byte > 0x7f).length * maxBrokenShare;
  } catch {
    return false; // TextDecoder throws for an unknown label
  }
}
