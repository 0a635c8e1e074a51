import { describe, expect, it } from 'vitest';
import { garbledShare } from '../../src/text/garbled.ts';

describe('garbled text', () => {
  it('has no share in plain text with typographic signs', () => {
    expect(garbledShare('“Prices rose — again…”, she said.\n\tIt was 7 %.')).toBe(0);
    expect(garbledShare('')).toBe(0);
  });

  it('is counted per non-blank character, a pair of surrogates as one', () => {
    expect(garbledShare('ab\u0007 \u2003c')).toBe(1 / 4);
    expect(garbledShare('\u{1f600}\u000b\u{1f600}\u0007')).toBe(2 / 3);
    expect(garbledShare('a\ud83d')).toBe(1 / 2);
  });

  it('is found in a text that was read in another encoding', () => {
    expect(garbledShare('Die BrÃ¼cke wÃ¤chst')).toBeGreaterThan(0.1);
  });
});
