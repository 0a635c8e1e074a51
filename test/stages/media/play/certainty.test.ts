import { describe, expect, it } from 'vitest';
import { mediaItem } from '../../../../src/model/media/media-item.ts';
import type { Evidence } from '../../../../src/model/media/media-sighting.ts';
import { isComplete, isLastResort, needsHelp } from '../../../../src/stages/media/play/certainty.ts';
import type { PlayState } from '../../../../src/stages/media/play/watched-page.ts';

const film = (score: number, reasons: readonly Evidence[]) =>
  mediaItem('https://films.example/film.mp4', 'progressive', { role: 'main', score, reasons });

const playing = (more: Partial<PlayState> = {}): PlayState => ({
  items: [],
  isAdOn: false,
  canvasWidthPx: 0,
  mseBytes: 0,
  keySystems: new Set(),
  isLicensed: false,
  playerElements: 1,
  interludes: [],
  clip: () => ({ mayBeInterlude: false, hasBegun: true, overForMs: null }),
  elementsOf: () => [],
  playingPx: 230_400,
  isPlaying: true,
  activity: '',
  timerMs: null,
  ...more,
});

describe('a medium of a played page', () => {
  it('needs help while it is only named in a script, or too weak', () => {
    expect(needsHelp(null)).toBe(true);
    expect(needsHelp(film(48, ['manifest', 'in script text']))).toBe(true);
    expect(needsHelp(film(10, ['seen on the network']))).toBe(true);
    expect(needsHelp(film(35, ['current source', 'seen on the network']))).toBe(false);
  });

  it('is the last resort outside of the content, unless the address names it', () => {
    const evidence: readonly Evidence[] = ['current source', 'big element', 'beside the content'];
    expect(isLastResort(film(33, evidence))).toBe(true);
    expect(needsHelp(film(33, evidence))).toBe(true);
    expect(isLastResort(film(63, [...evidence, 'named by the address']))).toBe(false);
  });

  it('is complete once it was requested and the content plays', () => {
    const seen = film(50, ['current source', 'big element', 'seen on the network']);
    expect(isComplete(playing(), seen)).toBe(true);
    expect(isComplete(playing(), film(53, ['current source', 'in the markup']))).toBe(false);
    expect(isComplete(playing({ isPlaying: false }), seen)).toBe(false);
    expect(isComplete(playing({ isAdOn: true }), seen)).toBe(false);
    expect(isComplete(playing({ clip: () => ({ mayBeInterlude: true, hasBegun: true, overForMs: null }) }), seen)).toBe(
      false,
    );
  });
});
