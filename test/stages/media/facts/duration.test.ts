import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileStart, readDurationMs } from '../../../../src/stages/media/facts/duration.ts';

const demo = join(import.meta.dirname, '../../../../demo/media');
const bytes = (...values: (number | string | Uint8Array)[]): Buffer =>
  Buffer.concat(
    values.map((value) => (typeof value === 'number' ? u32(value) : Buffer.from(value as string, 'latin1'))),
  );
const u32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
};
const double = (value: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
};
const box = (type: string, ...content: (number | string | Uint8Array)[]): Buffer => {
  const body = bytes(...content);
  return bytes(body.byteLength + 8, type, body);
};

/** A file of which only the first `known` bytes are read, as a server with ranges sends it. */
const read = (magic: string, file: Uint8Array, known = 4_096, hasRanges = true): Promise<number | null> => {
  const start: FileStart = {
    magic,
    head: file.subarray(0, known),
    sizeBytes: file.byteLength,
    readAt: async (offset) => (hasRanges ? file.subarray(offset, offset + 65_536) : null),
  };
  return readDurationMs(start);
};

const header = (duration: number): Buffer => box('mvhd', 0, 0, 0, 1_000, duration, Buffer.alloc(80));
const ftyp = box('ftyp', 'isom', 0, 'isom');

describe('the duration of a file', () => {
  it('of MP4 is in the index, at the beginning or the end', async () => {
    expect(await read('mp4', bytes(ftyp, box('moov', header(61_500))))).toBe(61_500);
    const last = bytes(ftyp, box('mdat', Buffer.alloc(9_000)), box('moov', header(61_500)));
    expect(await read('mp4', last)).toBe(61_500);
    expect(await read('mp4', last, 4_096, false)).toBeNull();
  });

  it('of MP4 in fragments is that of all of them, or of an index of the whole file', async () => {
    expect(
      await read('mp4', bytes(ftyp, box('moov', header(0), box('mvex', box('mehd', 0, 7_000, Buffer.alloc(8)))))),
    ).toBe(7_000);
    const index = (size: number): Buffer =>
      box('sidx', 0, 1, 90_000, 0, 0, Buffer.from([0, 0, 0, 2]), size, 90_000, 0, size, 45_000, 0);
    const fragments = box('mdat', Buffer.alloc(20_000));
    const moov = box('moov', header(0));
    expect(await read('mp4', bytes(ftyp, moov, index(10_004), fragments))).toBe(1_500);
    expect(await read('mp4', bytes(ftyp, moov, index(1_000), fragments))).toBeNull(); // of one fragment
  });

  it('of the demo is what players say', async () => {
    expect(await read('mp4', readFileSync(join(demo, 'pilot.mp4')))).toBe(6_000);
    expect(await read('mpegts', readFileSync(join(demo, 'carriers/v0-0.mpegts')), 30_000)).toBe(1_960);
  });

  it('of other containers is in their headers', async () => {
    const webm = bytes(
      Buffer.from('1a45dfa31549a9662ad7b1830f42404489', 'hex'),
      Buffer.from([0x88]),
      double(9_500),
      Buffer.alloc(40),
    );
    expect(await read('webm', webm)).toBe(9_500);
    expect(await read('flv', bytes('FLV', '\0\u0008duration\0', double(12.5), Buffer.alloc(20)))).toBe(12_500);
    const rate = Buffer.alloc(4);
    rate.writeUInt32LE(16_000);
    const wav = bytes(
      'RIFF',
      0,
      'WAVEfmt ',
      Buffer.alloc(12),
      rate,
      Buffer.alloc(4),
      'data',
      Buffer.alloc(4),
      Buffer.alloc(32_000),
    );
    expect(await read('wav', wav)).toBe(2_000);
    const flac = Buffer.alloc(60);
    flac.write('fLaC');
    flac.writeUInt32BE((44_100 << 12) >>> 0, 18);
    flac.writeUInt32BE(88_200, 22);
    expect(await read('flac', flac)).toBe(2_000);
  });

  it('of MP3 is counted by its first frame, else by its bit rate', async () => {
    const frame = (...more: (number | string | Uint8Array)[]) =>
      bytes(Buffer.from('fffb9000', 'hex'), Buffer.alloc(32), ...more);
    expect(await read('mp3', frame('Xing', 1, 1_000, Buffer.alloc(300)))).toBe(26_122);
    expect(await read('mp3', frame(Buffer.alloc(32_000 - 36)))).toBe(2_000);
    const tag = bytes('ID3', Buffer.from([4, 0, 0, 0, 0, 1, 0]), Buffer.alloc(128));
    expect(await read('mp3', bytes(tag, frame(Buffer.alloc(32_000 - 36))))).toBe(2_000);
  });

  it('of Ogg is the time of its last page', async () => {
    const page = (samples: number): Buffer => {
      const position = Buffer.alloc(8);
      position.writeBigUInt64LE(BigInt(samples));
      return bytes('OggS', Buffer.alloc(2), position, Buffer.alloc(14));
    };
    expect(await read('ogg', bytes(page(0), 'OpusHead', Buffer.alloc(9_000), page(96_000)))).toBe(2_000);
  });

  it.each(['mp4', 'webm', 'flv', 'wav', 'flac', 'mp3', 'ogg', 'mpegts', 'avi'])(
    'of %s is unknown where the bytes say nothing',
    async (magic) => {
      for (const file of [Buffer.alloc(0), Buffer.alloc(600, 0xff), Buffer.alloc(600)])
        expect(await read(magic, file)).toBeNull();
    },
  );
});
