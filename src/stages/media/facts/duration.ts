import { Mp4Boxes } from './mp4-boxes.ts';

/** The beginning of a file, and what is known of the rest. */
export interface FileStart {
  /** As `detectFormat` names it. */
  readonly magic: string;
  readonly head: Uint8Array;
  /** Null: unknown. */
  readonly sizeBytes: number | null;
  /** The bytes from an offset on, at most some kB; null: the server sends no parts. */
  readonly readAt: (offset: number) => Promise<Uint8Array | null>;
}

/** Bytes at the end of a file in which the last page or packet begins. */
const tailBytes = 64 * 1024;

type Reader = (file: FileStart) => Promise<number | null> | number | null;

const readers: Readonly<Record<string, Reader>> = {
  mp4: mp4Seconds,
  webm: webmSeconds,
  flv: flvSeconds,
  wav: wavSeconds,
  flac: flacSeconds,
  mp3: mp3Seconds,
  ogg: oggSeconds,
  mpegts: transportSeconds,
};

/** A file says nothing longer than this, s: more is a broken header. */
const longestSeconds = 48 * 3_600;

/** Reads the duration of a file from its first bytes, ms, with one more request at most; null: they do not say. */
export async function readDurationMs(file: FileStart): Promise<number | null> {
  const seconds = (await readers[file.magic]?.(file)) ?? null;
  return seconds === null || !(seconds > 0 && seconds < longestSeconds) ? null : Math.round(seconds * 1_000);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The index of a file is at its beginning or at its end. */
async function mp4Seconds({ head, sizeBytes, readAt }: FileStart): Promise<number | null> {
  const boxes = new Mp4Boxes(head);
  const inHead = boxes.seconds(sizeBytes);
  if (inHead !== null) return inHead;
  const next = boxes.end;
  const rest = next <= head.byteLength ? null : await readAt(next);
  return rest === null ? null : new Mp4Boxes(rest).seconds(sizeBytes);
}

/** EBML: Info has the scale (ns for each tick) and the duration (ticks, a float). */
function webmSeconds({ head }: FileStart): number | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const info = bytes.indexOf(Buffer.from('1549a966', 'hex'));
  if (info < 0) return null;
  const scaleAt = bytes.indexOf(Buffer.from('2ad7b1', 'hex'), info);
  const durationAt = bytes.indexOf(Buffer.from('4489', 'hex'), info);
  if (durationAt < 0 || durationAt + 11 > bytes.length) return null;
  const scaleLength = scaleAt < 0 ? 0 : (bytes[scaleAt + 3] ?? 0) & 0x0f;
  const isScale = scaleLength > 0 && scaleLength <= 6 && scaleAt + 4 + scaleLength <= bytes.length;
  const scale = isScale ? bytes.readUIntBE(scaleAt + 4, scaleLength) : 1_000_000;
  const isDouble = bytes[durationAt + 2] === 0x88;
  const ticks = isDouble ? bytes.readDoubleBE(durationAt + 3) : bytes.readFloatBE(durationAt + 3);
  return (ticks * scale) / 1_000_000_000;
}

/** The script tag `onMetaData`: a name, type 0, a double. */
function flvSeconds({ head }: FileStart): number | null {
  const at = latin(head.subarray(0, 4_096)).indexOf('\0\u0008duration\0');
  return at < 0 || at + 19 > head.byteLength ? null : viewOf(head).getFloat64(at + 11);
}

function wavSeconds({ head, sizeBytes }: FileStart): number | null {
  const text = latin(head.subarray(0, 4_096));
  const [format, data] = [text.indexOf('fmt '), text.indexOf('data')];
  if (format < 0 || data < 0 || data + 8 > head.byteLength) return null;
  const declared = viewOf(head).getUint32(data + 4, true);
  const isDeclared = declared > 0 && declared < 0xffff_ffff;
  const bytes = isDeclared ? declared : (sizeBytes ?? 0) - data - 8;
  return bytes / viewOf(head).getUint32(format + 16, true);
}

/** STREAMINFO: 20 bits of sample rate, 36 bits of samples. */
function flacSeconds({ head }: FileStart): number | null {
  if (head.byteLength < 26 || latin(head.subarray(0, 4)) !== 'fLaC') return null;
  const view = viewOf(head);
  const rate = view.getUint32(18) >>> 12;
  const samples = (view.getUint8(21) & 0x0f) * 2 ** 32 + view.getUint32(22);
  return rate === 0 ? null : samples / rate;
}

const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** Layer III: the first frame counts the frames of a variable bit rate; otherwise its own rate is that of all. */
function mp3Seconds({ head, sizeBytes }: FileStart): number | null {
  const tag = latin(head.subarray(0, 3)) === 'ID3' ? head.subarray(6, 10) : null;
  const start = tag === null ? 0 : 10 + tag.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const frame = head.subarray(start);
  if (frame.byteLength < 200 || frame[0] !== 0xff || ((frame[1] ?? 0) & 0xe6) !== 0xe2) return null; // a long tag, or another layer
  const [, second = 0, third = 0] = frame;
  const version = (second & 0x18) === 0x18 ? 1 : 2;
  const rate = ([44_100, 48_000, 32_000][(third >> 2) & 3] ?? 0) / (version === 1 ? 1 : (second & 0x10) === 0 ? 4 : 2);
  if (rate === 0) return null;
  const samples = version === 1 ? 1_152 : 576;
  const text = latin(frame.subarray(0, 200));
  const xing = Math.max(text.indexOf('Xing'), text.indexOf('Info'));
  if (xing > 0 && ((frame[xing + 7] ?? 0) & 1) === 1) return (viewOf(frame).getUint32(xing + 8) * samples) / rate;
  const vbri = text.indexOf('VBRI');
  if (vbri > 0) return (viewOf(frame).getUint32(vbri + 14) * samples) / rate;
  const kbps = bitRates[version][third >> 4] ?? 0;
  return sizeBytes === null || kbps === 0 ? null : ((sizeBytes - start) * 8) / (kbps * 1_000);
}

/** The position of the last page, in samples; Opus counts at 48 kHz. */
async function oggSeconds({ head, sizeBytes, readAt }: FileStart): Promise<number | null> {
  const text = latin(head.subarray(0, 512));
  const vorbis = text.indexOf('\u0001vorbis');
  const rate = text.includes('OpusHead') ? 48_000 : vorbis < 0 ? 0 : viewOf(head).getUint32(vorbis + 12, true);
  if (rate === 0 || sizeBytes === null) return null;
  const tail = sizeBytes <= head.byteLength ? head : await readAt(Math.max(0, sizeBytes - tailBytes));
  const last = tail === null ? -1 : latin(tail).lastIndexOf('OggS');
  if (tail === null || last < 0 || last + 14 > tail.byteLength) return null;
  return Number(viewOf(tail).getBigUint64(last + 6, true)) / rate;
}

/** The difference of the first and the last presentation time, 90 kHz. */
async function transportSeconds({ head, sizeBytes, readAt }: FileStart): Promise<number | null> {
  if (sizeBytes === null) return null;
  const from = Math.max(0, sizeBytes - tailBytes);
  const tail = sizeBytes <= head.byteLength ? head : await readAt(from - (from % 188));
  const first = presentationTimes(head)[0];
  const last = tail === null ? undefined : Math.max(...presentationTimes(tail));
  return first === undefined || last === undefined || last <= first ? null : (last - first) / 90_000;
}

function presentationTimes(bytes: Uint8Array): number[] {
  const times: number[] = [];
  for (let at = 0; at + 188 <= bytes.byteLength; at += 188) {
    const [sync, flags = 0, , control = 0, adaptation = 0] = bytes.subarray(at);
    if (sync !== 0x47 || (flags & 0x40) === 0) continue;
    const packet = bytes.subarray(at + 4 + ((control & 0x20) === 0 ? 0 : adaptation + 1), at + 188);
    const hasTime =
      packet.byteLength >= 14 && latin(packet.subarray(0, 3)) === '\0\0\u0001' && ((packet[7] ?? 0) & 0x80) !== 0;
    if (!hasTime) continue;
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = packet.subarray(9, 14);
    times.push(((a >> 1) & 7) * 2 ** 30 + (b << 22) + ((c >> 1) << 15) + (d << 7) + (e >> 1));
  }
  return times;
}
