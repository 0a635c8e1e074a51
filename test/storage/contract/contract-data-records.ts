import { expect, it } from 'vitest';
import type { DataValues } from '../../../src/model/data/data-value.ts';
import { maxHistory, type RecordSighting, recordId } from '../../../src/model/data/stored-record.ts';
import { canonicalUrl } from '../../../src/model/web/canonical-url.ts';
import type { Store } from '../../../src/storage/port.ts';
import { openStore } from '../open-store.ts';
import { at, ending, entry } from '../records.ts';
import type { UnderTest } from './contract.ts';

const url = (path: string) => canonicalUrl(`http://gazette.example/${path}`);

/** Commits one reading of a page. */
async function see(
  store: Store,
  path: string,
  minute: number,
  records: Record<string, DataValues>,
  more: Partial<RecordSighting> = {},
) {
  const task = entry(`http://gazette.example/${path}`);
  await store.frontier.put([task], at(0));
  const taken = await store.frontier.take(task.url, { now: at(minute), owner: 'tester', leaseMs: 60_000 });
  if (taken === null) throw new Error(`no task for ${path}`);
  const sighting: RecordSighting = {
    site: 'gazette.example',
    page: task.url,
    at: at(minute),
    records: Object.entries(records).map(([key, values]) => ({ kind: 'event', key, values })),
    complete: ['event'],
    ...more,
  };
  const { accepted } = await store.commit(ending(taken, { records: sighting }));
  expect(accepted).toBe(true);
}
const event = (key: string) => recordId('gazette.example', 'event', key);

export function dataRecordContract(current: () => UnderTest): void {
  it('keeps a record once, with its values and times', async () => {
    const { store, address } = current();
    await see(store, 'events', 1, {
      a: { title: 'Ä 中 🎈', price: { amount: 1.5, currency: 'EUR' }, tags: ['x'], day: null },
    });
    await see(store, 'events', 2, {
      a: { title: 'Ä 中 🎈', price: { amount: 1.5, currency: 'EUR' }, tags: ['x'], day: null },
    });
    await using again = await openStore(address);
    expect(await again.records.get(event('a'))).toEqual({
      id: event('a'),
      site: 'gazette.example',
      kind: 'event',
      key: 'a',
      url: url('events'),
      values: { title: 'Ä 中 🎈', price: { amount: 1.5, currency: 'EUR' }, tags: ['x'], day: null },
      firstSeenAt: at(1),
      lastSeenAt: at(2),
      changedAt: at(1),
      goneAt: null,
      changes: 0,
      history: [],
      listedOn: [{ url: url('events'), at: at(2), missed: 0 }],
    });
    expect(await again.records.get('nothing')).toBeNull();
  });

  it('keeps what changed, at most the last changes, and counts all', async () => {
    const { store } = current();
    for (let n = 0; n <= maxHistory + 2; n += 1) await see(store, 'events', n + 1, { a: { title: 'A', seats: n } });
    const record = await store.records.get(event('a'));
    expect(record).toMatchObject({
      changes: maxHistory + 2,
      changedAt: at(maxHistory + 3),
      values: { title: 'A', seats: maxHistory + 2 },
    });
    expect(record?.history).toHaveLength(maxHistory);
    expect(record?.history.at(-1)).toEqual({
      at: at(maxHistory + 3),
      before: { seats: maxHistory + 1 },
      after: { seats: maxHistory + 2 },
    });
  });

  it('a field that was declared in between is no change', async () => {
    const { store } = current();
    await see(store, 'events', 1, { a: { title: 'A' } });
    await see(store, 'events', 2, { a: { title: 'A', seats: 3 } });
    expect(await store.records.get(event('a'))).toMatchObject({ changes: 0, values: { title: 'A', seats: 3 } });
  });

  it('is gone after two whole readings without it, and comes back', async () => {
    const { store } = current();
    await see(store, 'events', 1, { a: { n: 1 }, b: { n: 1 } });
    await see(store, 'events', 2, { b: { n: 1 } });
    expect(await store.records.get(event('a'))).toMatchObject({ goneAt: null });
    await see(store, 'events', 3, { b: { n: 1 } });
    expect(await store.records.get(event('a'))).toMatchObject({ goneAt: at(3), lastSeenAt: at(1), listedOn: [] });
    expect(await store.records.get(event('b'))).toMatchObject({ goneAt: null });
    await see(store, 'events', 4, { a: { n: 1 }, b: { n: 1 } });
    expect(await store.records.get(event('a'))).toMatchObject({
      goneAt: null,
      firstSeenAt: at(1),
      lastSeenAt: at(4),
      changes: 0,
    });
  });

  it('is not gone by pages that are not whole, that another page lists, or that lost most of their list at once', async () => {
    const { store } = current();
    await see(store, 'one', 1, { a: { n: 1 }, b: { n: 1 } }, { complete: [] });
    for (const minute of [2, 3, 4]) await see(store, 'one', minute, { b: { n: 1 } }, { complete: [] });
    expect(await store.records.get(event('a'))).toMatchObject({ goneAt: null });
    await see(store, 'two', 5, { a: { n: 1 } });
    for (const minute of [6, 7]) await see(store, 'one', minute, { b: { n: 1 } });
    expect(await store.records.get(event('a'))).toMatchObject({ goneAt: null, url: url('two') });
    await see(store, 'many', 8, { c: {}, d: {}, e: {}, f: {} });
    for (const minute of [9, 10, 11]) await see(store, 'many', minute, { c: {} });
    expect(await store.records.count({ gone: true })).toBe(0);
    await see(store, 'many', 12, { c: {} });
    expect(await store.records.count({ gone: true })).toBe(3);
  });

  it('is gone where its only page is gone', async () => {
    const { store } = current();
    await see(store, 'thing', 1, { thing: { n: 1 } });
    for (const minute of [2, 3]) await see(store, 'thing', minute, {}, { complete: 'all' });
    expect(await store.records.get(event('thing'))).toMatchObject({ goneAt: at(3) });
  });

  it('an older reading changes nothing', async () => {
    const { store } = current();
    await see(store, 'events', 5, { a: { n: 5 } });
    await see(store, 'events', 3, { a: { n: 3 } });
    await see(store, 'other', 4, { a: { n: 4 } });
    const record = await store.records.get(event('a'));
    expect(record).toMatchObject({ values: { n: 5 }, lastSeenAt: at(5), changes: 0 });
    expect(record?.listedOn.map(({ url: page }) => page).sort()).toEqual([url('events'), url('other')]);
  });

  it('finds by site, kind, key, time and whether it is gone; counts by kind; forgets the gone', async () => {
    const { store } = current();
    await see(store, 'events', 1, { a: { n: 1 }, b: { n: 1 } });
    await see(store, 'events', 2, { b: { n: 2 } });
    await see(store, 'events', 3, { b: { n: 3 } });
    await see(store, 'shop', 4, {}, { records: [{ kind: 'offer', key: 'x', values: { n: 1 } }], site: 'shop.example' });
    const keys = async (filter: object) => (await store.records.find({ limit: 10, ...filter })).map(({ key }) => key);
    expect(await keys({})).toEqual(['x', 'b', 'a']);
    expect(await keys({ kind: 'event', gone: false })).toEqual(['b']);
    expect(await keys({ gone: true })).toEqual(['a']);
    expect(await keys({ site: 'shop.example' })).toEqual(['x']);
    expect(await keys({ kind: 'event', key: 'a' })).toEqual(['a']);
    expect(await keys({ changedSince: at(3) })).toEqual(['x', 'b']);
    expect(await keys({ limit: 1, offset: 1 })).toEqual(['b']);
    expect(await keys({ limit: 0 })).toEqual([]);
    const all = await store.records.find({ limit: 10 });
    for (const [n, after] of all.entries()) {
      expect(await keys({ after })).toEqual(all.slice(n + 1).map(({ key }) => key));
      expect(await keys({ after: { id: '', changedAt: after.changedAt }, limit: 1 })).toEqual([after.key]);
    }
    expect(await keys({ after: all[0], gone: true })).toEqual(['a']);
    expect(await keys({ page: url('events') })).toEqual(['b']);
    const streamed = await Array.fromAsync(store.records.stream({ kind: 'event' }));
    expect(streamed.map(({ key }) => key).sort()).toEqual(['a', 'b']);
    expect(streamed.map(({ id }) => id)).toEqual(streamed.map(({ id }) => id).toSorted());
    expect(await store.records.count()).toBe(3);
    expect(await store.records.kinds()).toEqual([
      { site: 'gazette.example', kind: 'event', records: 2, gone: 1 },
      { site: 'shop.example', kind: 'offer', records: 1, gone: 0 },
    ]);
    expect(await store.records.forgetGone(at(10), { isDry: true })).toBe(1);
    expect(await store.records.forgetGone(at(10), { isDry: false })).toBe(1);
    expect(await store.records.count()).toBe(2);
  });
}
