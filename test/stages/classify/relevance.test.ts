import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Topic } from '../../../src/model/topic/topic.ts';
import { prepareTopic } from '../../../src/stages/classify/keywords.ts';
import { relevance } from '../../../src/stages/classify/relevance.ts';
import { termWeights } from '../../../src/stages/classify/terms.ts';
import { topic as topicNamed } from '../../support/topics.ts';

const topic = (keywords: Record<string, number>, more: Partial<Topic> = {}): Topic =>
  topicNamed('energy', keywords, more);
interface GivenText {
  readonly title?: string;
  readonly body: string;
  readonly lang?: string;
  readonly headings?: readonly string[];
  readonly meta?: readonly string[];
}
const score = ({ title = '', body, lang = 'en', headings = [], meta = [] }: GivenText, about: Topic) =>
  relevance({ terms: termWeights({ title, headings, body, lang, meta }), lang, grown: null }, prepareTopic(about));

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
  it('keeps texts about the topic and drops passing mentions', () => {
    const about = score(onTopic, energy);
    expect(about.score).toBeGreaterThan(0.8);
    expect(about.kept).toBe(true);
    expect(about.terms[0]).toMatchObject({ term: 'wind power' });
    const aside = score(passing, energy);
    expect(aside.terms.map(({ term }) => term)).toEqual(['electricity']);
    expect(aside.kept).toBe(false);
  });

  it('damps a single passing mention even of the only keyword', () => {
    expect(score(passing, topic({ electricity: 1 })).score).toBeLessThan(0.25);
    expect(score(passing, topic({ choir: 1 })).score).toBe(1);
  });

  it('finds plurals, keywords of three words, and Chinese keywords in any segmentation', () => {
    const matchedTerms = (keyword: string, body: string, lang = 'en') =>
      score({ body, lang }, topic({ [keyword]: 1 })).terms.map(({ term }) => term);
    expect(matchedTerms('party', 'Two parties met.')).toEqual(['party']);
    expect(matchedTerms('interest rate', 'Interest rates rise.')).toEqual(['interest rate']);
    expect(matchedTerms('Bank of England', 'The Bank of England waits.')).toEqual(['Bank of England']);
    expect(matchedTerms('Bank of England', 'The bank in the north of England waits.')).toEqual([]);
    expect(matchedTerms('机器学习', '这家公司研究机器学习。', 'zh')).toEqual(['机器学习']);
    expect(matchedTerms('機器學習', '这家公司研究机器学习。', 'zh')).toEqual(['機器學習']);
    expect(matchedTerms('银行', '中国人民银行宣布降息。', 'zh')).toEqual(['银行']);
  });

  it('drops a page with an excluded term, at any score', () => {
    const { score: same, kept } = score(onTopic, { ...energy, exclude: ['coal plant'] });
    expect(same).toBe(score(onTopic, energy).score);
    expect(kept).toBe(false);
  });

  it('weights the title more than the body', () => {
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

  it('is between 0 and 1, and the shares of the terms add up to 1', () => {
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

  it('keeps a text in a language of the topic, or of unknown language', () => {
    const german = { ...energy, languages: ['de'] };
    expect(score(onTopic, german).kept).toBe(false);
    expect(score({ ...onTopic, lang: 'de-AT' }, german).kept).toBe(true);
    const terms = termWeights({ ...onTopic, headings: [], lang: null });
    expect(relevance({ terms, lang: null, grown: null }, prepareTopic(german)).kept).toBe(true);
  });
});

describe('the method boolean', () => {
  const any = topic({ wind: 1, turbine: 5, grid: 1, choir: 1 }, { method: 'boolean', threshold: 0.5 });

  it('counts the keywords that occur, independent of frequency and place', () => {
    const { score: value, kept, terms } = score({ body: 'Wind, wind, wind.\n\nThe turbines turn.' }, any);
    expect({ value, kept }).toEqual({ value: 0.5, kept: true });
    expect(terms).toEqual([
      { term: 'turbine', share: 0.5 },
      { term: 'wind', share: 0.5 },
    ]);
    expect(score({ body: 'Wind only.' }, any).kept).toBe(false);
  });

  it('never scores lower with another mention of a keyword', () => {
    const words = fc.constantFrom('wind', 'turbine', 'grid', 'choir', 'hall', 'night');
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.constantFrom('wind', 'choir'), (list, keyword) => {
        const before = score({ body: list.join(' ') }, any).score;
        expect(score({ body: [...list, keyword].join(' ') }, any).score).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});

describe('the method tags', () => {
  const tags = topic({ wind: 3, turbine: 1 }, { method: 'tags', threshold: 0.08 });

  it('adds up the shares of the keywords in title, headings and metadata, not in the text', () => {
    expect(score({ body: 'wind turbine' }, tags).score).toBe(0);
    expect(score({ title: 'Wind', body: '' }, tags).score).toBeCloseTo(0.25);
    const all = { title: 'Wind', headings: ['The turbine'], meta: ['turbine', 'wind'], body: '' };
    expect(score(all, tags).score).toBeCloseTo((0.75 + 0.25 + 1) / 3);
    const titleOnly = { ...tags, tagShares: { title: 1, headings: 0, meta: 0 } };
    expect(score(all, titleOnly).score).toBeCloseTo(0.25);
  });

  it('drops a page by an excluded term in its metadata', () => {
    const text = { title: 'Wind', meta: ['sailing'], body: '' };
    expect([score(text, tags).kept, score(text, { ...tags, exclude: ['sailing'] }).kept]).toEqual([true, false]);
  });
});

describe('all methods with keywords', () => {
  it('give 0 to 1, independent of the order of the keywords and the scale of their weights', () => {
    const words = fc.constantFrom('wind', 'turbine', 'grid', 'choir', 'hall', 'power');
    const text = fc.array(words, { maxLength: 12 }).map((list) => list.join(' '));
    const weights = fc.record({ wind: fc.integer({ min: 1, max: 9 }), grid: fc.integer({ min: 1, max: 9 }) });
    const method = fc.constantFrom('vector' as const, 'boolean' as const, 'tags' as const);
    fc.assert(
      fc.property(text, text, weights, method, (title, body, { wind, grid }, by) => {
        const { score: value } = score({ title, body }, topic({ wind, grid }, { method: by }));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
        const turned = topic({ grid: 8 * grid, wind: 8 * wind }, { method: by });
        expect(score({ title, body }, turned).score).toBeCloseTo(value, 10);
      }),
    );
  });
});
