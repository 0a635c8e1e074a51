import { describe, expect, it } from 'vitest';
import { namesToTry } from '../../bench/extract/ablation.ts';
import { measuresOf, Sums, scorePage } from '../../bench/extract/page-score.ts';

const page = (gold: Readonly<Record<string, unknown>>) => ({ id: 'a', url: null, html: '', gold });
const found = { id: 'a', title: '', body: '', authors: [], date: null };
const totals = (...pages: ReturnType<typeof scorePage>[]) => {
  const sums = new Sums();
  for (const one of pages) sums.add(one);
  return measuresOf(sums.toMap());
};

describe('the score of a page', () => {
  it('is precision and recall of runs of four words, averaged over pages before F1', () => {
    const half = scorePage(page({ body: 'a b c d e f' }), { ...found, body: 'a b c d x y' }, true);
    const whole = scorePage(page({ body: 'a b c d e' }), { ...found, body: 'a b c d e' }, true);
    expect(totals(half)['body F1']).toBeCloseTo(1 / 3);
    expect(totals(half, whole)['body F1']).toBeCloseTo(2 / 3);
  });

  it('counts Chinese by characters', () => {
    expect(
      totals(scorePage(page({ body: '港口大桥开' }), { ...found, body: '港口大桥' }, true))['body F1'],
    ).toBeCloseTo(2 / 3);
  });

  it('puts the title before the body where the right text begins with it', () => {
    const gold = { body: 'One two three four', body_has_title: true };
    expect(totals(scorePage(page(gold), { ...found, title: 'One two', body: 'three four' }, true))['body F1']).toBe(1);
  });

  it('ignores case, quotes and dashes of titles, and splits names', () => {
    const score = totals(
      scorePage(
        page({ title: 'It’s – here', authors: ['Ada Marsh', 'Jo Lind'], date: '2026-05-03' }),
        { ...found, title: "it's - Here", authors: ['By Ada Marsh and Jo Lind'], date: '2026-05-03' },
        true,
      ),
    );
    expect(score).toEqual({ title: 1, date: 1, 'authors F1': 1, articles: 1 });
  });

  it('counts snippets that are there and that must not be', () => {
    const gold = { with: ['first  part', 'second part'], without: ['follow us'] };
    const score = totals(scorePage(page(gold), { ...found, body: 'The first\npart. Follow us' }, false));
    expect(score['snippets F1']).toBeCloseTo(2 / 3);
    expect(score.articles).toBe(0);
  });
});

describe('the rules of an ablation', () => {
  it('are tried where they were asked, date rules only where a date is right or wrong', () => {
    const asked = new Set(['boilerplate/imprint', 'date/meta']);
    expect(namesToTry(asked, { body: '' })).toEqual(['boilerplate/imprint']);
    expect(namesToTry(asked, { date: '2026-05-03' })).toEqual([...asked]);
    expect(namesToTry(asked, null)).toEqual([...asked]);
  });
});
