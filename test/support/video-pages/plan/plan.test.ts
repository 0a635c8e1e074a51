import { describe, expect, it } from 'vitest';
import { seedsOf } from '../../../../bench/media/seeds.ts';
import { emptyAxes, emptyExclusions, filmAxes, filmExclusions } from './axes.ts';
import { coveringRows, isAllowed, pairsOf, possiblePairs } from './pairwise.ts';
import { blockSize, blockStart, firstSealedSeed, planOf, type VideoPagePlan } from './plan.ts';

const block = (start: number): VideoPagePlan[] => Array.from({ length: blockSize }, (_, at) => planOf(start + at));
const filmsOf = (plans: readonly VideoPagePlan[]) => plans.flatMap(({ film }) => (film === null ? [] : [film]));
const emptyOf = (plans: readonly VideoPagePlan[]) => plans.flatMap(({ empty }) => (empty === null ? [] : [empty]));

describe('a plan', () => {
  it('is the same for the same seed, and another for another', () => {
    const rows = (seed: number) => coveringRows(filmAxes, filmExclusions, { size: 252, seed });
    expect(rows(5)).toEqual(rows(5));
    expect(rows(5)).not.toEqual(rows(6));
    expect(planOf(17)).toEqual(planOf(17));
    expect(planOf(17).films).not.toEqual(planOf(18).films);
  });

  it.each([0, -1, 1.5, Number.NaN])('needs a seed, which %d is not', (seed) => {
    expect(() => planOf(seed)).toThrow(RangeError);
  });

  it('has either a film or none, and names one of its films', () => {
    for (const { film, empty, films, meant } of block(1)) {
      expect([film, empty]).toContain(null);
      expect(films[meant]).toBeDefined();
      expect(films.length).toBe(film === null || film.episode === 'single' ? 1 : 4);
    }
  });
});

describe.each([1, firstSealedSeed])('the block of seeds from %d on', (start) => {
  const plans = block(start);

  it('has every pair of values that can occur', () => {
    const films = new Set(filmsOf(plans).flatMap(pairsOf));
    expect(possiblePairs(filmAxes, filmExclusions).filter((pair) => !films.has(pair))).toEqual([]);
    const empty = new Set(emptyOf(plans).flatMap(pairsOf));
    expect(possiblePairs(emptyAxes, emptyExclusions).filter((pair) => !empty.has(pair))).toEqual([]);
  });

  it('has every value of every axis', () => {
    for (const [axis, values] of Object.entries(filmAxes))
      expect(new Set(filmsOf(plans).map((film) => film[axis as keyof typeof film]))).toEqual(new Set(values));
    for (const [axis, values] of Object.entries(emptyAxes))
      expect(new Set(emptyOf(plans).map((empty) => empty[axis as keyof typeof empty]))).toEqual(new Set(values));
  });

  it('has no page that cannot be', () => {
    expect(filmsOf(plans).filter((film) => !isAllowed(film, filmExclusions))).toEqual([]);
  });
});

describe('exclusions', () => {
  it.each(filmExclusions)('$why: each of them excludes something', ({ values }) => {
    for (const [axis, excluded] of Object.entries(values))
      expect(filmAxes[axis as keyof typeof filmAxes]).toEqual(expect.arrayContaining([...excluded]));
  });
});

describe('blocks', () => {
  it('never mix sealed seeds with others', () => {
    expect([1, 300, 301, 999, 1_000, 1_299, 1_300].map(blockStart)).toEqual([1, 1, 301, 901, 1_000, 1_000, 1_300]);
  });
});

describe('the seeds of a run', () => {
  it('are ranges and numbers', () => {
    expect(seedsOf('3-5,9', false)).toEqual([3, 4, 5, 9]);
    expect(seedsOf(undefined, false)).toHaveLength(300);
    expect(seedsOf(undefined, true).at(-1)).toBe(1_299);
  });

  it('are all sealed, or none is', () => {
    expect(() => seedsOf('990-1001', false)).toThrow('seed 1000 is sealed');
    expect(() => seedsOf('999-1001', true)).toThrow('seed 999 is not sealed');
    expect(() => seedsOf('all', false)).toThrow(RangeError);
  });
});
