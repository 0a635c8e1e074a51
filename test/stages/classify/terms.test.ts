import { describe, expect, it } from 'vitest';
import { termWeights } from '../../../src/stages/classify/terms.ts';

describe('termWeights', () => {
  it('counts words and pairs by place, the lead apart from the body', () => {
    const terms = termWeights({
      title: 'Wind power grows',
      headings: ['Wind at sea'],
      body: 'The wind park opens.\n\nPower from the wind park is cheap. The wind park pays.',
      lang: 'en',
    });
    expect(terms.title).toEqual({ wind: 1, power: 1, 'wind power': 1, grows: 1, 'power grows': 1 });
    expect(terms.heading).toEqual({ wind: 1, 'wind at': 1, sea: 1, 'at sea': 1 });
    expect(terms.lead).toMatchObject({ wind: 1, 'wind park': 1 });
    expect(terms.body).toMatchObject({ wind: 2, 'wind park': 2, power: 1, 'is cheap': 1 });
    expect(terms.body).not.toHaveProperty('the');
    expect(terms.body).not.toHaveProperty('from the');
  });

  it('counts the words inside a longer Chinese word', () => {
    const { title } = termWeights({ title: '中国人民银行降息', headings: [], body: '', lang: 'zh' });
    expect(title).toMatchObject({ 中国人民银行: 1, 银行: 1, 降息: 1 });
  });

  it('counts words that are names of object properties', () => {
    const { body, title } = termWeights({ title: 'constructor', headings: [], body: '\n\n', lang: 'en' });
    expect(title.constructor).toBe(1);
    expect(body).toEqual({});
  });

  it('returns the counts of the wanted terms only, but the highest weight of all terms', () => {
    const text = {
      title: 'Wind power grows',
      headings: [],
      body: 'The wind park opens.\n\nPower from the wind park is cheap.',
      lang: 'en',
    };
    const terms = termWeights(text, new Set(['wind park', 'power', 'whale']));
    expect(terms).toEqual({
      title: { power: 1 },
      heading: {},
      lead: { 'wind park': 1 },
      body: { power: 1, 'wind park': 1 },
      // "wind": title 5, lead 2, body 1
      meta: {},
      highest: 8,
    });
    const all = termWeights(text);
    expect(all.highest).toBe(8);
    expect(Object.keys(all.body)).toContain('is cheap');
  });

  it('finds the most frequent term among Chinese pairs, too', () => {
    // the pair is a word that also occurs alone
    const { highest, lead } = termWeights({ title: '', headings: [], body: '银行 降息 银行降息 银行降息', lang: 'zh' });
    const expected = Math.max(...Object.values(lead)) * 2;
    expect(highest).toBe(expected);
  });
});
