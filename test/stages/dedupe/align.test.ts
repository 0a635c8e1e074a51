import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../../src/stages/dedupe/align.ts';

describe('align', () => {
  it('names what is equal, replaced and only on one side', () => {
    expect(align([...'abxcd'], [...'abycde'])).toEqual([
      { kind: 'equal', a: [0, 2], b: [0, 2] },
      { kind: 'replace', a: [2, 3], b: [2, 3] },
      { kind: 'equal', a: [3, 5], b: [3, 5] },
      { kind: 'one-sided', a: [5, 5], b: [5, 6] },
    ]);
  });

  it('covers both sequences without a gap, and what it calls equal is equal', () => {
    const sequence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(sequence, sequence, (a, b) => {
        const pieces = align(a, b);
        expect(pieces.flatMap((piece) => a.slice(...piece.a))).toEqual(a);
        expect(pieces.flatMap((piece) => b.slice(...piece.b))).toEqual(b);
        for (const piece of pieces)
          if (piece.kind === 'equal') expect(a.slice(...piece.a)).toEqual(b.slice(...piece.b));
      }),
    );
  });
});
