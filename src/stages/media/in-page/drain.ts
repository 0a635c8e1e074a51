import type { HookStore } from './hooks.ts';

/** What a frame or a worker passed to MediaSource since the last drain. */
export interface DrainedChunks {
  /** Of the frame or worker. */
  readonly id: string;
  /** Number of chunks before the first of these. */
  readonly from: number;
  /** Base64, in order; `buffer` is the index of the SourceBuffer in its frame or worker. */
  readonly chunks: readonly { readonly buffer: number; readonly data: string }[];
  /** MIME type of each SourceBuffer. */
  readonly types: readonly string[];
  /** Number of chunks that remain: the size of a drain is limited. */
  readonly left: number;
  /** All media of the frame that MediaSource feeds have played to the end. */
  readonly hasEnded: boolean;
}

/**
 * Runs in a frame or worker (as source text). Chunks stay until a later drain says that they have arrived: the answer of a busy worker may come too late.
 * @param received by id: number of chunks that have arrived @returns null: it has no hooks
 */
function drain(
  key: string,
  limits: { readonly bytes: number; readonly speed: number },
  received: Readonly<Record<string, number>>,
): DrainedChunks | null {
  const store = (globalThis as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  if (store === undefined || store.chunks === null) return null;
  const toText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return btoa(text);
  };
  // everything is buffered, though the script did not signal the end
  const isFed = ({ duration, buffered }: HTMLMediaElement): boolean =>
    Number.isFinite(duration) && buffered.length > 0 && buffered.end(buffered.length - 1) >= duration - 0.5;
  const arrived = Math.max(0, (received[store.id] ?? 0) - store.removedChunks);
  store.removedChunks += store.chunks.splice(0, arrived).length;
  const chunks: { buffer: number; data: string }[] = [];
  let size = 0;
  for (const { buffer, bytes } of store.chunks) {
    if (size >= limits.bytes) break;
    size += bytes.byteLength;
    chunks.push({ buffer, data: toText(bytes) });
  }
  const inDocument = typeof document === 'undefined' ? [] : document.querySelectorAll<HTMLMediaElement>('video,audio');
  // the MediaSource of a worker is set as an object
  const fed = [...new Set([...store.played, ...inDocument])].filter(
    ({ currentSrc, srcObject }) =>
      currentSrc.startsWith('blob:') || (srcObject !== null && !(srcObject instanceof MediaStream)),
  );
  // a player feeds as it plays: media with an end are played faster
  for (const element of fed) if (Number.isFinite(element.duration)) element.playbackRate = limits.speed;
  return {
    id: store.id,
    from: store.removedChunks,
    chunks,
    types: store.mseTypes,
    left: store.chunks.length - chunks.length,
    hasEnded: fed.length > 0 && fed.every((element) => element.ended || isFed(element)),
  };
}

const limits = {
  /** Well below the size limit of a message from the page. */
  bytes: 4 * 1024 * 1024,
  /** Playback rate that players keep up with; at higher rates they skip segments. */
  speed: 4,
};

/** @param received by `DrainedChunks.id`: number of chunks that have arrived */
export const drainExpression = (key: string, received: Readonly<Record<string, number>>): string =>
  `(${drain})(${JSON.stringify(key)}, ${JSON.stringify(limits)}, ${JSON.stringify(received)})`;
