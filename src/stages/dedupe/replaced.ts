import type { Piece } from './align.ts';

/** Texts made from one template are told by what was filled in: so many replaced spans, and this share of all that could have been. Chosen on 1,500 English and Chinese documents. */
export interface TemplateBars {
  readonly spans: number;
  readonly share: number;
  /** How many sides of a replaced span have to have something telling: a dictionary knows one name and not the other. */
  readonly sides: 1 | 2;
}

type Side = 'a' | 'b';

/**
 * Whether two aligned texts are one form that was filled in twice: replaced spans with something telling in them, and not the same.
 * @param telling what tells in a span of one side; empty: nothing
 */
export function isRefilled(
  pieces: readonly Piece[],
  telling: (side: Side, span: readonly [from: number, to: number]) => readonly string[],
  bars: TemplateBars,
): boolean {
  let replaced = 0;
  let kept = 0;
  for (const piece of pieces) {
    if (piece.kind === 'one-sided') continue;
    const ours = telling('a', piece.a);
    if (piece.kind === 'equal') kept += ours.length;
    else {
      const theirs = telling('b', piece.b);
      const sides = Number(ours.length > 0) + Number(theirs.length > 0);
      if (sides >= bars.sides && ours.join(' ') !== theirs.join(' ')) replaced++;
    }
  }
  return replaced >= bars.spans && replaced >= bars.share * (replaced + kept);
}
