import type { MediaElementState } from '../in-page/frame-state.ts';

/** Longest advertisement, ms: television's longest spots have 60 s. */
export const longestSpotMs = 65_000;
/** A clip of this length before a film is more likely an advertisement or a jingle than the film. */
const shortestFilmMs = 6_000;
/** A film is at least this many times as long as the advertisement that interrupts it. */
const filmToAd = 2;

export interface SeenElement {
  readonly frame: number;
  readonly element: MediaElementState;
  /** Absolute address; null: none that HTTP fetches. */
  readonly url: string | null;
}

/** A source of an element, from when it was set until it was replaced. */
interface Clip {
  readonly place: string;
  readonly source: string;
  readonly url: string | null;
  durationMs: number | null;
  startedAt: number | null;
  /** Ended, taken back to its beginning, hidden, removed or replaced; null: on. */
  overAt: number | null;
  isCalledAd: boolean;
  isPlaying: boolean;
  /** When it went on after a pause; null: it did not. */
  resumedAt: number | null;
}

/** Remembers what each media element of a page has played: sources that change in one element, and clips that follow each other in several. */
export class PlayHistory {
  readonly #clips: Clip[] = [];

  observe(seen: readonly SeenElement[], atMs: number): void {
    const current = new Set(seen.map((item) => this.#update(item, atMs)));
    for (const clip of this.#clips) if (!current.has(clip)) clip.overAt ??= atMs;
  }

  #update({ frame, element, url }: SeenElement, atMs: number): Clip {
    const place = `${frame} ${element.number}`;
    let clip = this.#clips.findLast((candidate) => candidate.place === place);
    if (clip?.source !== element.url) {
      clip = {
        place,
        source: element.url,
        url,
        durationMs: null,
        startedAt: null,
        overAt: null,
        isCalledAd: false,
        isPlaying: false,
        resumedAt: null,
      };
      this.#clips.push(clip);
    }
    clip.durationMs = element.durationMs === -1 ? Number.POSITIVE_INFINITY : (element.durationMs ?? clip.durationMs);
    clip.isCalledAd ||= element.isCalledAd || element.isInAd;
    if (element.isPlaying && !clip.isPlaying && clip.startedAt !== null) clip.resumedAt = atMs;
    clip.isPlaying = element.isPlaying;
    if (element.isPlaying || element.positionMs > 0) clip.startedAt ??= atMs;
    const isTakenBack = clip.startedAt !== null && !element.isPlaying && element.positionMs === 0;
    const isOver = element.hasEnded || isTakenBack || (!element.isShown && !element.isAudio);
    clip.overAt = isOver ? (clip.overAt ?? atMs) : null;
    return clip;
  }

  /** Returns the addresses of clips that played before or between a film: shorter, over or replaced when it began. */
  interludes(): Set<string> {
    const played = this.#clips.filter(({ startedAt }) => startedAt !== null);
    const isInterlude = (clip: Clip): boolean => played.some((film) => interrupts(clip, film));
    return new Set(played.filter(isInterlude).flatMap(({ url }) => url ?? []));
  }

  /** Whether a clip may be an advertisement before the film: short, and called so or hardly a film. */
  mayBeInterlude(url: string): boolean {
    return this.#clips.some(
      (clip) =>
        clip.url === url &&
        clip.durationMs !== null &&
        clip.durationMs <= longestSpotMs &&
        (clip.isCalledAd || clip.durationMs < shortestFilmMs),
    );
  }

  /** When an address's clip began to play last; null: it has not. */
  startedAt(url: string): number | null {
    return this.#clips.findLast((clip) => clip.url === url)?.startedAt ?? null;
  }

  /** Time since an address's clip is over, ms; null: it is on, or has not begun. */
  overForMs(url: string, atMs: number): number | null {
    const clip = this.#clips.findLast((candidate) => candidate.url === url);
    return clip === undefined || clip.overAt === null || clip.startedAt === null ? null : atMs - clip.overAt;
  }
}

function interrupts(clip: Clip, film: Clip): boolean {
  if (clip === film || clip.source === film.source || clip.durationMs === null || clip.durationMs > longestSpotMs)
    return false;
  const isMuchLonger = film.durationMs !== null && film.durationMs >= filmToAd * clip.durationMs;
  if (!isMuchLonger && !(clip.isCalledAd && !film.isCalledAd)) return false;
  if (clip.place === film.place) return true;
  if (clip.overAt === null || clip.startedAt === null || film.startedAt === null) return false;
  const goesOn = film.resumedAt !== null && film.startedAt <= clip.startedAt && film.resumedAt >= clip.overAt - 500;
  return goesOn || film.startedAt >= clip.overAt - 500;
}
