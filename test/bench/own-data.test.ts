import { describe, expect, it } from 'vitest';
import { makeSite, siteKinds } from '../../bench/own-data/make-site.ts';
import { readDeclared, scoreSite } from '../../bench/own-data/score.ts';
import { parsePage } from '../../src/stages/extract/page/parse.ts';

const cases = siteKinds.flatMap((kind) => [1, 2, 3, 8].map((seed) => ({ kind, seed })));

describe('generated sites with data of their own', () => {
  it.each(cases)('$kind $seed is the same each time, and says where each value stands', ({ kind, seed }) => {
    const site = makeSite(kind, seed, 3);
    expect(makeSite(kind, seed, 3).pages).toEqual(site.pages);
    for (const { html, places, values, records } of site.pages) {
      const { document } = parsePage(html);
      for (const { path, raw, attribute } of places) {
        const element = document.querySelector(path.replace(/^body/, 'html > body'));
        expect(attribute === null ? element?.textContent : element?.getAttribute(attribute)).toBe(raw);
      }
      const filled = [values, ...records].flatMap((fields) =>
        Object.entries(fields).filter(([name, value]) => name !== 'id' && value !== null && !Array.isArray(value)),
      );
      expect(places.filter(({ field }) => field !== 'tags')).toHaveLength(filled.length);
    }
  });

  it.each(cases)('$kind $seed is read by the rules that a person would write', ({ kind, seed }) => {
    const site = makeSite(kind, seed, 3);
    const score = scoreSite(site.pages, readDeclared(site));
    expect(score.wrong).toEqual([]);
    expect(score.values).toBeGreaterThan(20);
  });

  it('the score counts what is missing, wrong, or no record', () => {
    const { pages } = makeSite('events', 1, 1);
    const [page] = pages;
    const records = page?.records ?? [];
    const all = scoreSite(pages, () => ({ values: {}, records }));
    expect(all.right).toBe(all.values);
    const [first, ...rest] = records;
    expect(scoreSite(pages, () => ({ values: {}, records: rest })).wrong.length).toBeGreaterThan(1);
    const extra = [...records, { ...first, id: 'other' }];
    expect(scoreSite(pages, () => ({ values: {}, records: extra })).wrong).toEqual([
      expect.stringContaining('is no record'),
    ]);
  });
});
