import { describe, expect, it } from 'vitest';
import { termWeights } from '../../../src/stages/classify/terms.ts';

describe('termWeights', () => {
  it('counts words and pairs by where they stand, the lead apart from the body', () => {
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

  it('counts the words inside of a longer Chinese one', () => {
    const { title } = termWeights({ title: '中国人民银行降息', headings: [], body: '', lang: 'zh' });
    expect(title).toMatchObject({ 中国人民银行: 1, 银行: 1, 降息: 1 });
  });

  it('keeps words that objects know by themselves', () => {
    const { body, title } = termWeights({ title: 'constructor', headings: [], body: '\n\n', lang: 'en' });
    expect(title.constructor).toBe(1);
    expect(body).toEqual({});
  });
});
