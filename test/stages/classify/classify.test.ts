import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/stages/classify/classify.ts';
import { termWeights } from '../../../src/stages/classify/terms.ts';

const terms = termWeights({
  title: 'Harbour gets a new crane',
  headings: [],
  body: 'The crane lifts containers in the harbour.\n\nShips wait less.',
  lang: 'en',
});
const named = (name: string, ...words: string[]) => ({
  name,
  keywords: Object.fromEntries(words.map((word) => [word, 1])),
  exclude: [],
  threshold: 0.3,
});

describe('classify', () => {
  it('takes everything for on topic where there are no topics', () => {
    expect(classify([])({ terms })).toEqual({ topics: [], onTopic: true });
  });

  it('scores every topic, best first, and is on topic where one keeps the story', () => {
    const judge = classify([named('music', 'choir', 'song'), named('shipping', 'harbour', 'ship', 'crane')]);
    const { topics, onTopic } = judge({ terms });
    expect(topics.map(({ topic, kept }) => [topic, kept])).toEqual([
      ['shipping', true],
      ['music', false],
    ]);
    expect(onTopic).toBe(true);
    expect(classify([named('music', 'choir')])({ terms }).onTopic).toBe(false);
  });
});
