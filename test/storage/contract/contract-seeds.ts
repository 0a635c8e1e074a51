import { expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { at, seed } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function seedContract(current: () => UnderTest): void {
  it('keeps one seed for a site and topic, the last; the highest score first', async () => {
    const { store, address } = current();
    await store.seeds.put([seed('gazette.example'), seed('herald.example', { score: 0.9, addedAt: at(2) })]);
    await store.seeds.put([seed('gazette.example', { score: 0.4, decision: 'retired' })]);
    await store.seeds.put([seed('gazette.example', { topic: 'sport' })]);
    await store.seeds.put([]);
    await using again = await openStore(address);
    expect(await again.seeds.ofTopic('energy')).toEqual([
      seed('herald.example', { score: 0.9, addedAt: at(2) }),
      seed('gazette.example', { score: 0.4, decision: 'retired' }),
    ]);
    expect(await again.seeds.ofTopic('sport')).toEqual([seed('gazette.example', { topic: 'sport' })]);
    expect(await again.seeds.ofTopic('none')).toEqual([]);
  });

  it('notes the last search of a topic', async () => {
    const { seeds } = current().store;
    expect(await seeds.lastSearches()).toEqual(new Map());
    await seeds.noteSearch('energy', at(1));
    await seeds.noteSearch('sport', at(2));
    await seeds.noteSearch('energy', at(3));
    expect(await seeds.lastSearches()).toEqual(
      new Map([
        ['energy', at(3)],
        ['sport', at(2)],
      ]),
    );
  });
}
