import type { HookStore } from './hooks.ts';

/** What a frame passed to MediaSource since the last drain. */
export interface DrainedChunks {
  /** Base64, in order; `buffer` is the index of the SourceBuffer in its frame. */
  readonly chunks: readonly { readonly buffer: number; readonly data: string }[];
  /** MIME type of each SourceBuffer. */
  readonly types: readonly string[];
  /** Number of chunks that remain: the size of a drain is limited. */
  readonly left: number;
  /** All media that MediaSource feeds have played to the end. */
  readonly hasEnded: boolean;
}

/** Runs in the page (as source text). Null: the frame has no hooks. */
function drain(key: string, limitBytes: number, speed: number): DrainedChunks | null {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  if (store === undefined || store.chunks === null) return null;
  const toText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return window.btoa(text);
  };
  // everything is buffered, though the script did not signal the end
  const isFed = ({ duration, buffered }: HTMLMediaElement): boolean =>
    Number.isFinite(duration) && buffered.length > 0 && buffered.end(buffered.length - 1) >= duration - 0.5;
  const chunks: { buffer: number; data: string }[] = [];
  for (let size = 0; size < limitBytes; ) {
    const next = store.chunks.shift();
    if (next === undefined) break;
    size += next.bytes.byteLength;
    chunks.push({ buffer: next.buffer, data: toText(next.bytes) });
  }
  const fed = [...new Set([...store.played, ...document.querySelectorAll<HTMLMediaElement>('video,audio')])].filter(
    (element) => element.currentSrc.startsWith('blob:'),
  );
  // a player feeds as it plays: media with an end are played faster
  for (const element of fed) if (Number.isFinite(element.duration)) element.playbackRate = speed;
  return {
    chunks,
    types: store.mseTypes,
    left: store.chunks.length,
    hasEnded: fed.length > 0 && fed.every((element) => element.ended || isFed(element)),
  };
}

/** Well below the size limit of a message from the page. */
const limitBytes = 4 * 1024 * 1024;
/** Playback rate that players keep up with; at higher rates they skip segments. */
const speed = 4;

export const drainExpression = (key: string): string => `(${drain})(${JSON.stringify(key)}, ${limitBytes}, ${speed})`;
