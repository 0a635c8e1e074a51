import type { HookStore } from './hooks.ts';

/** What a frame has handed to MediaSource since it was asked last. */
export interface DrainedChunks {
  /** Base64, in order; `buffer` is the SourceBuffer's number in its frame. */
  readonly chunks: readonly { readonly buffer: number; readonly data: string }[];
  /** Of each SourceBuffer. */
  readonly types: readonly string[];
  /** Chunks that are still there: an answer has its limit. */
  readonly left: number;
  /** What was fed has been played to its end. */
  readonly hasEnded: boolean;
}

/** Runs in the page (as source text). Null: a frame without hooks. */
function drain(key: string, limitBytes: number, speed: number): DrainedChunks | null {
  const store = (window as unknown as Record<symbol, HookStore | undefined>)[Symbol.for(key)];
  if (store === undefined || store.chunks === null) return null;
  const toText = (bytes: Uint8Array): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    return window.btoa(text);
  };
  // all of it has been fed, though nobody said that it was the end
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
  // a player feeds as it plays: what has an end is played faster
  for (const element of fed) if (Number.isFinite(element.duration)) element.playbackRate = speed;
  return {
    chunks,
    types: store.mseTypes,
    left: store.chunks.length,
    hasEnded: fed.length > 0 && fed.every((element) => element.ended || isFed(element)),
  };
}

/** An answer stays well below what a page's message may hold. */
const limitBytes = 4 * 1024 * 1024;
/** Players keep up with that; beyond, pieces are left out. */
const speed = 4;

export const drainExpression = (key: string): string => `(${drain})(${JSON.stringify(key)}, ${limitBytes}, ${speed})`;
