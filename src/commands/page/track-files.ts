import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedTrack, CaptureRequest } from '../../app.ts';
import { detectStream, streamMimeTypes, streamStart } from '../../stages/media/find/magic.ts';
import type { DrainedChunks } from '../../stages/media/in-page/drain.ts';
import { socketTrack } from '../../stages/media/in-page/socket-recorder.ts';

/** What one frame or worker passed to MediaSource; `source` names it. */
export interface Drained {
  readonly source: string;
  readonly value: DrainedChunks | null;
}

interface Track extends CapturedTrack {
  readonly handle: Awaited<ReturnType<typeof open>>;
  /** The first bytes of a socket's track: they show the format. */
  readonly head: Buffer;
}

/** Enough for every format. */
const headBytes = 1_024;
const isSocket = ({ mimeType }: CapturedTrack): boolean => mimeType === socketTrack;

/** One file per SourceBuffer or socket of a frame or worker. */
export class TrackFiles implements AsyncDisposable {
  readonly #tracks = new Map<string, Track>();
  readonly #request: CaptureRequest;
  /** By id of the frame or worker: number of its chunks that have arrived. */
  readonly #received = new Map<string, number>();
  bytes = 0;

  constructor(request: CaptureRequest) {
    this.#request = request;
  }

  /** Appends the drained data to the files. @returns the number of bytes written */
  async write(drained: readonly Drained[]): Promise<number> {
    let written = 0;
    for (const { source, value } of drained) {
      for (const { buffer, data } of value?.chunks ?? []) {
        const mimeType = value?.types[buffer] ?? '';
        // what an element is fed is the film, cut to what the browser plays
        if (mimeType === socketTrack && this.#isFed()) continue;
        const bytes = Buffer.from(data, 'base64');
        if (this.bytes + bytes.byteLength > this.#request.maxBytes) {
          this.bytes = this.#request.maxBytes; // a truncated chunk is useless: drop the rest
          return written;
        }
        await this.#append(`${source}-${buffer}`, mimeType, bytes);
        this.bytes += bytes.byteLength;
        written += bytes.byteLength;
      }
      if (value !== null) this.#received.set(value.id, value.from + value.chunks.length);
    }
    return written;
  }

  received(): Record<string, number> {
    return Object.fromEntries(this.#received);
  }

  async #append(key: string, mimeType: string, bytes: Uint8Array): Promise<void> {
    const existing = this.#tracks.get(key);
    const file = join(this.#request.folder, `track-${key}.bin`);
    const track = existing ?? { file, mimeType, bytes: 0, handle: await open(file, 'wx'), head: Buffer.alloc(0) };
    const isFirst = isSocket(track) && track.bytes === 0;
    const body = isFirst ? bytes.subarray(streamStart(bytes)) : bytes;
    await track.handle.write(body);
    const missing = isSocket(track) ? headBytes - track.head.byteLength : 0;
    const head = missing > 0 ? Buffer.concat([track.head, body.subarray(0, missing)]) : track.head;
    this.#tracks.set(key, { ...track, bytes: track.bytes + body.byteLength, head });
  }

  #isFed(): boolean {
    return [...this.#tracks.values()].some((track) => !isSocket(track));
  }

  /** Sockets count only where nothing was fed to an element, and where they bring a stream. */
  list(): CapturedTrack[] {
    const isFed = this.#isFed();
    return [...this.#tracks.values()].flatMap(({ file, mimeType, bytes, head }): CapturedTrack[] => {
      if (mimeType !== socketTrack) return [{ file, mimeType, bytes }];
      const format = isFed ? null : detectStream(head);
      return format === null ? [] : [{ file, mimeType: streamMimeTypes[format] ?? 'video/mp2t', bytes }];
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { handle } of this.#tracks.values()) await handle.close();
  }
}
