import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categorise } from '../../../../src/stages/classify/categories/categorise.ts';
import { categoryHints } from '../../../../src/stages/classify/categories/category-words.ts';
import type { CategoryInput } from '../../../../src/stages/classify/categories/fallback-rules.ts';
import { trainLinear } from '../../../../src/stages/classify/linear/train.ts';
import { headlines } from '../linear/texts.ts';

const categoryOf = (fields: Partial<CategoryInput>) =>
  categorise(null, { title: '', text: '', lang: null, section: null, url: null, ...fields });

describe('categorise without a model', () => {
  it.each([
    [{ section: 'Sport' }, 'sport', 'section'],
    [{ section: ' Sports / Football ' }, 'sport', 'section'],
    [{ section: 'News > Wirtschaft', url: 'https://a.example/sport/a-story' }, 'business', 'section'],
    [{ section: 'ÉCONOMIE' }, 'business', 'section'],
    [{ section: '財經' }, 'business', 'section'],
    [{ section: 'Frontpage', url: 'https://a.example/2026/climate/the-ice-melts' }, 'environment', 'url'],
    [{ url: 'https://sports.example.com/2026/11/a-story', title: 'The senator and the minister' }, 'sport', 'url'],
    [{ url: 'https://a.example/%E4%BD%93%E8%82%B2/1.html' }, 'sport', 'url'],
  ] as const)('takes the section, then the address: %j', (fields, label, by) => {
    expect(categoryOf(fields)).toMatchObject({ label, by, model: null });
  });

  it.each([
    ['Striker scores the winning goal in the cup final', 'sport'],
    ['Bundestag streitet mit dem Kanzler über die Wahl', 'politics'],
    ['医院迎来首批接种疫苗的患者', 'health'],
    ['Le chanteur annonce un nouvel album et un concert', 'entertainment'],
    ['El paciente recibió la vacuna en el hospital', 'health'],
  ])('falls back to words: %s', (title, label) => {
    const category = categoryOf({ title, section: 'Page 3', url: 'https://a.example/2026/11/story' });
    expect(category).toMatchObject({ label, by: 'keywords' });
    expect(category?.probability).toBeGreaterThan(0.5);
    expect(category?.terms.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('returns null without hints, or when two categories have the same points', () => {
    expect(categoryOf({ title: 'A quiet morning on the hill' })).toBeNull();
    expect(categoryOf({ title: 'The senator and the striker' })).toBeNull();
    expect(categoryOf({ title: 'Hills', text: 'One goal in passing.' })).toBeNull();
    expect(categoryOf({ url: 'no address', title: '' })).toBeNull();
    expect(categoryOf({ url: 'https://a.example/%E4%BD/x', section: '' })).toBeNull();
  });

  it('does not use the last path segment as a section', () => {
    expect(categoryOf({ url: 'https://a.example/2026/sport' })).toBeNull();
  });

  it('never fails, and its probability is one', () => {
    const any = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(any, any, any, any, (title, text, section, url) => {
        const category = categoryOf({ title, text, section, url });
        if (category === null) return;
        expect(category.probability).toBeGreaterThan(0);
        expect(category.probability).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('has each category once, with section names and words', () => {
    const labels = categoryHints.map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
    for (const { label } of categoryHints)
      expect(categoryOf({ section: label })).toMatchObject({ label, by: 'section' });
  });
});

describe('categorise with a model', () => {
  it('uses only the model, and names its version', () => {
    const model = trainLinear(headlines);
    const subject = { title: 'Ferry and crane', text: '', lang: 'en', section: 'Sport', url: null };
    expect(categorise(model, subject)).toMatchObject({
      label: 'harbour',
      by: 'model',
      model: model.digest.slice(0, 12),
    });
  });
});
