import { growTopics } from '../../../src/crawl/topics/grow-topics.ts';
import { topicScorer } from '../../../src/stages/classify/growth/grown-topic.ts';
import { type Theme, themeExamples, themeStream } from '../../support/theme-texts.ts';
import { topic } from '../../support/topics.ts';
import type { Group, Measure } from '../floors.ts';
import { digestOf } from '../pages.ts';

/** Number of texts per theme in each stream; the sea is on topic. */
const streams: Readonly<Record<string, Readonly<Record<Theme, number>>>> = {
  half: { sea: 90, garden: 45, music: 45 },
  'a quarter': { sea: 45, garden: 70, music: 65 },
  'one in twenty': { sea: 9, garden: 90, music: 81 },
  none: { sea: 0, garden: 90, music: 90 },
};

/** Quality of a topic with few keywords and examples that grows from generated streams, in which it is common, rare or missing. */
export function measureGrownTopics(): Group {
  const examples = themeExamples('sea', 6).map(({ title, body }) => ({
    url: null,
    title,
    text: body,
    fetchedAt: null,
  }));
  const sea = topic('sea', { ship: 1, tide: 1 }, { examples });
  const measures = Object.entries(streams).flatMap(([name, counts]): [string, Measure][] => {
    const stream = themeStream(counts);
    const grown = growTopics(
      [sea],
      stream.map(({ text }) => text),
    ).sea;
    if (grown === undefined) throw new Error('the topic was not grown');
    const judge = topicScorer(grown);
    const kept = stream.filter(({ text }) => judge(text).score >= sea.threshold);
    const right = kept.filter(({ theme }) => theme === 'sea').length;
    if (counts.sea === 0) return [[`kept, ${name} on topic`, { value: kept.length, better: 'lower' }]];
    return [
      [`precision, ${name} on topic`, { value: right / Math.max(1, kept.length), better: 'higher' }],
      [`recall, ${name} on topic`, { value: right / counts.sea, better: 'higher' }],
    ];
  });
  return {
    name: 'relevance, grown',
    digest: digestOf([sea.keywords, sea.examples, ...Object.values(streams).map((counts) => themeStream(counts))]),
    measures: Object.fromEntries(measures),
  };
}
