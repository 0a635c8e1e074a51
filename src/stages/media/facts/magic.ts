import { kindOfText } from '../find/media-text.ts';

/** Formats by their first bytes; the Content-Type is unreliable. */
const formats: readonly { readonly name: string; readonly matches: (bytes: Uint8Array) => boolean }[] = [
  { name: 'mp4', matches: (bytes) => /^(ftyp|styp|moov|moof|sidx|free|skip|wide|mdat)$/.test(latin(bytes, 4, 8)) },
  { name: 'webm', matches: (bytes) => startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3) },
  { name: 'flv', matches: (bytes) => latin(bytes, 0, 3) === 'FLV' },
  { name: 'mpegts', matches: (bytes) => bytes[0] === 0x47 && (bytes.length < 189 || bytes[188] === 0x47) },
  { name: 'ogg', matches: (bytes) => latin(bytes, 0, 4) === 'OggS' },
  { name: 'wav', matches: (bytes) => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WAVE' },
  { name: 'avi', matches: (bytes) => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'AVI ' },
  { name: 'flac', matches: (bytes) => latin(bytes, 0, 4) === 'fLaC' },
  { name: 'asf', matches: (bytes) => startsWith(bytes, 0x30, 0x26, 0xb2, 0x75) },
  { name: 'mp3', matches: (bytes) => latin(bytes, 0, 3) === 'ID3' || isMpegAudio(bytes) },
  { name: 'aac', matches: (bytes) => bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0 },
];

/** Returns the format of a medium by its first bytes, `hls`, `dash` or `smooth` for a manifest; null for anything else: an error page, a picture. */
export function detectFormat(bytes: Uint8Array): string | null {
  const binary = formats.find(({ matches }) => matches(bytes))?.name;
  if (binary !== undefined) return binary;
  const text = kindOfText(Buffer.from(bytes.subarray(0, 2_000)).toString('utf8'));
  return text === 'vast' ? null : text;
}

/** Returns the offset of a transport stream that follows a picture; null if there is none. */
export function findHiddenStream(bytes: Uint8Array): number | null {
  const isPicture =
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0xff, 0xd8, 0xff) ||
    latin(bytes, 0, 3) === 'GIF' ||
    latin(bytes, 0, 2) === 'BM';
  if (!isPicture) return null;
  for (let at = 1; at + 376 < bytes.length; at++)
    if (bytes[at] === 0x47 && bytes[at + 188] === 0x47 && bytes[at + 376] === 0x47) return at;
  return null;
}

const startsWith = (bytes: Uint8Array, ...wanted: readonly number[]): boolean =>
  wanted.every((byte, at) => bytes[at] === byte);
const latin = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

/** A frame header: sync bits, valid version and layer, no forbidden bit rate. */
function isMpegAudio(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  return (
    first === 0xff &&
    (second & 0xe0) === 0xe0 &&
    (second & 0x06) !== 0 &&
    (second & 0x18) !== 0x08 &&
    (third & 0xf0) !== 0xf0
  );
}
