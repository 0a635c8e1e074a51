interface Box {
  readonly type: string;
  /** Of the content. */
  readonly from: number;
  /** After the box; it may lie behind the bytes. */
  readonly to: number;
}

/** Boxes with boxes in which a duration may be. */
const parents: ReadonlySet<string> = new Set(['moov', 'mvex']);

/** The boxes at the beginning of some bytes of an MP4 file (ISO 14496-12), down to those that tell its duration. */
export class Mp4Boxes {
  readonly #view: DataView;
  readonly #boxes: Box[] = [];
  /** Where the first box begins that is not in the bytes. */
  readonly end: number;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.end = this.#collect(0, bytes.byteLength);
  }

  /** The duration, s: of the whole, of its fragments, or of the segments of its index; null: none of these is here. @param sizeBytes of the file; null: unknown */
  seconds(sizeBytes: number | null): number | null {
    const [header, scale] = this.#header();
    if (header > 0 && scale > 0) return header / scale;
    const fragments = this.#content('mehd', 12);
    const own = fragments === null || scale === 0 ? 0 : this.#number(fragments + 4, this.#version(fragments));
    return own > 0 ? own / scale : this.#indexed(sizeBytes);
  }

  /** Duration and time scale of `mvhd`; of fragmented files the duration is 0. */
  #header(): [duration: number, scale: number] {
    const at = this.#content('mvhd', 32);
    if (at === null) return [0, 0];
    const version = this.#version(at);
    const scaleAt = at + (version === 1 ? 20 : 12);
    const duration = this.#number(scaleAt + 4, version);
    return [duration >= 0xffff_ffff ? 0 : duration, this.#view.getUint32(scaleAt)];
  }

  /** The sum of the durations in `sidx`, where it indexes the whole file: some files have one for each fragment. */
  #indexed(sizeBytes: number | null): number | null {
    const at = this.#content('sidx', 32);
    if (at === null) return null;
    const scale = this.#view.getUint32(at + 8);
    const countAt = at + (this.#version(at) === 1 ? 30 : 22);
    const count = this.#view.getUint16(countAt);
    if (scale === 0 || countAt + 2 + 12 * count > this.#view.byteLength) return null;
    let [ticks, bytes] = [0, countAt];
    for (let index = 0; index < count; index++) {
      bytes += this.#view.getUint32(countAt + 2 + 12 * index) & 0x7fff_ffff;
      ticks += this.#view.getUint32(countAt + 2 + 12 * index + 4);
    }
    return sizeBytes !== null && bytes >= 0.9 * sizeBytes ? ticks / scale : null;
  }

  #version(at: number): number {
    return this.#view.getUint8(at);
  }

  #number(at: number, version: number): number {
    return version === 1 ? Number(this.#view.getBigUint64(at)) : this.#view.getUint32(at);
  }

  /** Null: the box is missing, or its first bytes are cut off. */
  #content(type: string, bytes: number): number | null {
    const box = this.#boxes.find((each) => each.type === type);
    return box === undefined || box.from + bytes > this.#view.byteLength ? null : box.from;
  }

  /** @returns the end of the last box */
  #collect(from: number, to: number): number {
    let at = from;
    while (at + 16 <= to && this.#boxes.length < 200) {
      const short = this.#view.getUint32(at);
      const type = String.fromCharCode(...[4, 5, 6, 7].map((index) => this.#view.getUint8(at + index)));
      const size = short === 1 ? Number(this.#view.getBigUint64(at + 8)) : short;
      const content = at + (short === 1 ? 16 : 8);
      if (size < content - at) return to; // to the end of the file, or broken
      this.#boxes.push({ type, from: content, to: at + size });
      if (parents.has(type)) this.#collect(content, Math.min(to, at + size));
      at += size;
    }
    return at;
  }
}
