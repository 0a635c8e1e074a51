import { describe, expect, it } from 'vitest';
import { isRight, type Judged, levelsOf } from '../../bench/extract/reliability.ts';
import { drawReliability } from '../../bench/extract/reliability-diagram.ts';

const judged: Judged[] = [
  { confidence: 1, f1: 1 },
  { confidence: 0.96, f1: 0.5 },
  { confidence: 0.9, f1: 0.9 },
  { confidence: 0.1, f1: 0.89 },
  { confidence: 0, f1: 0 },
];

describe('the reliability of a confidence', () => {
  it('counts a body with F1 from .9 as right', () => {
    expect(judged.map(isRight)).toEqual([true, false, true, false, false]);
  });

  it('puts each page into one level, by its lower end', () => {
    const levels = levelsOf(judged);
    expect(levels.map(({ from, to, pages }) => [from, to, pages])).toEqual([
      [0, 0.3, 2],
      [0.9, 0.95, 1],
      [0.95, 1, 2],
    ]);
    expect(levels.at(-1)).toMatchObject({ confidence: 0.98, right: 0.5, f1: 0.75 });
  });

  it('is drawn with a dot for each level, without ids of pages', () => {
    const svg = drawReliability([
      { name: 'open', levels: levelsOf(judged) },
      { name: 'sealed', levels: [] },
    ]);
    expect(svg.match(/<title>open: \d pages/g)).toHaveLength(3);
    expect(svg).toContain('sealed (0 pages)');
    expect(svg).not.toContain('NaN');
  });
});
