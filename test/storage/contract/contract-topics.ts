import { expect, it } from 'vitest';
import type { StoredTopic } from '../../../src/model/topic/topic.ts';
import { topic } from '../../support/topics.ts';
import { at } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function topicContract(current: () => UnderTest): void {
  it('keeps topics by name, whatever their keywords hold', async () => {
    const { topics } = current().store;
    expect({ list: await topics.list(), energy: await topics.get('energy') }).toEqual({ list: [], energy: null });
    const energy: StoredTopic = { topic: topic('energy', { 'a.b': 1, $set: 2, 风电: 3 }), updatedAt: at(1) };
    const sea: StoredTopic = {
      topic: topic('海运', {}, { examples: [{ url: null, title: '港口', text: '船 "靠泊"\n', fetchedAt: null }] }),
      updatedAt: at(2),
    };
    await topics.put(sea);
    await topics.put(energy);
    expect(await topics.list()).toEqual([energy, sea]);
    expect(await topics.get('海运')).toEqual(sea);
    const changed = { ...energy, updatedAt: at(3), topic: { ...energy.topic, exclude: ['coal'] } };
    await topics.put(changed);
    await topics.put(changed);
    expect(await topics.list()).toEqual([changed, sea]);
    expect([await topics.remove('energy'), await topics.remove('energy')]).toEqual([true, false]);
    expect(await topics.list()).toEqual([sea]);
  });

  it('keeps what was read at the address of an example', async () => {
    const { topics } = current().store;
    const url = 'https://a.example/1';
    expect(await topics.example(url)).toBeNull();
    const read = { url, title: 'A title', text: 'A text', fetchedAt: at(1).toISOString() };
    await topics.putExample({ ...read, text: 'An older text' });
    await topics.putExample(read);
    expect(await topics.example(url)).toEqual(read);
  });
}
