/** A box of an MP4 file: its whole bytes, header included. */
export interface Box {
  readonly type: string;
  readonly at: number;
  readonly size: number;
}

export function boxesIn(bytes: Buffer, from = 0, to = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const size = bytes.readUInt32BE(at) || to - at;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), at, size });
    at += size;
  }
  return boxes;
}

export const makeBox = (type: string, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** The box at a path of types below the given range; undefined if the path does not exist. */
export function boxAt(bytes: Buffer, path: readonly string[], from = 0, to = bytes.length): Box | undefined {
  const [type, ...rest] = path;
  const box = boxesIn(bytes, from, to).find((candidate) => candidate.type === type);
  return box === undefined || rest.length === 0 ? box : boxAt(bytes, rest, box.at + 8, box.at + box.size);
}

export const bodyOf = (bytes: Buffer, { at, size }: Box): Buffer => bytes.subarray(at + 8, at + size);
