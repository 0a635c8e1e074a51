import { expect, it } from 'vitest';
import type { WebhookDelivery } from '../../../src/model/publish/webhook.ts';
import { at } from '../records.ts';
import type { UnderTest } from './contract.ts';

const delivery = (number: number, changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: `drift:site-${number} hooks.example#1`,
  receiver: 'hooks.example#1',
  event: {
    id: `drift:site-${number}`,
    type: 'extraction.drift',
    at: at(number),
    data: { site: `site-${number}.example`, version: 2, isPinned: false, detail: null },
  },
  state: 'waiting',
  attempts: 0,
  nextAt: at(number),
  detail: null,
  ...changes,
});

const receivers = ['hooks.example#1', 'other.example#2'];

export function deliveryContract(current: () => UnderTest): void {
  it('gives what is due once, until the claim ends', async () => {
    const { deliveries } = current().store;
    await deliveries.add([delivery(2), delivery(1), delivery(9)]);
    const claim = { receivers, now: at(5), until: at(8), limit: 10 };
    expect(await deliveries.claim(claim)).toEqual([delivery(1, { nextAt: at(8) }), delivery(2, { nextAt: at(8) })]);
    expect(await deliveries.claim(claim)).toEqual([]);
    // whoever claimed them was killed
    const again = await deliveries.claim({ ...claim, now: at(8), until: at(11), limit: 1 });
    expect(again.map(({ event }) => event.id)).toEqual(['drift:site-1']);
  });

  it('gives none where the limit is 0', async () => {
    const { deliveries } = current().store;
    await deliveries.add([delivery(1)]);
    expect(await deliveries.claim({ receivers, now: at(5), until: at(8), limit: 0 })).toEqual([]);
    expect(await deliveries.list({ limit: 0 })).toEqual([]);
    expect(await deliveries.list({ limit: 1 })).toEqual([delivery(1)]);
  });

  it('gives a delivery to one of several claims that come at once', async () => {
    const { deliveries } = current().store;
    await deliveries.add(Array.from({ length: 10 }, (_, number) => delivery(number)));
    const claims = await Promise.all(
      [1, 2, 3, 4].map(() => deliveries.claim({ receivers, now: at(20), until: at(30), limit: 4 })),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it('leaves deliveries to receivers that are not asked for', async () => {
    const { deliveries } = current().store;
    await deliveries.add([delivery(1, { receiver: 'gone.example#3' })]);
    expect(await deliveries.claim({ receivers, now: at(5), until: at(8), limit: 10 })).toEqual([]);
    expect(await deliveries.claim({ receivers: [], now: at(5), until: at(8), limit: 10 })).toEqual([]);
    expect(await deliveries.counts()).toEqual([{ receiver: 'gone.example#3', state: 'waiting', count: 1 }]);
  });

  it('keeps a delivery as it is when the same is added again', async () => {
    const { deliveries } = current().store;
    const sent = delivery(1, { state: 'delivered', attempts: 1, nextAt: at(3) });
    await deliveries.add([delivery(1)]);
    await deliveries.save(sent);
    await deliveries.add([delivery(1)]);
    expect(await deliveries.list({ limit: 10 })).toEqual([sent]);
    expect(await deliveries.get([sent.id, 'missing'])).toEqual([sent]);
    expect(await deliveries.get([])).toEqual([]);
  });

  it('lists by state, newest event first, and lets failed ones wait again', async () => {
    const { deliveries } = current().store;
    const failed = (number: number, receiver: string): WebhookDelivery =>
      delivery(number, { state: 'failed', attempts: 6, receiver, detail: 'it answered 500' });
    await deliveries.add([delivery(1), failed(2, 'hooks.example#1'), failed(3, 'other.example#2')]);
    const ids = async (state?: WebhookDelivery['state']) =>
      (await deliveries.list({ limit: 2, ...(state && { state }) })).map(({ event }) => event.id);
    expect(await ids()).toEqual(['drift:site-3', 'drift:site-2']);
    expect(await ids('waiting')).toEqual(['drift:site-1']);
    expect(await deliveries.counts()).toEqual([
      { receiver: 'hooks.example#1', state: 'failed', count: 1 },
      { receiver: 'hooks.example#1', state: 'waiting', count: 1 },
      { receiver: 'other.example#2', state: 'failed', count: 1 },
    ]);
    expect(await deliveries.retry(['failed'], 'other.example#2', at(9))).toBe(1);
    const [waiting] = await deliveries.list({ state: 'waiting', limit: 1 });
    expect(waiting).toEqual({ ...failed(3, 'other.example#2'), state: 'waiting', attempts: 0, nextAt: at(9) });
    expect(await deliveries.retry(['failed'], null, at(9))).toBe(1);
    expect(await deliveries.retry(['failed'], null, at(9))).toBe(0);
    expect(await deliveries.retry(['waiting', 'failed'], null, at(9))).toBe(3);
    const due = await deliveries.claim({ receivers, now: at(9), until: at(12), limit: 10 });
    expect(due.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
  });

  it('forgets a receiver', async () => {
    const { deliveries } = current().store;
    await deliveries.add([delivery(1), delivery(2, { state: 'failed' }), delivery(3, { receiver: 'other.example#2' })]);
    expect(await deliveries.deleteOf('hooks.example#1')).toBe(2);
    expect(await deliveries.deleteOf('hooks.example#1')).toBe(0);
    expect((await deliveries.list({ limit: 10 })).map(({ receiver }) => receiver)).toEqual(['other.example#2']);
  });

  it('forgets delivered ones after a time, and no others', async () => {
    const { deliveries } = current().store;
    await deliveries.add([
      delivery(1, { state: 'delivered' }),
      delivery(2, { state: 'delivered', nextAt: at(20) }),
      delivery(3, { state: 'failed' }),
      delivery(4),
    ]);
    expect(await deliveries.deleteDelivered(at(10))).toBe(1);
    expect((await deliveries.list({ limit: 10 })).map(({ event }) => event.id)).toEqual([
      'drift:site-4',
      'drift:site-3',
      'drift:site-2',
    ]);
  });

  it('makes one delivery of many happenings', async () => {
    const { deliveries } = current().store;
    const claim = { receivers, now: at(5), until: at(6), limit: 10 };
    await deliveries.rearm([delivery(1), delivery(2)], at(30));
    // a second happening changes the event, not the time
    await deliveries.rearm([delivery(1, { nextAt: at(4), event: { ...delivery(1).event, at: at(4) } })], at(30));
    const [first, second] = await deliveries.claim(claim);
    expect(first).toEqual(delivery(1, { nextAt: at(6), event: { ...delivery(1).event, at: at(4) } }));
    if (first === undefined || second === undefined) throw new Error('nothing was claimed');
    // it happens again while the first attempt is under way: that one does not end it
    await deliveries.rearm([delivery(1, { nextAt: at(5.5) })], at(30));
    expect(await deliveries.settle(first, { ...first, state: 'delivered', attempts: 1 })).toBe(false);
    expect(await deliveries.settle(second, { ...second, attempts: 1, nextAt: at(20), detail: 'silent' })).toBe(true);
    expect((await deliveries.claim({ ...claim, now: at(6), until: at(7) })).map(({ id }) => id)).toEqual([first.id]);
    // it waits after a failure: a new happening does not make it due before `retryAt`
    await deliveries.rearm([delivery(2, { nextAt: at(7) })], at(15));
    const waiting = (await deliveries.list({ limit: 10 })).find(({ id }) => id === second.id);
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, nextAt: at(15), detail: 'silent' });
    // after its end it begins anew
    await deliveries.save(delivery(2, { state: 'failed', attempts: 6 }));
    await deliveries.rearm([delivery(2, { nextAt: at(20) })], at(30));
    expect(await deliveries.claim({ ...claim, now: at(20), until: at(21) })).toContainEqual(
      delivery(2, { nextAt: at(21) }),
    );
  });

  it('makes one delivery of happenings at several processes', async () => {
    const { deliveries } = current().store;
    await Promise.all([3, 2, 4].map((minute) => deliveries.rearm([delivery(1, { nextAt: at(minute) })], at(30))));
    expect((await deliveries.list({ limit: 10 })).map(({ nextAt }) => nextAt)).toEqual([at(2)]);
  });
}
