import { describe, expect, it } from 'vitest';
import type { MediaElementState } from '../../../../src/stages/media/in-page/frame-state.ts';
import { PlayHistory } from '../../../../src/stages/media/play/play-history.ts';

const site = 'https://films.example/';

interface Shown {
  readonly number?: number;
  readonly source: string;
  readonly seconds: number | null;
  readonly hasEnded?: boolean;
  readonly isCalledAd?: boolean;
  readonly isShown?: boolean;
  readonly isPaused?: boolean;
}

const seen = ({
  number = 1,
  source,
  seconds,
  hasEnded = false,
  isCalledAd = false,
  isShown = true,
  isPaused = false,
}: Shown) => {
  const element: MediaElementState = {
    number,
    url: source,
    blobBytes: null,
    isStream: false,
    isAudio: false,
    widthPx: 640,
    heightPx: 360,
    isShown,
    isSilentLoop: false,
    isInLink: false,
    isInAd: false,
    place: { isBeside: false, isTrailer: false, isCalledTrailer: false, isPreview: false },
    isCalledAd,
    isPlaying: !hasEnded && !isPaused,
    hasEnded,
    positionMs: 500,
    durationMs: seconds === null ? null : seconds * 1000,
    poster: '',
    title: '',
    captions: [],
  };
  return { frame: 0, element, url: source.startsWith('blob:') ? null : source };
};

/** What was seen at each look, one second apart. */
function interludesAfter(looks: readonly (readonly Shown[])[]): string[] {
  const history = new PlayHistory();
  for (const [at, look] of looks.entries()) history.observe(look.map(seen), at * 1000);
  return [...history.interludes()];
}

const film = `${site}film.mp4`;
const spot = `${site}spot.mp4`;

describe('clips besides the film', () => {
  it('are shorter ones before it, in the same element', () => {
    expect(interludesAfter([[{ source: spot, seconds: 4 }], [{ source: film, seconds: 600 }]])).toEqual([spot]);
  });

  it('are shorter ones in another element, for which the film pauses', () => {
    const stream = { source: `blob:${site}1`, seconds: 600 };
    const spotBreak = { number: 2, source: spot, seconds: 20 };
    const looks = [[stream], [{ ...stream, isPaused: true }, spotBreak], [stream]];
    expect(interludesAfter(looks)).toEqual([spot]);
    expect(interludesAfter(looks.slice(0, 2))).toEqual([]);
  });

  it('are shorter ones before a stream without an address', () => {
    expect(interludesAfter([[{ source: spot, seconds: 15 }], [{ source: `blob:${site}1`, seconds: 600 }]])).toEqual([
      spot,
    ]);
  });

  it('are shorter ones in the middle of it, which never replace it', () => {
    const looks = [[{ source: film, seconds: 600 }], [{ source: spot, seconds: 20 }], [{ source: film, seconds: 600 }]];
    expect(interludesAfter(looks)).toEqual([spot]);
    expect(interludesAfter(looks.slice(0, 2))).toEqual([spot]);
  });

  it('are those of another element that end before it begins', () => {
    const ended = { source: spot, seconds: 10, hasEnded: true };
    const next = { number: 2, source: film, seconds: 600 };
    expect(interludesAfter([[{ source: spot, seconds: 10 }], [ended], [ended, next]])).toEqual([spot]);
    expect(interludesAfter([[{ source: spot, seconds: 10 }], [next]])).toEqual([spot]);
  });

  it('are those called advertisements, though the film is hardly longer', () => {
    const looks = [[{ source: spot, seconds: 20, isCalledAd: true }], [{ source: film, seconds: 30 }]];
    expect(interludesAfter(looks)).toEqual([spot]);
  });

  it('are not two films that play at once, follow each other in a list, or are long', () => {
    const other = { number: 2, source: spot, seconds: 30 };
    expect(interludesAfter([[{ source: film, seconds: 600 }, other]])).toEqual([]);
    expect(interludesAfter([[{ source: spot, seconds: 50 }], [{ source: film, seconds: 80 }]])).toEqual([]);
    expect(interludesAfter([[{ source: spot, seconds: 300 }], [{ source: film, seconds: 900 }]])).toEqual([]);
    expect(interludesAfter([[{ source: spot, seconds: 4 }], [{ source: film, seconds: null }]])).toEqual([]);
  });
});

describe('a clip that may be an advertisement', () => {
  it.each([
    ['hardly a film', { source: spot, seconds: 4 }, true],
    ['short and called one', { source: spot, seconds: 30, isCalledAd: true }, true],
    ['short', { source: spot, seconds: 30 }, false],
    ['long, though something beside it is called one', { source: spot, seconds: 300, isCalledAd: true }, false],
  ])('%s', (_, shown, expected) => {
    const history = new PlayHistory();
    history.observe([seen(shown)], 0);
    expect(history.mayBeInterlude(spot)).toBe(expected);
  });
});
