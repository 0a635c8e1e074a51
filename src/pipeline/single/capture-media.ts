import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { CapturedTrack, CaptureRequest, MediaCapture } from '../../app.ts';
import { fetchAddress, withFragment } from '../../model/web/canonical-url.ts';
import type { Clock, InFrame, PlayerPage } from '../../ports.ts';
import { type DrainedChunks, drainExpression } from '../../stages/media/in-page/drain.ts';
import { hooksScript } from '../../stages/media/in-page/hooks.ts';
import { hookKey } from '../../stages/media/play/hook-key.ts';
import { playPage } from '../../stages/media/play/play-page.ts';
import { WatchedPage } from '../../stages/media/play/watched-page.ts';
import { mediaPorts } from '../crawl.ts';
import { type ReadPorts, requestedPage } from './read-page.ts';

const pollMs = 250;
const drainMs = 20_000;
/** A page that gives its player no data for this time has ended or hangs, ms. */
const silenceMs = 15_000;
const openMs = 30_000;

/** Plays a page and records what it gives to MediaSource, one file per SourceBuffer: the last resort for a medium without an address. */
export async function captureMedia(io: ReadPorts, request: CaptureRequest): Promise<MediaCapture> {
  const { site, task, identity } = await requestedPage(io, { url: request.url, render: 'browser' });
  const { adLists, budget } = mediaPorts(io, { site, identity, plays: true, isAllowed: () => true });
  const key = hookKey();
  const script = `${hooksScript(key)};window[Symbol.for(${JSON.stringify(key)})].chunks = [];`;
  const pool = await io.browsers();
  await using player = await pool.openPlayer({
    url: withFragment(fetchAddress(task), new URL(request.url).hash),
    identity,
    script,
    timeoutMs: request.timeLimitMs + openMs,
  });
  await using tracks = new TrackFiles(request);
  const watched = new WatchedPage(player, { key, declared: [], lists: await adLists() });
  const draining = new AbortController();
  const limits = budget ?? { totalMs: io.config.mediaBudgetMs, adMs: 0 };
  const played = playPage(player, watched, { key, budget: limits, onStep: async () => {}, signal: draining.signal });
  try {
    const endedBy = await drain(player, key, { tracks, request, clock: io.clock });
    return { tracks: tracks.list(), endedBy };
  } finally {
    draining.abort();
    await played.catch(() => null); // the page is gone: `drain` has failed with the same error
  }
}

async function drain(
  player: PlayerPage,
  key: string,
  { tracks, request, clock }: { readonly tracks: TrackFiles; readonly request: CaptureRequest; readonly clock: Clock },
): Promise<MediaCapture['endedBy']> {
  const begun = clock.monotonicMs();
  let lastAt = begun;
  for (;;) {
    const now = clock.monotonicMs();
    const frames = await player.inFrames<DrainedChunks | null>(drainExpression(key), drainMs);
    const bytes = await tracks.write(frames);
    if (bytes > 0) lastAt = now;
    if (tracks.bytes >= request.maxBytes) return 'bytes';
    const isLeft = frames.some(({ value }) => value !== null && value.left > 0);
    if (isLeft) continue;
    if (request.signal.aborted) return 'stopped';
    if (tracks.bytes > 0 && frames.some(({ value }) => value?.hasEnded === true)) return 'end';
    if (now - begun >= request.timeLimitMs) return 'time';
    if (now - lastAt >= Math.max(silenceMs, tracks.bytes === 0 ? openMs : 0)) return 'silence';
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** One file per SourceBuffer and frame. */
class TrackFiles implements AsyncDisposable {
  readonly #tracks = new Map<string, CapturedTrack & { readonly handle: Awaited<ReturnType<typeof open>> }>();
  readonly #request: Pick<CaptureRequest, 'folder' | 'maxBytes'>;
  bytes = 0;

  constructor(request: Pick<CaptureRequest, 'folder' | 'maxBytes'>) {
    this.#request = request;
  }

  /** Appends the drained data to the files. @returns the number of bytes written */
  async write(frames: readonly InFrame<DrainedChunks | null>[]): Promise<number> {
    let written = 0;
    for (const { frame, value } of frames) {
      for (const { buffer, data } of value?.chunks ?? []) {
        const bytes = Buffer.from(data, 'base64');
        if (this.bytes + bytes.byteLength > this.#request.maxBytes) {
          this.bytes = this.#request.maxBytes; // a truncated chunk is useless: drop the rest
          return written;
        }
        await this.#append(`${frame}-${buffer}`, value?.types[buffer] ?? '', bytes);
        this.bytes += bytes.byteLength;
        written += bytes.byteLength;
      }
    }
    return written;
  }

  async #append(key: string, mimeType: string, bytes: Uint8Array): Promise<void> {
    const existing = this.#tracks.get(key);
    const file = join(this.#request.folder, `track-${key}.bin`);
    const track = existing ?? { file, mimeType, bytes: 0, handle: await open(file, 'wx') };
    await track.handle.write(bytes);
    this.#tracks.set(key, { ...track, bytes: track.bytes + bytes.byteLength });
  }

  list(): CapturedTrack[] {
    return [...this.#tracks.values()].map(({ file, mimeType, bytes }) => ({ file, mimeType, bytes }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { handle } of this.#tracks.values()) await handle.close();
  }
}
