import { kindOfText } from './media-text.ts';

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

/** Formats of streams that only scripts play: the byte after the start code 00 00 01, and the next one where it matters. */
const rawStreams: readonly { readonly name: string; readonly types: readonly number[]; readonly next?: number }[] = [
  { name: 'mpeg', types: [0xb3, 0xba] },
  // a parameter set or a delimiter
  { name: 'h264', types: [0x09, 0x27, 0x67] },
  { name: 'h265', types: [0x40, 0x42, 0x44, 0x46], next: 0x01 },
];

function rawStreamOf(bytes: Uint8Array): string | null {
  const at = [2, 3].find((index) => bytes[index] === 1 && bytes.subarray(0, index).every((byte) => byte === 0));
  if (at === undefined) return null;
  const [type = 0, after] = bytes.subarray(at + 1);
  return rawStreams.find(({ types, next }) => types.includes(type) && (next ?? after) === after)?.name ?? null;
}

/** What jsmpeg's server sends first: the size of the picture, in 8 bytes. */
const jsmpegHead = 'jsmp';

/** Offset of a stream in a socket's first message. */
export const streamStart = (bytes: Uint8Array): number => (latin(bytes, 0, 4) === jsmpegHead ? 8 : 0);

export const streamMimeTypes: Readonly<Record<string, string>> = {
  mpegts: 'video/mp2t',
  flv: 'video/x-flv',
  mp4: 'video/mp4',
  webm: 'video/webm',
  ogg: 'video/ogg',
  mpeg: 'video/mpeg',
  h264: 'video/h264',
  h265: 'video/h265',
};

/** Returns the format of a stream by the first bytes of a socket's messages; null: they are something else. */
export function detectStream(bytes: Uint8Array): string | null {
  const body = bytes.subarray(streamStart(bytes));
  const raw = rawStreamOf(body);
  if (raw !== null) return raw;
  const format = formats.find(({ matches }) => matches(body))?.name ?? null;
  return format !== null && /^(mp4|webm|flv|mpegts|ogg)$/.test(format) ? format : null;
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
