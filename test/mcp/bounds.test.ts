import { describe, expect, it } from 'vitest';
import { boundedFields, partNote, partOf } from '../../src/mcp/bounds.ts';

describe('a part of a text', () => {
  it('counts letters, not code units, and never cuts one', () => {
    const text = '港口🚢渡轮🌊';
    const first = partOf(text, { maxLetters: 3, offset: 0 });
    const second = partOf(text, { maxLetters: 3, offset: first.nextOffset ?? 0 });
    expect({ firstText: first.text, secondText: second.text }).toEqual({ firstText: '港口🚢', secondText: '渡轮🌊' });
    expect({ letters: first.letters, firstNextOffset: first.nextOffset, secondNextOffset: second.nextOffset }).toEqual({
      letters: 6,
      firstNextOffset: 3,
      secondNextOffset: null,
    });
  });

  it('says how to read on, and nothing at the end', () => {
    expect(partNote(partOf('abcdef', { maxLetters: 4, offset: 0 }), 0)).toContain(
      'Letters 1 to 4 of 6. Call again with offset 4',
    );
    expect(partNote(partOf('abcdef', { maxLetters: 4, offset: 4 }), 4)).toBe('');
  });

  it('is empty beyond the end', () =>
    expect(partOf('abc', { maxLetters: 4, offset: 9 })).toEqual({ text: '', letters: 3, nextOffset: null }));
});

describe('bounded fields', () => {
  it('leave out the largest first, and name it', () => {
    const value = { small: 1, large: 'x'.repeat(900), middle: 'y'.repeat(300) };
    expect(boundedFields(value, 2_000)).toEqual({ fields: value, leftOut: [] });
    expect(boundedFields(value, 500)).toEqual({ fields: { small: 1, middle: value.middle }, leftOut: ['large'] });
    expect(boundedFields(value, 10)).toEqual({ fields: { small: 1 }, leftOut: ['large', 'middle'] });
  });
});
