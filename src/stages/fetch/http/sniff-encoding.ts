import { analyse } from 'chardet';

/** Text that is enough to tell an encoding, in bytes; the detector takes some 1 ms for 1,000 of them. */
const sampleBytes = 8_000;

/** Fewer signs beyond ASCII tell no language: one accent is as likely in Russian. */
const fewestSigns = 8;
/** Of a hundred: right answers for a sentence in each of a dozen encodings had 26 and more. */
const leastConfidence = 20;

/** Share of the bytes beyond ASCII: a page may have one broken byte in a hundred. */
const mostBroken = 0.03;

/** Encodings whose windows-125x is the same with more signs: browsers read that. */
const supersets: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};

/**
 * The encoding of a page that names none that fits, from its bytes alone: letter pairs of languages (chardet, after ICU). Markup is left out, for it would pass
 * for English.
 * @returns its WHATWG name; windows-1252 where nothing speaks for another
 */
export function sniffEncoding(body: Uint8Array): string {
  const sample = textBytes(body);
  if (sample.filter((byte) => byte > 0x7f).length < fewestSigns) return 'windows-1252';
  for (const { name, confidence } of analyse(sample)) {
    if (confidence < leastConfidence) break;
    const encoding = supersets[name.toLowerCase()] ?? name.toLowerCase();
    if (!encoding.startsWith('utf-') && isReadable(body, encoding)) return encoding;
  }
  return 'windows-1252';
}

/** The first pieces between markup and line breaks that are not plain ASCII, with the words around. */
export function foreignText(source: string): string {
  let text = '';
  for (const piece of source.split(/[<>\r\n]+/)) {
    if (/[^\0-\x7f]/.test(piece)) text += `${piece}\n`;
    if (text.length >= sampleBytes) break;
  }
  return text.slice(0, sampleBytes);
}

const textBytes = (body: Uint8Array): Uint8Array =>
  Buffer.from(foreignText(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1')), 'latin1');

/** Whether a decoder knows the encoding and finds few broken bytes among those beyond ASCII. */
function isReadable(body: Uint8Array, encoding: string): boolean {
  try {
    const broken = new TextDecoder(encoding).decode(body).match(/\ufffd/g)?.length ?? 0;
    return broken < body.filter((byte) => byte > 0x7f).length * mostBroken;
  } catch {
    return false; // TextDecoder's only way to say that it does not know the label
  }
}
