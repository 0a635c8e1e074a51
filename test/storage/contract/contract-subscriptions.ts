import { expect, it } from 'vitest';
import { openStore } from '../open-store.ts';
import { at, subscription } from '../records.ts';
import type { UnderTest } from './contract.ts';

export function subscriptionContract(current: () => UnderTest): void {
  it('keeps one subscription for a source, the last, and finds it by its token', async () => {
    const { store, address } = current();
    await store.subscriptions.put(subscription('s1'));
    const active = subscription('s1', { state: 'active', expiresAt: at(90), lastNoticeAt: at(3), notices: 2 });
    await store.subscriptions.put(active);
    await store.subscriptions.put(subscription('s2'));
    await using again = await openStore(address);
    expect(await again.subscriptions.ofSource('s1')).toEqual(active);
    expect(await again.subscriptions.byToken('token-of-s2')).toEqual(subscription('s2'));
    expect({
      ofSource: await again.subscriptions.ofSource('s3'),
      byToken: await again.subscriptions.byToken('s1'),
    }).toEqual({ ofSource: null, byToken: null });
    for (const id of ['s2', 's2', 'none']) await again.subscriptions.remove(id);
    expect({
      ofSourceS2: await again.subscriptions.ofSource('s2'),
      ofSourceS1: await again.subscriptions.ofSource('s1'),
    }).toEqual({ ofSourceS2: null, ofSourceS1: active });
  });

  it('names those whose hub is to be asked, the longest overdue first', async () => {
    const { subscriptions } = current().store;
    for (const [id, minute] of [
      ['s1', 5],
      ['s2', 3],
      ['s3', 3],
      ['s4', 9],
    ] as const)
      await subscriptions.put(subscription(id, { askAt: at(minute) }));
    const ids = async (minute: number, limit: number) =>
      (await subscriptions.toAsk(at(minute), limit)).map(({ sourceId }) => sourceId);
    expect(await ids(2, 9)).toEqual([]);
    expect(await ids(5, 9)).toEqual(['s2', 's3', 's1']);
    expect([await ids(5, 1), await ids(5, 0)]).toEqual([['s2'], []]);
    await subscriptions.put(subscription('s2', { askAt: at(99) }));
    expect(await ids(5, 9)).toEqual(['s3', 's1']);
  });
}
