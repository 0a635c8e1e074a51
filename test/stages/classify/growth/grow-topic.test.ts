import { describe, expect, it } from 'vitest';
import type { TopicText } from '../../../../src/model/topic/topic.ts';
import { documentTerms } from '../../../../src/stages/classify/growth/document-terms.ts';
import {
  growTopic,
  minExamples,
  minStreamTexts,
  prepareStream,
} from '../../../../src/stages/classify/growth/grow-topic.ts';
import { type GrownTopic, topicScorer, topTerms } from '../../../../src/stages/classify/growth/grown-topic.ts';
import { packedScorer, packGrown } from '../../../../src/stages/classify/growth/pack.ts';
import { themeExamples, themeStream } from '../../../support/theme-texts.ts';

const mixed = themeStream({ sea: 30, garden: 45, music: 45 });
const texts = mixed.map(({ text }) => text);
const stream = prepareStream(texts);
const edge = 0.25;

function grown(seeds: Partial<Parameters<typeof growTopic>[0]> = {}): GrownTopic {
  const topic = growTopic({ keywords: { ship: 1, tide: 1 }, examples: themeExamples('sea', 6), ...seeds }, stream);
  if (topic === null) throw new Error('nothing was grown');
  return topic;
}

describe('growTopic', () => {
  it('finds the texts of the topic in the stream from few examples, also with words that no example contains', () => {
    const topic = grown();
    const judge = topicScorer(topic);
    const kept = mixed.filter(({ text }) => judge(text).score >= edge);
    const wanted = mixed.filter(({ theme }) => theme === 'sea');
    const right = kept.filter(({ theme }) => theme === 'sea').length;
    expect(right / kept.length).toBeGreaterThanOrEqual(0.95);
    expect(right / wanted.length).toBeGreaterThanOrEqual(0.9);
    expect(topTerms(topic, 10)).toContain('captain');
    expect(topTerms(topic, 10)).not.toContain('people');
  });

  it('finds a rare topic, and nothing in a stream without the topic', () => {
    const seeds = { keywords: { ship: 1, tide: 1 }, examples: themeExamples('sea', 6) };
    const keptOf = (sea: number) => {
      const rare = themeStream({ sea, garden: 60, music: 60 });
      const topic = growTopic(seeds, prepareStream(rare.map(({ text }) => text)));
      if (topic === null) throw new Error('nothing was grown');
      const judge = topicScorer(topic);
      return rare.filter(({ text }) => judge(text).score >= edge).map(({ theme }) => theme);
    };
    const kept = keptOf(6);
    expect(kept.length).toBeGreaterThanOrEqual(2);
    expect(new Set(kept)).toEqual(new Set(['sea']));
    expect(keptOf(0)).toEqual([]);
  });

  it('needs higher odds when the stream has titles only', () => {
    const titles = prepareStream(texts.map((text) => ({ ...text, title: `${text.title} ${text.body}`, body: '' })));
    const seeds = { keywords: { ship: 1 }, examples: themeExamples('sea', 6) };
    const strict = growTopic(seeds, titles);
    const usual = growTopic(seeds, stream);
    expect((strict as GrownTopic).minLogOdds).toBeGreaterThan((usual as GrownTopic).minLogOdds + 1);
  });

  it('explains a score by words of the text', () => {
    const { score, terms } = topicScorer(grown())({ title: 'A ship at the quay', body: '', lang: 'en' });
    expect(score).toBeGreaterThan(edge);
    expect(terms.map(({ term }) => term).sort()).toEqual(['quay', 'ship']);
    expect(terms.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(topicScorer(grown())({ title: 'Zzyzx', body: '', lang: 'en' })).toEqual({ score: 0, terms: [] });
  });

  it('does not depend on the scale of the weights, and is deterministic', () => {
    const [one, other] = [grown({ keywords: { ship: 1, tide: 2 } }), grown({ keywords: { ship: 10, tide: 20 } })];
    const text: TopicText = { title: 'The crew and the choir', body: 'A ferry leaves.', lang: 'en' };
    expect(topicScorer(other)(text).score).toBeCloseTo(topicScorer(one)(text).score, 6);
    expect(grown()).toEqual(grown());
  });

  it('scores rejected texts as off topic', () => {
    const disputed = mixed
      .filter(({ theme }) => theme === 'sea')
      .slice(0, 8)
      .map(({ text }) => text);
    const mean = (topic: GrownTopic) => disputed.reduce((sum, text) => sum + topicScorer(topic)(text).score, 0) / 8;
    expect(mean(grown({ rejected: disputed }))).toBeLessThan(mean(grown()));
  });

  it('grows nothing from too few examples or too small a stream', () => {
    const seeds = { keywords: { ship: 1 }, examples: themeExamples('sea', 6) };
    expect(growTopic({ ...seeds, examples: seeds.examples.slice(0, minExamples - 1) }, stream)).toBeNull();
    expect(growTopic(seeds, prepareStream(texts.slice(0, minStreamTexts - 1)))).toBeNull();
  });

  it('is the same after packing', () => {
    const topic = grown();
    const pack = packGrown({ sea: topic });
    const text = texts[0] as TopicText;
    expect(packedScorer(pack)(text)).toEqual({ sea: topicScorer(topic)(text) });
    expect(packGrown({ sea: topic }).key).toBe(pack.key);
    expect(packGrown({ other: topic }).key).not.toBe(pack.key);
  });
});

describe('documentTerms', () => {
  it('counts English plurals as their singular, and Chinese characters next to words', () => {
    expect([...documentTerms({ title: 'The parties and ships', body: '', lang: 'en' }).keys()]).toEqual([
      'party',
      'ship',
    ]);
    const chinese = [...documentTerms({ title: '港口', body: '', lang: 'zh' }).keys()];
    expect(chinese).toEqual(expect.arrayContaining(['港口', '·港', '港·口']));
    expect(documentTerms({ title: 'ship', body: 'ship', lang: 'en' }).get('ship')).toBe(4);
  });
});
