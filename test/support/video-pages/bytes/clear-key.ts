import { createCipheriv } from 'node:crypto';
import { boxAt, boxesIn, makeBox } from './mp4-boxes.ts';
import { clearKey } from './mpd.ts';

// Common Encryption of the sound ("cenc": AES in counter mode, whole samples), so that a browser plays it only with the key.

const ivBytes = 8;
const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

/** The sound's first segment: its sample entry says how the samples are encrypted. */
export function encryptedInit(init: Buffer): Buffer {
  return rebuilt(init, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'], (stsd) => {
    const [entry] = boxesIn(stsd, 8);
    if (entry === undefined) throw new Error('the sound has no sample entry');
    const body = stsd.subarray(entry.at + 8, entry.at + entry.size);
    const format = makeBox('frma', Buffer.from(entry.type, 'latin1'));
    const scheme = makeBox('schm', u32(0), Buffer.from('cenc'), u32(0x10000));
    const track = makeBox('tenc', u32(0), Buffer.from([0, 0, 1, ivBytes]), Buffer.from(clearKey.id, 'hex'));
    const info = makeBox('sinf', format, scheme, makeBox('schi', track));
    return Buffer.concat([stsd.subarray(0, 8), makeBox('enca', body, info)]);
  });
}

/** A segment with encrypted samples, and the numbers that the decoder counts from. */
export function encryptedSegment(segment: Buffer): Buffer {
  const boxes = boxesIn(segment);
  const moof = boxes.find(({ type }) => type === 'moof');
  const run = boxAt(segment, ['moof', 'traf', 'trun']);
  if (moof === undefined || run === undefined) throw new Error('the segment has no samples');
  const sizes = sampleSizes(segment, run.at);
  const base = boxAt(segment, ['moof', 'traf', 'tfdt'])?.at ?? 0;
  const firstIv = segment.readUInt32BE(base + 16); // the low half of the time: every segment counts from another number
  const ivs = sizes.map((_, at) => Buffer.concat([u32(firstIv), u32(at * 4096)]));
  const senc = makeBox('senc', u32(0), u32(sizes.length), ...ivs);
  const saiz = makeBox('saiz', u32(0), Buffer.from([ivBytes]), u32(sizes.length));
  const growth = senc.length + saiz.length + makeBox('saio', u32(0, 1, 0)).length;
  const withRun = rebuilt(segment, ['moof', 'traf'], (traf) => {
    const body = Buffer.from(traf);
    const at = boxesIn(body).find(({ type }) => type === 'trun')?.at ?? 0;
    body.writeInt32BE(body.readInt32BE(at + 16) + growth, at + 16); // where the samples begin
    const trafAt = (boxAt(segment, ['moof', 'traf'])?.at ?? 0) - moof.at;
    const sencAt = trafAt + 8 + body.length + saiz.length + 20; // 8 and 20: the heads of traf and saio
    return Buffer.concat([body, saiz, makeBox('saio', u32(0, 1, sencAt + 16)), senc]);
  });
  return withLockedSamples(withRun, sizes, ivs);
}

/** Only the sizes are needed; the demo's tracks give them in the run or once for all. */
function sampleSizes(segment: Buffer, at: number): number[] {
  const flags = segment.readUInt32BE(at + 8) & 0xffffff;
  const count = segment.readUInt32BE(at + 12);
  const start = at + 16 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  const perSample = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag);
  const sizeAt = perSample.indexOf(0x200);
  if (sizeAt < 0) throw new Error('the run has no sizes');
  return Array.from({ length: count }, (_, sample) =>
    segment.readUInt32BE(start + sample * perSample.length * 4 + sizeAt * 4),
  );
}

function withLockedSamples(segment: Buffer, sizes: readonly number[], ivs: readonly Buffer[]): Buffer {
  const mdat = boxesIn(segment).find(({ type }) => type === 'mdat');
  if (mdat === undefined) throw new Error('the segment has no samples');
  let at = mdat.at + 8;
  for (const [sample, size] of sizes.entries()) {
    const counter = Buffer.concat([ivs[sample] ?? Buffer.alloc(ivBytes), Buffer.alloc(8)]);
    const cipher = createCipheriv('aes-128-ctr', Buffer.from(clearKey.key, 'hex'), counter);
    cipher.update(segment.subarray(at, at + size)).copy(segment, at);
    at += size;
  }
  return segment;
}

/** The file with another body for one box; the boxes around it get their new sizes. */
function rebuilt(bytes: Buffer, path: readonly string[], change: (body: Buffer) => Buffer): Buffer {
  const [type, ...rest] = path;
  return Buffer.concat(
    boxesIn(bytes).map((box) => {
      const whole = bytes.subarray(box.at, box.at + box.size);
      if (box.type !== type) return Buffer.from(whole);
      const body = whole.subarray(8);
      return makeBox(box.type, rest.length === 0 ? change(body) : rebuilt(body, rest, change));
    }),
  );
}
