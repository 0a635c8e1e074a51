import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longMp4 } from './long-mp4.ts';
import { boxesIn } from './mp4-boxes.ts';

const folder = join(import.meta.dirname, '../../../../demo/media');
const cache = new Map<string, Buffer>();

/** A clip of the demo, see `demo/media/make.sh`. */
export function demoFile(name: string): Buffer {
  const bytes = cache.get(name) ?? readFileSync(join(folder, name));
  cache.set(name, bytes);
  return bytes;
}

/** Films last longer than any advertisement here. */
export const filmRounds = 15;
/** The demo's clips: 6 s in 3 segments of 2 s. */
export const segmentS = 2;
export const segmentsPerRound = 3;
export const filmSegments = filmRounds * segmentsPerRound;

export function longFile(name: 'pilot.mp4' | 'barge.mp4' | 'loop.mp4'): Buffer {
  const key = `long ${name}`;
  const bytes = cache.get(key) ?? longMp4(demoFile(name), filmRounds);
  cache.set(key, bytes);
  return bytes;
}

/** Streams of the demo's DASH film. */
export const videoStreams = [0, 1] as const;
export const audioStream = 2;

export const initSegment = (stream: number): Buffer => demoFile(`blade/init-stream${stream}.m4s`);

/** Segment `number` (from 0) of a film without end: the demo's three, with times that go on. */
export function mediaSegment(stream: number, number: number): Buffer {
  const round = Math.floor(number / segmentsPerRound);
  const file = demoFile(`blade/chunk-stream${stream}-0000${(number % segmentsPerRound) + 1}.m4s`);
  return withTimes(file, { addS: round * segmentsPerRound * segmentS, timescale: timescaleOf(initSegment(stream)) });
}

/** One file with the whole stream. */
export function wholeStream(stream: number): Buffer {
  const key = `stream ${stream}`;
  const bytes =
    cache.get(key) ??
    Buffer.concat([initSegment(stream), ...Array.from({ length: filmSegments }, (_, at) => mediaSegment(stream, at))]);
  cache.set(key, bytes);
  return bytes;
}

function timescaleOf(init: Buffer): number {
  const at = init.indexOf('mdhd', 0, 'latin1');
  return init.readUInt32BE(at + 16); // after type, version and two times
}

/** Moves the times of a segment: `sidx` and `tfdt`, of which the demo's are in 64 and 64 or 32 bits. */
function withTimes(
  segment: Buffer,
  { addS, timescale }: { readonly addS: number; readonly timescale: number },
): Buffer {
  const copy = Buffer.from(segment);
  for (const type of ['tfdt', 'sidx'] as const) {
    const at = copy.indexOf(type, 0, 'latin1');
    if (at < 0) continue;
    const isLong = copy[at + 4] === 1;
    const time = at + (type === 'tfdt' ? 8 : 16);
    if (isLong) copy.writeBigUInt64BE(copy.readBigUInt64BE(time) + BigInt(addS * timescale), time);
    else copy.writeUInt32BE(copy.readUInt32BE(time) + addS * timescale, time);
  }
  return copy;
}

export const hasBoxes = (bytes: Buffer): boolean => boxesIn(bytes).every(({ size }) => size >= 8);
