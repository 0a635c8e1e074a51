import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Topic } from '../../../src/model/topic.ts';
import { prepareTopic, relevance } from '../../../src/stages/classify/relevance.ts';
import { termWeights } from '../../../src/stages/classify/terms.ts';

const topic = (keywords: Record<string, number>, more: Partial<Topic> = {}): Topic => ({
  name: 'energy',
  keywords,
  exclude: [],
  threshold: 0.25,
  ...more,
});
const score = (text: { title?: string; body: string; lang?: string }, about: Topic) =>
  relevance(
    termWeights({ title: text.title ?? '', headings: [], body: text.body, lang: text.lang ?? 'en' }),
    prepareTopic(about),
  );

const energy = topic({ 'wind power': 3, turbine: 2, electricity: 1, grid: 1 });
const onTopic = {
  title: 'Wind power beats coal for the first time',
  body: 'Turbines off the coast fed more electricity into the grid than all coal plants.\n\nWind power is expected to grow again next year as forty turbines go up.',
};
const passing = {
  title: 'Choir sings in the old market hall',
  body: 'The choir of the market town sang for two hours, and the choir master smiled.\n\nThe choir had practised by candle light. The choir says the hall has no electricity since the storm, so the choir moves on to the church, where the choir sings on Sunday.',
};

describe('relevance', () => {
  it('keeps what is about the topic and drops what mentions it in passing', () => {
    const about = score(onTopic, energy);
    expect(about.score).toBeGreaterThan(0.8);
    expect(about.kept).toBe(true);
    expect(about.terms[0]).toMatchObject({ term: 'wind power' });
    const aside = score(passing, energy);
    expect(aside.terms.map(({ term }) => term)).toEqual(['electricity']);
    expect(aside.kept).toBe(false);
  });

  it('damps a lone passing mention even where it is the only keyword', () => {
    expect(score(passing, topic({ electricity: 1 })).score).toBeLessThan(0.25);
    expect(score(passing, topic({ choir: 1 })).score).toBe(1);
  });

  it('finds plurals, keywords of three words, and Chinese keywords however they are cut', () => {
    const found = (keyword: string, body: string, lang = 'en') =>
      score({ body, lang }, topic({ [keyword]: 1 })).terms.map(({ term }) => term);
    expect(found('party', 'Two parties met.')).toEqual(['party']);
    expect(found('interest rate', 'Interest rates rise.')).toEqual(['interest rate']);
    expect(found('Bank of England', 'The Bank of England waits.')).toEqual(['Bank of England']);
    expect(found('Bank of England', 'The bank in the north of England waits.')).toEqual([]);
    expect(found('机器学习', '这家公司研究机器学习。', 'zh')).toEqual(['机器学习']);
    expect(found('機器學習', '这家公司研究机器学习。', 'zh')).toEqual(['機器學習']);
    expect(found('银行', '中国人民银行宣布降息。', 'zh')).toEqual(['银行']);
  });

  it('drops a page with an excluded term, whatever its score', () => {
    const { score: same, kept } = score(onTopic, { ...energy, exclude: ['coal plant'] });
    expect(same).toBe(score(onTopic, energy).score);
    expect(kept).toBe(false);
  });

  it('counts the title for more than the body', () => {
    const [title, body] = [
      { title: 'Harbour', body: 'Boats wait.\n\nBoats wait for the tide and the pilot.' },
      { title: 'Boats', body: 'Boats wait.\n\nBoats wait for the harbour.' },
    ].map(
      (text) =>
        score(text, topic({ harbour: 1, tide: 1, pilot: 1 })).terms.find(({ term }) => term === 'harbour')?.share,
    );
    expect(title).toBeLessThan(1);
    expect(body).toBe(1);
    expect(title).toBeGreaterThan(0.5);
  });

  it('is between 0 and 1, and the shares of what counted add up to 1', () => {
    const words = fc.constantFrom('wind', 'power', 'turbine', 'grid', 'choir', 'hall', 'the', '风电');
    const text = fc.array(words, { maxLength: 40 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(text, text, (title, body) => {
        const { score: value, terms, kept } = score({ title, body }, energy);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
        const sum = terms.reduce((total, { share }) => total + share, 0);
        expect(sum).toBeCloseTo(terms.length === 0 ? 0 : 1);
        expect(kept).toBe(value >= 0.25);
      }),
    );
  });
});
