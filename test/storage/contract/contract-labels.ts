import { expect, it } from 'vitest';
import { commitArticles } from '../commit-articles.ts';
import { openStore } from '../open-store.ts';
import { article, at, calibrationStep, label } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function labelContract(current: () => UnderTest): void {
  it('keeps one label for an article and topic, the last', async () => {
    const { store, address } = current();
    const drawn = { draw: 'd1', at: at(1), from: 0.2, to: null, population: 40 };
    await store.labels.put([label('b', true, { at: at(2) }), label('a', true, { at: at(3), drawn })]);
    await store.labels.put([label('b', false, { at: at(4) }), label('a', true, { topic: 'sport' })]);
    await store.labels.put([]);
    await using again = await openStore(address);
    expect(await again.labels.ofTopic('energy')).toEqual([
      label('a', true, { at: at(3), drawn }),
      label('b', false, { at: at(4) }),
    ]);
    expect(await again.labels.ofTopic('sport')).toHaveLength(1);
    expect(await again.labels.ofTopic('none')).toEqual([]);
  });

  it('takes back one label, of one topic', async () => {
    const { labels } = current().store;
    await labels.put([label('a', true), label('b', true), label('a', true, { topic: 'sport' })]);
    expect(await labels.remove('energy', 'a')).toBe(true);
    expect(await labels.remove('energy', 'a')).toBe(false);
    expect({ ofTopicEnergy: await labels.ofTopic('energy'), ofTopicSport: await labels.ofTopic('sport') }).toEqual({
      ofTopicEnergy: [label('b', true)],
      ofTopicSport: [label('a', true, { topic: 'sport' })],
    });
  });

  it('counts and reads judged articles by their scores, as they were judged last', async () => {
    const { articles } = current().store;
    const scored = (id: string, score: number, minutes = 2) =>
      article(id, {
        fetchedAt: at(minutes),
        topics: [
          { topic: 'energy', score, kept: score >= 0.3, terms: [] },
          { topic: 'sport', score: 0.9, kept: true, terms: [] },
        ],
      });
    await commitArticles(current().store, [
      ...[scored('a', 0.1), scored('b', 0.3), scored('c', 0.3), scored('d', 0.8), scored('zero', 0)],
      scored('a', 0.5, 9),
    ]);
    const count = (from: number, to: number | null) => articles.countScored('energy', { from, to });
    expect([await count(0, null), await count(0, 0.3), await count(0.3, 0.8), await count(0.8, null)]).toEqual([
      4, 0, 3, 1,
    ]);
    expect(await articles.countScored('none', { from: 0, to: null })).toBe(0);
    expect(await articles.scoredAt('energy', { from: 0.3, to: null }, [0, 1, 3, 9])).toEqual([
      ...[
        { id: 'b', score: 0.3 },
        { id: 'c', score: 0.3 },
        { id: 'd', score: 0.8 },
      ],
    ]);
    expect(await articles.scoredAt('energy', { from: 0.3, to: null }, [2])).toEqual([{ id: 'a', score: 0.5 }]);
    expect((await articles.find({ topic: 'energy' })).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c', 'd']);
    await commitArticles(current().store, [scored('d', 0.2, 9)]);
    expect((await articles.find({ topic: 'energy' })).map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
  });

  it('keeps the history of a threshold, each step once', async () => {
    const { labels } = current().store;
    expect(await labels.addStep(calibrationStep(1))).toBe(true);
    expect(await labels.addStep(calibrationStep(2, { to: 0.3 }))).toBe(true);
    expect(await labels.addStep(calibrationStep(2, { to: 0.9 }))).toBe(false);
    await labels.addStep(calibrationStep(1, { topic: 'sport' }));
    expect(await labels.steps('energy')).toEqual([calibrationStep(1), calibrationStep(2, { to: 0.3 })]);
    expect(await labels.steps('none')).toEqual([]);
    expect(await labels.lastSteps()).toEqual([calibrationStep(2, { to: 0.3 }), calibrationStep(1, { topic: 'sport' })]);
  });
}
