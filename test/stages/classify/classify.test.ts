import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/stages/classify/classify.ts';
import { termWeights } from '../../../src/stages/classify/terms.ts';
import { topic } from '../../support/topics.ts';

const terms = termWeights({
  title: 'Harbour gets a new crane',
  headings: [],
  body: 'The crane lifts containers in the harbour.\n\nShips wait less.',
  lang: 'en',
});
const text = { terms, lang: 'en', grown: {} };
const named = (name: string, ...words: string[]) =>
  topic(name, Object.fromEntries(words.map((word) => [word, 1])), { threshold: 0.3 });

describe('classify', () => {
  it('counts every text as on topic without topics', () => {
    expect(classify([])(text)).toEqual({ topics: [], onTopic: true });
  });

  it('scores every topic, best first, and is on topic when one keeps the story', () => {
    const judge = classify([named('music', 'choir', 'song'), named('shipping', 'harbour', 'ship', 'crane')]);
    const { topics, onTopic } = judge(text);
    expect(topics.map(({ topic, kept }) => [topic, kept])).toEqual([
      ['shipping', true],
      ['music', false],
    ]);
    expect(onTopic).toBe(true);
    expect(classify([named('music', 'choir')])(text).onTopic).toBe(false);
  });

  it('uses the score of a grown topic instead of its keywords', () => {
    const grown = { shipping: { score: 0.9, terms: [{ term: 'quay', share: 1 }] } };
    const [score] = classify([named('shipping', 'choir')])({ ...text, grown }).topics;
    expect(score).toEqual({ topic: 'shipping', score: 0.9, kept: true, terms: [{ term: 'quay', share: 1 }] });
    expect(classify([named('constructor', 'choir')])(text).onTopic).toBe(false);
  });
});
