import { type Box, bodyOf, boxesIn, makeBox } from './mp4-boxes.ts';

/**
 * A long film from a short one: its tables name the same samples again and again, so that the file stays small.
 * @param bytes a file whose `moov` comes before its `mdat`
 */
export function longMp4(bytes: Buffer, times: number): Buffer {
  const boxes = boxesIn(bytes);
  const moov = boxes.find(({ type }) => type === 'moov');
  if (moov === undefined) throw new Error('the file has no moov');
  const longMoov = (shift: number): Buffer => longContainer(bytes, moov, { times, shift, samples: 0, chunks: 0 });
  const growth = longMoov(0).length - moov.size;
  return Buffer.concat(
    boxes.map((box) => (box === moov ? longMoov(growth) : bytes.subarray(box.at, box.at + box.size))),
  );
}

interface Stretch {
  readonly times: number;
  /** By how much the samples move, bytes. */
  readonly shift: number;
  /** In a sample table: how many samples and chunks it has. */
  readonly samples: number;
  readonly chunks: number;
}

const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** An edit list limits the length; groups of samples are counted, and nothing needs them. */
const leftOut: ReadonlySet<string> = new Set(['edts', 'udta', 'sgpd', 'sbgp']);
/** Position of the duration in a box of version 0. */
const durationAt: Readonly<Record<string, number>> = { mvhd: 24, tkhd: 28, mdhd: 24 };

function longContainer(bytes: Buffer, box: Box, stretch: Stretch): Buffer {
  const boxes = boxesIn(bytes, box.at + 8, box.at + box.size);
  const count = (type: string, at: number): number => {
    const table = boxes.find((child) => child.type === type);
    return table === undefined ? 0 : bodyOf(bytes, table).readUInt32BE(at);
  };
  const inside = box.type === 'stbl' ? { ...stretch, samples: count('stsz', 8), chunks: count('stco', 4) } : stretch;
  const children = boxes
    .filter(({ type }) => !leftOut.has(type))
    .map((child) =>
      containers.has(child.type) ? longContainer(bytes, child, inside) : longLeaf(bytes, child, inside),
    );
  return makeBox(box.type, ...children);
}

function longLeaf(bytes: Buffer, box: Box, { times, shift, samples, chunks }: Stretch): Buffer {
  const copy = Buffer.from(bytes.subarray(box.at, box.at + box.size));
  const duration = durationAt[box.type];
  if (duration !== undefined) {
    copy.writeUInt32BE(copy.readUInt32BE(duration) * times, duration);
    return copy;
  }
  const body = bodyOf(copy, { ...box, at: 0 });
  switch (box.type) {
    case 'stts':
    case 'ctts':
      return repeatedTable(box.type, body, 8, times);
    case 'stsz': {
      const count = body.readUInt32BE(8);
      const head = Buffer.from(body.subarray(0, 12));
      head.writeUInt32BE(count * times, 8);
      return makeBox('stsz', head, ...Array.from({ length: times }, () => body.subarray(12)));
    }
    case 'stco':
      return repeatedTable('stco', shifted(body, shift), 4, times);
    case 'stss':
      return numberedTable('stss', body, 4, times, samples);
    case 'stsc':
      return numberedTable('stsc', body, 12, times, chunks);
    default:
      return copy;
  }
}

/** The table's entries, repeated as they are. */
function repeatedTable(type: string, body: Buffer, entryBytes: number, times: number): Buffer {
  const head = Buffer.from(body.subarray(0, 8));
  const count = head.readUInt32BE(4);
  head.writeUInt32BE(count * times, 4);
  const entries = body.subarray(8, 8 + count * entryBytes);
  return makeBox(type, head, ...Array.from({ length: times }, () => entries));
}

/** The table's entries, each with a number that goes on where the round before ended. */
function numberedTable(type: string, body: Buffer, entryBytes: number, times: number, perRound: number): Buffer {
  const head = Buffer.from(body.subarray(0, 8));
  const count = head.readUInt32BE(4);
  head.writeUInt32BE(count * times, 4);
  const rounds = Array.from({ length: times }, (_, round) => {
    const entries = Buffer.from(body.subarray(8, 8 + count * entryBytes));
    for (let at = 0; at < entries.length; at += entryBytes)
      entries.writeUInt32BE(entries.readUInt32BE(at) + round * perRound, at);
    return entries;
  });
  return makeBox(type, head, ...rounds);
}

function shifted(body: Buffer, shift: number): Buffer {
  const moved = Buffer.from(body);
  for (let at = 8; at + 4 <= moved.length; at += 4) moved.writeUInt32BE(moved.readUInt32BE(at) + shift, at);
  return moved;
}
