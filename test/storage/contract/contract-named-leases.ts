import { expect, it } from 'vitest';
import { clockSkewMs, cutOffMark } from '../../../src/storage/collections/crawl/leases.ts';
import { openStore } from '../open-store.ts';
import { at } from '../records.ts';
import type { UnderTest } from './contract.ts';

const minuteMs = 60_000;

/** Minutes after the start, by a clock that others may trust: the skew has passed. */
const afterSkew = (minutes: number): Date => new Date(at(minutes).getTime() + clockSkewMs);

export function namedLeaseContract(current: () => UnderTest): void {
  const takeFor = (owner: string, minutes: number) => ({ owner, now: at(minutes), leaseMs: minuteMs });

  it('gives a lease to one owner at a time, who extends it', async () => {
    const { leases } = current().store;
    expect(await leases.take('host', ['b.example', 'a.example'], takeFor('one', 0))).toEqual([
      { name: 'a.example', owner: 'one', freeAt: afterSkew(1), note: null },
      { name: 'b.example', owner: 'one', freeAt: afterSkew(1), note: null },
    ]);
    const names = async (owner: string, minutes: number, asked: string[]) =>
      (await leases.take('host', asked, takeFor(owner, minutes))).map(({ name }) => name);
    expect(await names('two', 1, ['a.example', 'c.example'])).toEqual(['c.example']);
    expect(await names('one', 1, ['a.example'])).toEqual(['a.example']);
    // b.example was not extended, and its time has passed for every clock
    expect(await names('two', 1.5, ['a.example', 'b.example'])).toEqual(['b.example']);
    expect(await names('one', 1.5, ['b.example'])).toEqual([]);
    expect(await leases.take('role', ['a.example'], takeFor('two', 1.5))).toHaveLength(1);
    expect(await leases.take('host', [], takeFor('two', 1.5))).toEqual([]);
  });

  it('shows what others hold, and forgets old leases', async () => {
    const { store, address } = current();
    await store.leases.take('host', ['a.example', 'b.example'], takeFor('one', 0));
    await store.leases.take('host', ['c.example'], takeFor('two', 5));
    await using again = await openStore(address);
    expect(await again.leases.takenByOthers('host', 'two', at(0.5))).toEqual(new Set(['a.example', 'b.example']));
    expect(await again.leases.takenByOthers('host', 'one', at(5))).toEqual(new Set(['c.example']));
    expect(await again.leases.takenByOthers('role', 'two', at(0.5))).toEqual(new Set());
    expect((await again.leases.list('host')).map(({ name }) => name)).toEqual(['a.example', 'b.example', 'c.example']);
    await again.leases.forget(at(4));
    expect((await again.leases.list('host')).map(({ name }) => name)).toEqual(['c.example']);
  });

  it('passes a note on with a lease that is given back, and not before its time', async () => {
    const { leases } = current().store;
    await leases.take('host', ['a.example', 'b.example'], takeFor('one', 0));
    await leases.release('host', [{ name: 'a.example', freeAt: at(0.5), note: '{"slowness":4}' }], 'one');
    await leases.release('host', [{ name: 'b.example', freeAt: at(0), note: 'not mine' }], 'two');
    expect(await leases.take('host', ['a.example', 'b.example'], takeFor('two', 0.4))).toEqual([]);
    expect(await leases.take('host', ['a.example', 'b.example'], takeFor('two', 0.5))).toMatchObject([
      { name: 'a.example', owner: 'two', note: '{"slowness":4}' },
    ]);
  });

  it('frees all leases of owners that are dead', async () => {
    const { leases } = current().store;
    await leases.take('host', ['a.example'], takeFor('dead', 0));
    await leases.take('role', ['watch'], takeFor('dead', 0));
    await leases.take('host', ['b.example'], takeFor('alive', 0));
    expect(await leases.owners(at(0.1))).toEqual(['alive', 'dead']);
    await leases.releaseOwners(['dead'], at(0.1));
    expect(await leases.owners(at(0.1))).toEqual(['alive']);
    expect(await leases.takenByOthers('host', 'other', at(0.1))).toEqual(new Set(['b.example']));
    expect(await leases.takenByOthers('role', 'other', at(0.1))).toEqual(new Set());
  });

  it('marks leases whose owner died, once, and keeps their notes', async () => {
    const { leases } = current().store;
    await leases.take('host', ['a.example', 'b.example'], takeFor('first', 0));
    await leases.release('host', [{ name: 'a.example', freeAt: at(0), note: 'slowly' }], 'first');
    await leases.take('host', ['a.example'], takeFor('dead', 0.1));
    await leases.releaseOwners(['dead', 'first'], at(0.2));
    await leases.take('host', ['a.example'], takeFor('dead', 0.3));
    await leases.releaseOwners(['dead'], at(0.4));
    const notes = (await leases.list('host')).map(({ name, note }) => [name, note]);
    expect(notes).toEqual([
      ['a.example', `${cutOffMark}slowly`],
      ['b.example', cutOffMark],
    ]);
    await leases.take('host', ['a.example'], takeFor('next', 0.5));
    await leases.release('host', [{ name: 'a.example', freeAt: at(0.5), note: null }], 'next');
    expect((await leases.list('host')).map(({ note }) => note)).toEqual([null, cutOffMark]);
  });

  it('keeps the length of a lease whose clock has been set back', async () => {
    const { leases } = current().store;
    await leases.take('host', ['a.example'], takeFor('one', 600));
    expect(await leases.take('host', ['a.example'], takeFor('two', 0))).toEqual([]);
    expect((await leases.list('host'))[0]?.freeAt).toEqual(afterSkew(1));
    expect(await leases.take('host', ['a.example'], takeFor('two', 2))).toHaveLength(1);
  });

  it('gives each lease to one of several owners that take it at once', async () => {
    const { store, address } = current();
    await using other = await openStore(address);
    const names = Array.from({ length: 50 }, (_, n) => `host${n}.example`);
    const [first, second] = await Promise.all([
      store.leases.take('host', names, takeFor('one', 0)),
      other.leases.take('host', names.toReversed(), takeFor('two', 0)),
    ]);
    const all = [...first, ...second].map(({ name }) => name);
    expect(all.toSorted()).toEqual(names.toSorted());
  });
}
